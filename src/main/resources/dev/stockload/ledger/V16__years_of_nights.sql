-- Lists, pages, starts and cleaning read as many rows as they show, however many the years have left.
-- H2 follows an index in its own direction only: those of lists begin with the newest.
create index if not exists run_by_start on run (started_at desc, id desc);
create index if not exists run_by_state on run (state, account);
create index if not exists run_by_end on run (ended_at);
create index if not exists run_of_account_job on run (account, job, number desc);
create index if not exists run_of_job on run (job, started_at desc);
create index if not exists run_of_content on run (content);

-- Whose colours are kept still.
alter table run add column if not exists has_colours boolean default true not null;
update run set has_colours = false
 where has_colours and state = 'COMPLETED' and not exists (select 1 from settled where settled.run = run.id);
create index if not exists run_with_colours on run (has_colours, ended_at);

-- Failed before its colours were settled, and what newer runs have settled since is kept no more.
alter table run add column if not exists too_late boolean default false not null;

-- What was acknowledged outlives the run that brought it.
alter table acknowledged alter column run drop not null;
alter table acknowledged add column if not exists number bigint;
alter table acknowledged add column if not exists content char(64);
update acknowledged set number = (select r.number from run r where r.id = acknowledged.run),
                        content = (select r.content from run r where r.id = acknowledged.run)
 where number is null;
create index if not exists acknowledged_of_run on acknowledged (run);

-- What happened so far, counted when it happens: of requests, of finished runs and of their colours. By account, since
-- one process at a time sends for an account, and nobody waits for another's row.
create table if not exists totals (
  account varchar(100) not null,
  name    varchar(40) not null,
  n       bigint not null,
  primary key (account, name)
);
insert into totals (account, name, n)
select account, 'request.' || outcome, count(*) from request
 where outcome is not null and not exists (select 1 from totals where name like 'request.%')
 group by account, outcome;
insert into totals (account, name, n)
select account, 'retries', count(*) from request
 where outcome is not null and attempt > 1 and not exists (select 1 from totals where name = 'retries')
 group by account;
insert into totals (account, name, n)
select account, 'run.COMPLETED', count(*) from run
 where state = 'COMPLETED' and not exists (select 1 from totals where name like 'run.%')
 group by account;
