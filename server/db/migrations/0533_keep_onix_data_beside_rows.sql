/*
 * What a record of ONIX says is kept beside its row: rows are small then, and have room for what the next message changes without new
 * entries in all indexes.
 */
ALTER TABLE onix_record SET (fillfactor = 85, toast_tuple_target = 512);
