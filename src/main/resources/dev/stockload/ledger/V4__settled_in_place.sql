-- A block of settled colours is small: within its row it is written several times as fast as beside it.
alter table settled alter column colours set data type ${bytes};
