/* How the back office lists claims, returns and title requests, newest first. */
CREATE INDEX claim_state ON claim (state, id DESC);
CREATE INDEX refund_state_id ON refund (state, id DESC);
