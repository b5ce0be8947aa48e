/* Until when an order is to be paid, and when its customer is reminded; orders that wait already get the full time. */
ALTER TABLE "order" ADD COLUMN payment_due_at timestamptz, ADD COLUMN payment_reminder_at timestamptz;
UPDATE "order" SET payment_due_at = now() + interval '7 days', payment_reminder_at = now() + interval '84 hours'
  WHERE state = 'placed';
ALTER TABLE "order" ALTER COLUMN payment_due_at SET DEFAULT now() + interval '7 days',
  ADD CONSTRAINT order_unpaid_is_due CHECK (state <> 'placed' OR payment_due_at IS NOT NULL);
CREATE INDEX order_payment_due ON "order" (payment_due_at) WHERE state = 'placed';
CREATE INDEX order_payment_reminder ON "order" (payment_reminder_at) WHERE state = 'placed' AND payment_reminder_at IS NOT NULL;
