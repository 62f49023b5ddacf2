-- The product list of an account as it was last read to its end, and how its first and last page looked then.
create table if not exists product_list (
  account  varchar(100) not null,
  number   int not null,
  sign     varchar(64) not null,
  read_at  timestamp(6) with time zone not null,
  products ${block} not null,
  primary key (account, number)
);
