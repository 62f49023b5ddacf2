-- A killed process may have run a part of this: H2 takes no statement back that makes a table. So each says "if not exists".
-- ${bytes} and ${block} are this database's types for some and for many bytes.

create table if not exists run (
  id           varchar(120) primary key,
  job          varchar(100) not null,
  account      varchar(100) not null,
  file         varchar(4000) not null,
  options      varchar(8000) not null,
  columns      varchar(8000),
  send         varchar(10) not null,
  content      char(64) not null,
  generation   int not null,
  state        varchar(10) not null,
  phase        varchar(10) not null,
  started_at   timestamp(6) with time zone not null,
  ended_at     timestamp(6) with time zone,
  tally        varchar(300) not null,
  requests     int not null,
  message      varchar(4000),
  owner        varchar(1000) not null,
  unique (account, job, content, generation)
);

-- The colours of a sheet as they were read, many to a block: a row for each would take longer to write than the
-- sheet takes to read. They are numbered through; first is the number of the first in a block.
create table if not exists staged (
  run     varchar(120) not null references run,
  number  int not null,
  first   int not null,
  colours ${block} not null,
  primary key (run, number)
);

-- Settled colours in sending order: the state of each, one letter per colour, and its product and the numbers of
-- the staged colours that it consists of.
create table if not exists settled (
  run     varchar(120) not null references run,
  number  int not null,
  states  varchar(300) not null,
  colours ${block} not null,
  primary key (run, number)
);

-- Problems and warnings in the order of their rows, many to a block; part tells who found them.
create table if not exists problems (
  run     varchar(120) not null references run,
  part    char(1) not null,
  number  int not null,
  entries ${block} not null,
  primary key (run, part, number)
);

-- One row per create: written before it leaves, completed by what came of it.
create table if not exists request (
  id         varchar(36) primary key,
  run        varchar(120) not null references run,
  account    varchar(100) not null,
  colours    varchar(4000) not null,
  body       char(64) not null,
  attempt    int not null,
  started_at timestamp(6) with time zone not null,
  ended_at   timestamp(6) with time zone,
  outcome    varchar(10),
  words      varchar(2000)
);
create index if not exists request_of_run on request (run, started_at);

-- What the service last acknowledged, by account and colour.
create table if not exists acknowledged (
  account varchar(100) not null,
  product int not null,
  colour  varchar not null,
  sizes   ${bytes} not null,
  run     varchar(120) not null references run,
  at      timestamp(6) with time zone not null,
  primary key (account, product, colour)
);

-- The end of each account's last create.
create table if not exists pace (
  account  varchar(100) primary key,
  ended_at timestamp(6) with time zone not null
);
