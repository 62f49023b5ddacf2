-- The fetch of a job's sheets that failed last, until one succeeds.
create table if not exists fetch_failure (
  job       varchar(100) primary key,
  source    varchar(100) not null,
  failed_at timestamp(6) with time zone not null,
  message   varchar(2000) not null
);
