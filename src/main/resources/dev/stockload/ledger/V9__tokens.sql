-- Who may use the HTTP interface: the hash of each token, never the token.
create table if not exists api_token (
  name       varchar(100) primary key,
  hash       char(64) not null unique,
  read_only  boolean not null,
  created_at timestamp(6) with time zone not null
);
