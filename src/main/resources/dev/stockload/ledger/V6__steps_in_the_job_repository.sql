-- Which step of a run is done stands in the job repository alone.
alter table run drop column if exists phase;
