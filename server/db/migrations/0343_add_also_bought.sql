/* What readers of a title bought too, made anew each night from what at least three of them bought. */
CREATE TABLE also_bought (
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  other_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  place smallint NOT NULL,
  PRIMARY KEY (product_id, place)
);
CREATE INDEX also_bought_other ON also_bought (other_id);
