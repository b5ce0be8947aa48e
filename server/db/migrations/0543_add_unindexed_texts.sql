/*
 * Products whose words an import has left to its second connection. What is left of one that was killed is written by the next import, or
 * at night.
 */
CREATE TABLE unindexed_text (product_id integer PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE);
