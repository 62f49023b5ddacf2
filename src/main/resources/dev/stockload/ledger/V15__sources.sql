-- The files that jobs found: by their path in a source or a folder and a version such as size and time, with the hash of
-- their content and where their copy is.
create table if not exists source_file (
  job      varchar(100) not null,
  source   varchar(100) not null,
  path     varchar(1000) not null,
  version  varchar(400) not null,
  content  char(64) not null,
  copy     varchar(2000),
  seen_at  timestamp(6) with time zone not null,
  primary key (job, source, path)
);
create index if not exists source_file_content on source_file (job, content);
