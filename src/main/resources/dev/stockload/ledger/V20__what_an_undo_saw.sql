-- What an undo saw of its colours right before it sent them; of each, the newest counts.
create table if not exists seen (
  run     varchar(120) not null references run,
  number  int not null,
  colours ${block} not null,
  primary key (run, number)
);
