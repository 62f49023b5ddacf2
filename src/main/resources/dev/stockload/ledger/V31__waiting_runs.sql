-- How a run that waits is to go on, who works on it, and which run of a process is to be stopped.
alter table accepted_run add column if not exists forced boolean default false not null;
alter table accepted_run add column if not exists take_as varchar(20);
alter table accepted_run add column if not exists worker varchar(1000);
alter table process add column if not exists stop_run varchar(400);
