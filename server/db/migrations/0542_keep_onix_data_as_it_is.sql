-- Compressing what a record of ONIX says, and writing it in pieces of that, takes as long as all indexes of its row.
ALTER TABLE onix_record ALTER COLUMN data SET STORAGE EXTERNAL;
