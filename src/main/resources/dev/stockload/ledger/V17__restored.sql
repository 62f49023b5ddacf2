-- Where the ledger is a copy that was restored: what these accounts have sent since the copy was made, it does not know.
create table if not exists restored (
  account varchar(100) primary key,
  number  bigint not null,
  at      timestamp(6) with time zone not null
);
