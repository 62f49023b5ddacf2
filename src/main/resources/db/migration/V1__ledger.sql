-- ${bytes}: some thousand bytes in the row; ${block}: more, beside it.

create table run (
  id          varchar(120) primary key,
  job         varchar(100) not null,
  account     varchar(100) not null,
  number      bigint not null,
  rank        bigint not null,
  corrects    varchar(120),
  corrected_by varchar(120),
  file        varchar(4000) not null,
  name        varchar(400),
  asked_by    varchar(200),
  options     varchar(1000000) not null,
  columns     varchar(8000),
  send        varchar(20) not null,
  missing     varchar(10) not null,
  content     char(64) not null,
  state       varchar(10) not null,
  named       boolean not null,
  standing    varchar(10) not null,
  started_at  timestamp(6) with time zone not null,
  ended_at    timestamp(6) with time zone,
  overdue_at  timestamp(6) with time zone,
  tally       varchar(400) not null,
  requests    int not null,
  message     varchar(4000),
  cause       varchar(20) default 'NONE' not null,
  owner       varchar(1000) not null,
  former      boolean default false not null,
  has_colours boolean default true not null
);
create unique index run_in_order on run (account, number);
create index run_by_start on run (started_at desc, id desc);
create index run_by_state on run (state, account);
create index run_by_end on run (ended_at);
create index run_by_standing on run (standing, started_at);
create index run_of_content on run (account, job, content, number desc);
create index run_of_account_job on run (account, job, number desc);
create index run_by_rank on run (account, job, rank desc, number desc);
create index run_of_job on run (job, started_at desc, id desc);
create index run_of_account on run (account, started_at);
create index run_of_job_by_end on run (account, job, ended_at);
create index run_with_colours on run (has_colours, ended_at);

-- How many runs each job has in each account, so that no query goes through the runs of all years.
create table run_count (
  job     varchar(100) not null,
  account varchar(100) not null,
  runs    bigint not null,
  primary key (job, account)
);
create index run_count_of_account on run_count (account);

-- How a run that waits or is worked on (taken) is to go on; whole if it had sent nothing before. A
-- run that failed for now goes on at not_before, until the end of retries. The account is its lock, for
-- details one of their own.
create table accepted_run (
  run           varchar(120) primary key references run on delete cascade,
  account       varchar(120) not null,
  number        bigint not null,
  whole         boolean not null,
  taken         boolean default false not null,
  forced        boolean default false not null,
  take_as       varchar(20),
  tries         int default 0 not null,
  retried_until timestamp(6) with time zone,
  not_before    timestamp(6) with time zone,
  since         timestamp(6) with time zone not null
);
create index accepted_run_in_order on accepted_run (account, number);
create index accepted_run_later on accepted_run (not_before);

-- The accounts that have waiting runs, and which process works for them: columns as in scheduled_tasks.
create table waiting_account (
  task_name            varchar(100) not null,
  task_instance        varchar(200) not null,
  task_data            ${block},
  execution_time       timestamp(6) with time zone not null,
  picked               boolean not null,
  picked_by            varchar(200),
  last_success         timestamp(6) with time zone,
  last_failure         timestamp(6) with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp(6) with time zone,
  version              bigint not null,
  priority             smallint,
  primary key (task_name, task_instance)
);
create index waiting_account_by_time on waiting_account (execution_time);
create index waiting_account_by_heartbeat on waiting_account (last_heartbeat);

-- The book of stock: a row for a product, its item number, colours and sizes packed; more where they are many.
create table book (
  account varchar(100) not null,
  product int not null,
  part    int not null,
  content ${bytes} not null,
  primary key (account, product, part)
);

-- What a store has shown of itself.
create table store (
  account       varchar(100) primary key,
  splits_ranges boolean not null
);

-- The order of requests and of blocks of history. No number is given again, even where retention
-- has removed its row: the book still names it.
create sequence book_number;

-- What changed in the book, with the rows of sheets: a row for a request, one or more for a settling.
create table history (
  account varchar(100) not null,
  number  bigint not null,
  run     varchar(120) not null,
  request bigint not null,
  at      timestamp(6) with time zone not null,
  content ${block} not null,
  primary key (account, number)
);
create index history_by_time on history (at);

-- The colours of a run in sending order, and what became of each in it.
create table run_colours (
  run     varchar(120) not null references run on delete cascade,
  number  int not null,
  states  varchar(300) not null,
  colours ${bytes} not null,
  primary key (run, number)
);

-- What a run that the brake stopped would change, as it is shown; newest is the change of the book that it was made after.
create table braked_diff (
  run     varchar(120) primary key references run on delete cascade,
  newest  bigint not null,
  content ${block} not null
);

-- What a check of a whole store, or an export of it, has read so far (JSON).
create table read_product (
  account varchar(100) not null,
  purpose varchar(40) not null,
  product int not null,
  begun   timestamp(6) with time zone not null,
  content ${block} not null,
  primary key (account, purpose, product)
);

-- What the last check of a whole store that was completed found (JSON); how many products the one at
-- work has, or why the last one ended early.
create table checked_store (
  account  varchar(100) primary key,
  content  ${block},
  products int default 0 not null,
  fault    varchar(4000)
);

-- What an undo decided about each size.
create table undo_fate (
  run     varchar(120) not null references run on delete cascade,
  number  int not null,
  colours ${block} not null,
  primary key (run, number)
);

create table problems (
  run     varchar(120) not null references run on delete cascade,
  part    char(1) not null,
  number  int not null,
  entries ${block} not null,
  primary key (run, part, number)
);

