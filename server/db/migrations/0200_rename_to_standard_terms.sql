/* Renames tables, columns, constraints, indexes, functions and triggers to the standard terms (docs/glossary.md). No table
   is rewritten; only `payment_event.outcome` has values that change. */

ALTER TABLE order_move RENAME TO order_event;
ALTER TABLE refund_move RENAME TO refund_event;
ALTER TABLE ticket_move RENAME TO ticket_event;
ALTER TABLE mail RENAME TO email_message;
ALTER TABLE mailed_link RENAME TO email_token;
ALTER TABLE spent_nonce RENAME TO used_nonce;
ALTER TABLE login_miss RENAME TO login_attempt;
ALTER TABLE coupon_use RENAME TO coupon_usage;
ALTER TABLE wish RENAME TO wishlist_item;

ALTER TABLE product_subject RENAME COLUMN shelf TO subject;
ALTER TABLE search_word RENAME COLUMN titles TO product_count;
ALTER TABLE subject_count RENAME COLUMN titles TO product_count;
ALTER TABLE wishlist_item RENAME COLUMN price_then TO price_when_added;
ALTER TABLE coupon RENAME COLUMN minimum_total TO minimum_subtotal;

/* `total` becomes the subtotal before `payable` becomes the total. */
ALTER TABLE "order" RENAME COLUMN total TO subtotal;
ALTER TABLE "order" RENAME COLUMN discount TO member_discount;
ALTER TABLE "order" RENAME COLUMN pro_discount TO coupon_discount;
ALTER TABLE "order" RENAME COLUMN payable TO total;
ALTER TABLE "order" RENAME COLUMN explanation TO price_breakdown;
ALTER TABLE "order" RENAME COLUMN guest_address_hash TO guest_ip_hash;
ALTER TABLE order_line RENAME COLUMN promo TO coupon_discount;

ALTER TABLE refund RENAME COLUMN goods TO merchandise_total;
ALTER TABLE refund RENAME COLUMN withdrawn TO revoked_discount;
ALTER TABLE refund_line RENAME COLUMN withdrawn TO revoked_discount;

ALTER TABLE payment_attempt RENAME COLUMN session TO checkout_session_id;
ALTER TABLE payment_attempt RENAME COLUMN url TO checkout_url;
ALTER TABLE payment_attempt RENAME COLUMN intent TO payment_intent_id;
ALTER TABLE payment_attempt RENAME COLUMN refusals TO refund_declines;
ALTER TABLE payment_attempt RENAME COLUMN return_asked_at TO refund_requested_at;
ALTER TABLE payment_attempt RENAME COLUMN ends_at TO expires_at;
ALTER TABLE payment_event RENAME COLUMN session TO checkout_session_id;
ALTER TABLE payment_event RENAME COLUMN intent TO payment_intent_id;

ALTER TABLE idempotency RENAME COLUMN answer TO response;
ALTER TABLE email_message RENAME COLUMN facts TO data;
ALTER TABLE email_message RENAME COLUMN parked_at TO dead_lettered_at;
ALTER TABLE email_token RENAME COLUMN spent_at TO consumed_at;
ALTER TABLE email_token RENAME COLUMN void_at TO revoked_at;
ALTER TABLE login_attempt RENAME COLUMN misses TO failures;
ALTER TABLE login_attempt RENAME COLUMN last_at TO last_failed_at;
ALTER TABLE session RENAME COLUMN siblings TO grace_tokens;
ALTER TABLE audit_entry RENAME COLUMN facts TO details;

/* What PostgreSQL named after a table (keys, checks, indexes) takes the table's new name. */
DO $$
DECLARE
  renamed record;
  name text;
