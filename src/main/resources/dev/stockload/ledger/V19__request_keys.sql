-- What requests of other programs with a key have brought about, so that whoever sends one again gets the same answer. Of a key and
-- of what it stood for only hashes are kept.
create table if not exists request_key (
  hash    char(64) primary key,
  meaning char(64) not null,
  runs    varchar(100000) not null,
  made_at timestamp(6) with time zone not null
);
create index if not exists request_key_made on request_key (made_at);
