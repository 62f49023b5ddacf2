-- When a request was noted, and then by when it was over, by the time for which a machine has been up: a clock can be set.
-- noted_at and over_at, which were such clocks, are not used any more.
alter table request add column if not exists machine varchar(40);
alter table request add column if not exists uptime bigint;

-- The same of the last create, of the wait that the service has asked for, and of what a restored copy does not know.
alter table pace add column if not exists machine varchar(40);
alter table pace add column if not exists uptime bigint;
alter table pace add column if not exists retry_machine varchar(40);
alter table pace add column if not exists retry_uptime bigint;
alter table pace add column if not exists retry_nanos bigint;
alter table restored add column if not exists machine varchar(40);
alter table restored add column if not exists uptime bigint;