BEGIN
  FOR renamed IN SELECT * FROM (VALUES ('order_move', 'order_event'), ('refund_move', 'refund_event'),
    ('ticket_move', 'ticket_event'), ('mail', 'email_message'), ('mailed_link', 'email_token'), ('spent_nonce', 'used_nonce'),
    ('login_miss', 'login_attempt'), ('coupon_use', 'coupon_usage'), ('wish', 'wishlist_item')) AS tables (old, new)
  LOOP
    FOR name IN SELECT conname FROM pg_constraint
      WHERE conrelid = renamed.new::regclass AND starts_with(conname, renamed.old || '_')
    LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', renamed.new, name,
        renamed.new || substr(name, length(renamed.old) + 1));
    END LOOP;
    FOR name IN SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = renamed.new::regclass AND starts_with(relname, renamed.old || '_')
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', name, renamed.new || substr(name, length(renamed.old) + 1));
    END LOOP;
  END LOOP;
END $$;

/* And what it named after a column, the column's; in the order of the renames above. */
DO $$
DECLARE
  renamed record;
  name text;
BEGIN
  FOR renamed IN SELECT * FROM (VALUES
    (1, 'search_word', 'titles', 'product_count'), (2, 'subject_count', 'titles', 'product_count'),
    (3, 'wishlist_item', 'price_then', 'price_when_added'), (4, 'coupon', 'minimum_total', 'minimum_subtotal'),
    (5, 'order', 'total', 'subtotal'), (6, 'order', 'discount', 'member_discount'),
    (7, 'order', 'pro_discount', 'coupon_discount'), (8, 'order', 'payable', 'total'),
    (9, 'order_line', 'promo', 'coupon_discount'), (10, 'refund', 'goods', 'merchandise_total'),
    (11, 'refund', 'withdrawn', 'revoked_discount'), (12, 'refund_line', 'withdrawn', 'revoked_discount'),
    (13, 'payment_attempt', 'refusals', 'refund_declines'), (14, 'payment_attempt', 'ends_at', 'expires_at'),
    (15, 'payment_event', 'session', 'checkout_session_id'), (16, 'email_message', 'facts', 'data'),
    (17, 'login_attempt', 'misses', 'failures'), (18, 'login_attempt', 'last_at', 'last_failed_at'),
    (19, 'session', 'siblings', 'grace_tokens'), (20, 'audit_entry', 'facts', 'details')) AS columns (place, owner, old, new)
    ORDER BY place
  LOOP
    FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = format('%I', renamed.owner)::regclass
      AND conname IN (renamed.owner || '_' || renamed.old || '_check', renamed.owner || '_' || renamed.old || '_not_null')
    LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', renamed.owner, name,
        renamed.owner || '_' || renamed.new || substr(name, length(renamed.owner || '_' || renamed.old) + 1));
    END LOOP;
  END LOOP;
END $$;

ALTER TABLE coupon RENAME CONSTRAINT coupon_not_overused TO coupon_within_max_uses;
ALTER TABLE customer RENAME CONSTRAINT customer_stars TO customer_starred_limit;
ALTER TABLE delivery_zone_range RENAME CONSTRAINT delivery_zone_range_apart TO delivery_zone_range_no_overlap;
ALTER TABLE "order" RENAME CONSTRAINT order_adds_up TO order_total_is_sum;
ALTER TABLE "order" RENAME CONSTRAINT order_unpaid_is_due TO order_unpaid_has_due_date;
ALTER TABLE payment_attempt RENAME CONSTRAINT payment_attempt_session TO payment_attempt_checkout_session;
ALTER TABLE payment_attempt RENAME CONSTRAINT payment_attempt_intent TO payment_attempt_payment_intent;

ALTER INDEX contributor_words RENAME TO contributor_name_trigrams;
ALTER INDEX search_entry_words RENAME TO search_entry_trigrams;
ALTER INDEX product_subject_shelf RENAME TO product_subject_subject;
ALTER INDEX idempotency_age RENAME TO idempotency_created_at;
ALTER INDEX used_nonce_age RENAME TO used_nonce_expires_at;
ALTER INDEX email_message_waiting RENAME TO email_message_pending;
ALTER INDEX refund_at_work RENAME TO refund_pending;
ALTER INDEX order_unpaid_address RENAME TO order_unpaid_ip;

