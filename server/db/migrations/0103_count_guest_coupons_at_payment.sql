/* A guest's email is proven by nobody until the order is paid: until then its coupon use counts for no customer.
   `customer_hash` is a keyed hash of the address, which takes its place once the account is deleted. */
ALTER TABLE coupon_redemption ALTER COLUMN customer_key DROP NOT NULL, ADD COLUMN customer_hash text;

WITH unpaid AS (SELECT r.order_id, r.coupon_id, r.customer_key FROM coupon_redemption r JOIN "order" o ON o.id = r.order_id
    WHERE o.state = 'placed' AND o.guest_token_hash IS NOT NULL),
  lessened AS (UPDATE coupon_use u SET used = used - uses
    FROM (SELECT coupon_id, customer_key, count(*) AS uses FROM unpaid GROUP BY coupon_id, customer_key) AS counted
    WHERE u.coupon_id = counted.coupon_id AND u.customer_key = counted.customer_key)
UPDATE coupon_redemption r SET customer_key = NULL FROM unpaid WHERE r.order_id = unpaid.order_id;
