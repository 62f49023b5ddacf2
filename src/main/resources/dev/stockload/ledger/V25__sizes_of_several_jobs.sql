-- What a job has sent of a colour that another job has sent since, as far as nobody has named it again.
create table if not exists sent_by_job (
  account varchar(100) not null,
  product int not null,
  colour  varchar not null,
  job     varchar(100) not null,
  sizes   ${bytes} not null,
  primary key (account, product, colour, job)
);
create index if not exists sent_by_job_of on sent_by_job (account, job, product);
