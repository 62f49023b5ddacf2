-- Who sends for an account now, and who did last: the clocks of two hosts need not agree.
alter table pace alter column ended_at drop not null;
alter table pace add column if not exists holder varchar(1000);
alter table pace add column if not exists last_holder varchar(1000);

-- The sheets of unfinished runs, piece by piece, where another host may have to go on.
create table if not exists sheet (
  run     varchar(120) not null,
  number  int not null,
  content ${block} not null,
  primary key (run, number)
);

-- The table of db-scheduler, as it asks for it.
create table if not exists scheduled_tasks (
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
create index if not exists scheduled_tasks_by_time on scheduled_tasks (execution_time);
