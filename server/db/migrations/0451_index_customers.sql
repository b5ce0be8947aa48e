/* How the back office finds customers: each by the beginning of what is typed. */
CREATE INDEX customer_email_prefix ON customer (email text_pattern_ops);
CREATE INDEX customer_username_prefix ON customer (username text_pattern_ops) WHERE username IS NOT NULL;
CREATE INDEX customer_name_prefix ON customer (lower(display_name) text_pattern_ops);
CREATE INDEX customer_phone_prefix ON customer (phone text_pattern_ops) WHERE phone IS NOT NULL;
