import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { claimEvent, orderEvent, refundEvent, ticketEvent, ticketReply } from '../db/tables.ts';
import type { LiveHub, ShopTopic } from './live-events.ts';

/** What is written whenever something of a topic happens; ids grow with the time. */
const WRITTEN: Record<ShopTopic, readonly SQL[]> = {
  orders: [latestOf(orderEvent), latestOf(refundEvent), latestOf(claimEvent)],
  tickets: [latestOf(ticketEvent), latestOf(ticketReply)],
};

function latestOf(
  table: typeof orderEvent | typeof refundEvent | typeof claimEvent | typeof ticketEvent | typeof ticketReply,
) {
  return sql`(SELECT ${table.id} FROM ${table} ORDER BY ${table.id} DESC LIMIT 1)`;
}

const LATEST = sql`SELECT ${sql.join(
  Object.entries(WRITTEN).map(
    ([topic, latest]) => sql`concat_ws(' ', ${sql.join([...latest], sql`, `)}) AS ${sql.identifier(topic)}`,
  ),
  sql`, `,
)}`;

const INTERVAL_MS = 2000;

/**
 * Notifies the open pages of the back office of what happens in the shop. One question for all of them, none while there are
 * none: placing an order has nothing to send.
 */
export class ShopWatch {
  readonly #db: Database;
  readonly #hub: LiveHub;
  readonly #timer: NodeJS.Timeout;
  #known: Record<string, unknown> | undefined;

  constructor(db: Database, hub: LiveHub) {
    this.#db = db;
    this.#hub = hub;
    this.#timer = setInterval(() => void this.check().catch(() => {}), INTERVAL_MS).unref();
  }

  /** What is new since the check before is published; a database that does not answer is asked again. */
  async check(): Promise<void> {
    if (!this.#hub.hasShopStreams) return void (this.#known = undefined);
    const { rows } = await this.#db.execute(LATEST);
    const known = this.#known;
    this.#known = rows[0];
    if (!known) return;
    for (const topic of Object.keys(WRITTEN) as ShopTopic[])
      if (known[topic] !== rows[0]![topic]) this.#hub.notifyShop(topic);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
