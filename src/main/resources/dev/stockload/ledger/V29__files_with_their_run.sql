-- A file that a job found has the run that it became: null until it was entered. Of what was found before, the latest run
-- over its content; runs that are gone ended long ago.
alter table source_file add column if not exists run varchar(120);
update source_file set run = coalesce(
  (select max(r.id) from run r where r.job = source_file.job and r.content = source_file.content
      and r.generation = (select max(n.generation) from run n where n.job = r.job and n.content = r.content)),
  case when seen_at < current_timestamp - interval '1' day then 'gone' end);