create table request (
  account    varchar(100) not null,
  number     bigint not null,
  run        varchar(120) not null references run on delete cascade,
  colours    ${block},
  size       int not null,
  is_open    boolean not null,
  age        bigint not null,
  attempt    int not null,
  started_at timestamp(6) with time zone not null,
  ended_at   timestamp(6) with time zone,
  outcome    varchar(10),
  words      varchar(2000),
  primary key (account, number)
);
create index request_of_run on request (run, number);
create index request_open on request (account, is_open);

create table pace (
  account       varchar(120) primary key,
  retry_seconds bigint,
  retry_until   timestamp(6) with time zone,
  holder        varchar(1000),
  last_holder   varchar(1000),
  restored      boolean default false not null
);

create table account (
  name        varchar(100) primary key,
  salt        char(32) not null,
  application char(64) not null,
  token       char(64) not null,
  address     varchar(1000) not null,
  at          timestamp(6) with time zone not null
);

create table sheet (
  run     varchar(120) not null references run on delete cascade,
  number  int not null,
  content ${block} not null,
  primary key (run, number)
);

create table scheduled_tasks (
  task_name            varchar(100) not null,
  task_instance        varchar(200) not null,
  task_data            ${block},
  execution_time       timestamp(6) with time zone not null,
  picked               boolean not null,
  picked_by            varchar(200),
  last_success         timestamp(6) with time zone,
  last_failure         timestamp(6) with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp(6) with time zone,
  version              bigint not null,
  priority             smallint,
  primary key (task_name, task_instance)
);
create index scheduled_tasks_by_time on scheduled_tasks (execution_time);
create index scheduled_tasks_by_heartbeat on scheduled_tasks (last_heartbeat);

create table process (
  name  varchar(1000) primary key,
  until timestamp(6) with time zone not null
);

-- The runs that a process is asked to stop.
create table stop_request (
  process varchar(1000) not null references process on delete cascade,
  run     varchar(120) not null,
  primary key (process, run)
);

-- The products of a run that fetches details; state is that of a colour.
create table detail_wanted (
  run        varchar(120) not null references run on delete cascade,
  product    int not null,
  position   int not null,
  state      char(1) not null,
  refused_at timestamp(6) with time zone,
  words      varchar(2000),
  primary key (run, product)
);

-- The requests for details, which the limits count; without an outcome where nobody heard it.
create table detail_fetch (
  id      varchar(36) primary key,
  account varchar(100) not null,
  product int not null,
  at      timestamp(6) with time zone not null,
  outcome varchar(10)
);
create index detail_fetch_of_account on detail_fetch (account, at);
create index detail_fetch_of_product on detail_fetch (account, product, at);

create table detail (
  account varchar(100) not null,
  product int not null,
  store   varchar(400) not null,
  at      timestamp(6) with time zone not null,
  content ${block} not null,
  primary key (account, product)
);

create table published (
  account varchar(100) not null,
  product int not null,
  at      timestamp(6) with time zone not null,
  primary key (account, product)
);

create table api_token (
  name       varchar(100) primary key,
  hash       char(64) not null unique,
  read_only  boolean not null,
  created_at timestamp(6) with time zone not null
);

create table request_key (
  hash    char(64) primary key,
  meaning char(64) not null,
  runs    varchar(100000) not null,
  owner   varchar(1000) not null,
  made_at timestamp(6) with time zone not null
);
create index request_key_made on request_key (made_at);

create table notification (
  id            char(64) primary key,
  number        bigint generated by default as identity,
  job           varchar(100) not null,
  recipient     char(64) not null,
  shown         varchar(400) not null,
  content       ${block} not null,
  state         varchar(10) not null,
  refused       boolean default false not null,
  created_at    timestamp(6) with time zone not null,
  next_at       timestamp(6) with time zone not null,
  attempts      int not null,
  fault         varchar(1000)
);
create index notification_due on notification (state, next_at);
create index notification_of_recipient on notification (recipient, state, number);

create table reported_run (
  run      varchar(120) primary key references run on delete cascade,
  ended_at timestamp(6) with time zone not null,
  state    varchar(10) not null,
  words    varchar(100) not null
);

-- Which sheets a job has taken in an account (docs/taking.md). Its row is locked for each decision.
create table taking_job (
  job      varchar(100) not null,
  account  varchar(100) not null,
  restored boolean default false not null,
  state    varchar(20000),
  primary key (job, account)
);

-- Since when a file is as it is, and what was last decided about its path (state, as JSON). Of a sheet that was taken
-- there are also the hash of its content, its copy and its run.
create table taking_file (
  job      varchar(100) not null,
  account  varchar(100) not null,
  source   varchar(100) not null,
  path     varchar(1000) not null,
  state    varchar(20000) not null,
  turn     int not null,
  content  varchar(64),
  copy     varchar(2000),
  run      varchar(120),
  restored boolean default false not null,
  primary key (job, account, source, path)
);
create index taking_file_run on taking_file (run);

-- When each content was decided about, by the times that its files had.
create table taking_content (
  job        varchar(100) not null,
  account    varchar(100) not null,
  content    varchar(64) not null,
  time       timestamp(6) with time zone not null,
  decided_at timestamp(6) with time zone not null,
  primary key (job, account, content, time)
);

create table sheet_shape (
  account   varchar(100) not null,
  job       varchar(100) not null,
  options   char(64) not null,
  shape     varchar(2000) not null,
  learnt_at timestamp(6) with time zone not null
);
create index sheet_shape_job on sheet_shape (job, account);

create table totals (
  account varchar(100) not null,
  name    varchar(40) not null,
  n       bigint not null,
  primary key (account, name)
);
