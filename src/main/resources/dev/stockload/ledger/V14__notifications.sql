-- What people are to be told, kept until it is delivered. Of an address only its hash is kept: it may hold a secret.
create table if not exists notification (
  id            char(64) primary key,
  job           varchar(100) not null,
  recipient     char(64) not null,
  shown         varchar(400) not null,
  content       varchar(100000) not null,
  state         varchar(10) not null,
  created_at    timestamp(6) with time zone not null,
  next_at       timestamp(6) with time zone not null,
  claimed_until timestamp(6) with time zone,
  attempts      int not null,
  delivered_at  timestamp(6) with time zone,
  fault         varchar(1000)
);
create index if not exists notification_due on notification (state, next_at);

-- The end of a run that was told of, or that nobody wants to be told of. Those of an earlier version were told by it.
create table if not exists told_run (
  run      varchar(120) primary key references run on delete cascade,
  ended_at timestamp(6) with time zone not null,
  state    varchar(10) not null,
  words    varchar(100) not null
);
insert into told_run (run, ended_at, state, words)
  select r.id, r.ended_at, r.state, '' from run r
   where r.ended_at is not null and not exists (select 1 from told_run t where t.run = r.id);
