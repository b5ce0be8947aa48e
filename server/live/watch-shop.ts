import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { claimEvent, order, orderEvent, refundEvent, ticketEvent, ticketReply } from '../db/tables.ts';
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

type NewestOrder = { customerId: string; newest: string | null; age: number | null };

/** The newest order of each of these customers, and the milliseconds since it was placed; ids grow with the time. */
function newestOrders(customerIds: readonly string[]): SQL {
  return sql`SELECT follower.id AS "customerId", newest.id AS newest,
      extract(epoch FROM clock_timestamp() - newest.placed_at)::float8 * 1000 AS age
    FROM unnest(${sql.param([...customerIds])}::uuid[]) AS follower (id)
    LEFT JOIN LATERAL (SELECT ${order.id}, ${order.placedAt} FROM ${order} WHERE ${order.customerId} = follower.id
      ORDER BY ${order.id} DESC LIMIT 1) AS newest ON true`;
}

/**
 * Notifies the open pages of the back office of what happens in the shop, and those of customers of the orders that they place
 * elsewhere. One question for all of them, none while there are none. Placing an order notifies nobody: PostgreSQL lets only one
 * transaction with notifications commit at a time.
 */
export class ShopWatch {
  readonly #db: Database;
  readonly #hub: LiveHub;
  readonly #timer: NodeJS.Timeout;
  #known: Record<string, unknown> | undefined;
  #newest = new Map<string, string | null>();

  constructor(db: Database, hub: LiveHub) {
    this.#db = db;
    this.#hub = hub;
    const check = () => Promise.all([this.check(), this.checkCustomers()]).catch(() => {});
    this.#timer = setInterval(() => void check(), INTERVAL_MS).unref();
  }

  /** Customers who placed an order since the check before, or since their page was opened where none passed since, hear of it. */
  async checkCustomers(): Promise<void> {
    const { followers } = this.#hub;
    if (followers.size === 0) return this.#newest.clear();
    const { rows } = await this.#db.execute<NewestOrder>(newestOrders([...followers.keys()]));
    const before = this.#newest;
    this.#newest = new Map(rows.map(({ customerId, newest }) => [customerId, newest]));
    for (const { customerId, newest, age } of rows) {
      const isNews = before.has(customerId)
        ? before.get(customerId) !== newest
        : age !== null && age < performance.now() - followers.get(customerId)!;
      if (isNews) this.#hub.notifyCustomer(customerId, 'orders');
    }
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
