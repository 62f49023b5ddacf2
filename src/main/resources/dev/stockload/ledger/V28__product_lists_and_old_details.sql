-- The product list of an account as it was last read to its end, and how its first and last page looked then.
create table if not exists product_list (
  account  varchar(100) not null,
  number   int not null,
  sign     varchar(64) not null,
  read_at  timestamp(6) with time zone not null,
  products ${block} not null,
  primary key (account, number)
);

-- The requests for the detail of a product in their order, and those of a job: old ones are let go.
create index if not exists detail_fetch_of_product on detail_fetch (account, product, at);
create index if not exists detail_fetch_of_run on detail_fetch (run);
