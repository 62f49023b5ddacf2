-- Whose colour it is: the job that sent it last; and the sizes that this job sent earlier and no longer names.
alter table acknowledged add column if not exists job varchar(100);
update acknowledged set job = (select r.job from run r where r.id = acknowledged.run) where job is null;
alter table acknowledged alter column job set not null;
alter table acknowledged add column if not exists earlier ${bytes};

-- What each acknowledged request replaced, so that a run can be undone: its colours as they were before and as sent.
create table if not exists replaced (
  run     varchar(120) not null references run,
  number  int not null,
  at      timestamp(6) with time zone not null,
  colours ${block} not null,
  primary key (run, number)
);
create index if not exists replaced_by_time on replaced (at);
