/* Copies of each format that were sold in the last 90 days and kept, made anew each day. */
CREATE TABLE format_sales (
  variant_id integer PRIMARY KEY REFERENCES variant,
  copies integer NOT NULL CHECK (copies > 0)
);
CREATE INDEX format_sales_most ON format_sales (copies DESC, variant_id);

/* What staff say of ordering a format again: from how many copies on it is low, where that is not the shop's number, and how many
   are on order with a supplier. */
CREATE TABLE reorder (
  variant_id integer PRIMARY KEY REFERENCES variant,
  low_stock integer CHECK (low_stock BETWEEN 0 AND 999),
  on_order integer NOT NULL DEFAULT 0 CHECK (on_order BETWEEN 0 AND 99999)
);
