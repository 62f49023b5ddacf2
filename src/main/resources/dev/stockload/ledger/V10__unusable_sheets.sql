-- A run whose sheet cannot be used stays, with its reason, and keeps nobody from trying again.
alter table run add column unusable boolean default false not null;
