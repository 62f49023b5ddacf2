-- Blocks of history name the row of the sheet from now on; older ones were never read.
delete from history;
