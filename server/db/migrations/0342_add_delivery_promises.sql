/* What an order's customer was told about its arrival, moved on when it is paid late and when it leaves. */
ALTER TABLE "order" ADD COLUMN delivery_promise jsonb CHECK (jsonb_typeof(delivery_promise) = 'object');
