/* A customer's picture: the id in its path and in the names of its files, and the hash of the file that it was made from. */
ALTER TABLE customer
  ADD COLUMN picture_id uuid UNIQUE,
  ADD COLUMN picture_hash text,
  ADD CONSTRAINT customer_picture CHECK (num_nulls(picture_id, picture_hash) IN (0, 2));
