-- The runs that a process which serves has promised to bring to their end, since nobody waits for them. Whoever serves next keeps
-- the promise of one that was stopped or killed.
create table if not exists accepted_run (
  run varchar(120) primary key references run on delete cascade
);

-- The name by which people know the sheet of a run, where its path is not theirs.
alter table run add column if not exists name varchar(400);
