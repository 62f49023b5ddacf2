-- A job over product details: which were asked for, and how far it is.
create table if not exists detail_run (
  id         varchar(120) primary key,
  account    varchar(100) not null,
  asked      varchar(64) not null,
  refresh    boolean not null,
  out_file   varchar(4000),
  state      varchar(10) not null,
  started_at timestamp(6) with time zone not null,
  ended_at   timestamp(6) with time zone,
  waits      boolean not null,
  resume_at  timestamp(6) with time zone,
  message    varchar(4000),
  owner      varchar(1000) not null
);

-- Its products in their order: W waits, F is fetched, R was refused, with the service's words.
create table if not exists detail_wanted (
  run        varchar(120) not null references detail_run,
  product    int not null,
  position   int not null,
  state      char(1) not null,
  refused_at timestamp(6) with time zone,
  words      varchar(2000),
  primary key (run, product)
);

-- One row per request for a detail: written before it leaves, since the service counts it whatever
-- becomes of us; completed by what came of it.
create table if not exists detail_fetch (
  id      varchar(36) primary key,
  run     varchar(120) not null references detail_run,
  account varchar(100) not null,
  product int not null,
  at      timestamp(6) with time zone not null,
  outcome varchar(10),
  words   varchar(2000)
);
create index if not exists detail_fetch_of_account on detail_fetch (account, at);

-- The newest detail of each product, as JSON made smaller.
create table if not exists detail (
  account varchar(100) not null,
  product int not null,
  store   varchar(400) not null,
  at      timestamp(6) with time zone not null,
  content ${block} not null,
  primary key (account, product)
);

-- What people say they have published.
create table if not exists published (
  account varchar(100) not null,
  product int not null,
  at      timestamp(6) with time zone not null,
  primary key (account, product)
);
