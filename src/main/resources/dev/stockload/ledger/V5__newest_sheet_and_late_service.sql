-- The runs of an account in their order, which no clock can change.
alter table run add column if not exists number bigint;
update run set number = (select count(*) from run earlier
                          where earlier.account = run.account
                            and (earlier.started_at < run.started_at
                                 or earlier.started_at = run.started_at and earlier.id <= run.id))
 where number is null;
alter table run alter column number set not null;
create unique index if not exists run_in_order on run (account, number);

-- The balance of a sheet as it was read, so that it can be settled once more.
alter table run add column if not exists staged varchar(300);
update run set staged = tally where phase = 'SETTLE';

-- Runs that were sent to a service from which their account has moved away.
alter table run add column if not exists former boolean default false not null;

-- By the clock of the database: when the intent was written, and by when the request was surely over on our side.
alter table request add column if not exists noted_at timestamp(6) with time zone;
alter table request add column if not exists over_at timestamp(6) with time zone;

-- The processes that share the ledger, and until when each may send.
create table if not exists process (
  name  varchar(1000) primary key,
  until timestamp(6) with time zone not null
);

-- Which store at which service an account is, as salted hashes.
create table if not exists account (
  name    varchar(100) primary key,
  salt    char(32) not null,
  service char(64) not null,
  token   char(64) not null,
  address varchar(1000) not null,
  at      timestamp(6) with time zone not null
);
