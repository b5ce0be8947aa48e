import { readConfig } from '../../server/config.ts';
import { withUnlimitedClient } from '../../server/db/connection.ts';
import { openRunningPostgres } from '../../server/db/open-postgres.ts';

/** Lets the last promised day of an order of the running shop lie in the past. */
export async function passPromise(number: string): Promise<void> {
  const { connect } = await openRunningPostgres(readConfig({ DATA_DIR: process.env.SHOP_DATA }), () => {});
  await withUnlimitedClient(connect, (client) =>
    client.query(
      `UPDATE "order" SET delivery_promise = delivery_promise || '{"from": "2026-01-02", "to": "2026-01-05"}' WHERE number = $1`,
      [number],
    ),
  );
}