/* Events of the payment provider that needed nothing are ignored, those that match no attempt are unmatched until an
   operator has resolved them. */
ALTER TABLE payment_event DROP CONSTRAINT payment_event_outcome_check;
UPDATE payment_event SET outcome = CASE outcome WHEN 'known' THEN 'ignored' WHEN 'unfit' THEN 'unmatched' ELSE 'resolved' END
  WHERE outcome IN ('known', 'unfit', 'settled');
ALTER TABLE payment_event ADD CONSTRAINT payment_event_outcome
  CHECK (outcome IN ('paid', 'returned', 'ended', 'ignored', 'unmatched', 'resolved'));

/* Bodies that name a column or a channel. The hash of an entry is of its values: it stays what it was. */
CREATE OR REPLACE FUNCTION audit_hash(previous bytea, entry audit_entry) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(entry.chain, entry.position,
    extract(epoch FROM entry.at), entry.event, entry.actor, entry.details)::text, 'UTF8'))
$$;

ALTER FUNCTION refuse_change RENAME TO reject_change;
CREATE OR REPLACE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

ALTER FUNCTION follow_stock RENAME TO update_availability;

ALTER FUNCTION tell_title_changed RENAME TO notify_product_changed;
CREATE OR REPLACE FUNCTION notify_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  /* A product has `id`, what belongs to it `product_id`. */
  after_change jsonb := to_jsonb(coalesce(NEW, OLD));
  before_change jsonb := to_jsonb(coalesce(OLD, NEW));
BEGIN
  /* A product that is not in the search index is on no page. */
  PERFORM pg_notify('product_changed', product_id::text) FROM search_entry
    WHERE product_id IN (coalesce(after_change ->> 'product_id', after_change ->> 'id')::integer,
      coalesce(before_change ->> 'product_id', before_change ->> 'id')::integer);
  RETURN NULL;
END $$;

ALTER FUNCTION tell_titles_of_contributor RENAME TO notify_products_of_contributor;
CREATE OR REPLACE FUNCTION notify_products_of_contributor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('product_changed', product_id::text) FROM product_contributor WHERE contributor_id = NEW.id;
  RETURN NULL;
END $$;

ALTER FUNCTION tell_titles_of_series RENAME TO notify_products_of_series;
CREATE OR REPLACE FUNCTION notify_products_of_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('product_changed', product_id::text) FROM product_series WHERE series_id = NEW.id;
  RETURN NULL;
END $$;

ALTER TRIGGER product_told ON product RENAME TO product_notify_updated;
ALTER TRIGGER variant_told ON variant RENAME TO variant_notify_updated;
ALTER TRIGGER variant_added ON variant RENAME TO variant_notify_added;
ALTER TRIGGER contributor_told ON contributor RENAME TO contributor_notify_updated;
ALTER TRIGGER series_told ON series RENAME TO series_notify_updated;
ALTER TRIGGER product_contributor_told ON product_contributor RENAME TO product_contributor_notify_changed;
ALTER TRIGGER product_series_told ON product_series RENAME TO product_series_notify_changed;
ALTER TRIGGER product_subject_added ON product_subject RENAME TO product_subject_notify_added;
ALTER TRIGGER product_subject_told ON product_subject RENAME TO product_subject_notify_updated;
ALTER TRIGGER stock_movement_only_grows ON stock_movement RENAME TO stock_movement_append_only;
ALTER TRIGGER ledger_entry_only_grows ON ledger_entry RENAME TO ledger_entry_append_only;
ALTER TRIGGER ledger_entry_keeps_owner ON ledger_entry RENAME TO ledger_entry_customer_is_final;
ALTER TRIGGER ledger_entry_kept ON ledger_entry RENAME TO ledger_entry_no_truncate;
ALTER TRIGGER audit_entry_only_grows ON audit_entry RENAME TO audit_entry_append_only;
ALTER TRIGGER audit_entry_only_erased ON audit_entry RENAME TO audit_entry_erase_only;
ALTER TRIGGER audit_entry_kept ON audit_entry RENAME TO audit_entry_no_truncate;
