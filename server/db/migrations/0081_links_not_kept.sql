/* The link of a mail about an order, a guest's with its token, is derived when the letter is written. */

UPDATE mail SET facts = facts - 'link' WHERE kind IN ('order_placed', 'order_moved', 'refund_moved');
