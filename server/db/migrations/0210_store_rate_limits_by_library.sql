/* Counters as rate-limiter-flexible keeps them: it names the columns and inserts them in this order; `expire` is in
   milliseconds since 1970. Unlogged: a crash may lose counters, and counting never waits for the disk. */
DROP TABLE rate_counter;
CREATE UNLOGGED TABLE rate_counter (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expire bigint NOT NULL
);
