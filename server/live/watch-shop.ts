import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { claimEvent, order, orderEvent, refundEvent, ticketEvent, ticketReply } from '../db/tables.ts';
import type { LiveHub, ShopTopic } from './live-events.ts';

/** What is written whenever something of a topic happens; ids grow with the time. */
const WRITTEN = {
  orders: [orderEvent, refundEvent, claimEvent],
  tickets: [ticketEvent, ticketReply],
} as const satisfies Record<ShopTopic, unknown>;
type Written = (typeof WRITTEN)[ShopTopic][number];

const TOPICS = Object.keys(WRITTEN) as ShopTopic[];

/** So many of the newest are compared: one whose transaction ended later than those of newer ones is among them. */
const COMPARED = 50;
/** Milliseconds: what was written up to so long before a page was opened may have been committed after the page was read. */
const LONGEST_TRANSACTION_MS = 10_000;

/** The newest of each topic, as a hash of their ids; null where nothing ever was. */
const NEWEST = forEachTopic((tables) => {
  const recent = tables.map(
    (table) => sql`(SELECT ${table.id} FROM ${table} ORDER BY ${table.id} DESC LIMIT ${sql.raw(`${COMPARED}`)})`,
  );
  return sql`(SELECT md5(string_agg(recent.id::text, ' ' ORDER BY recent.id)) FROM (${sql.join(recent, sql` UNION ALL `)}) AS recent)`;
});

/** The milliseconds since something of each topic was written, null where nothing ever was. */
const AGES = forEachTopic((tables) => {
  const times = tables.map((table) => sql`(SELECT ${table.at} FROM ${table} ORDER BY ${table.id} DESC LIMIT 1)`);
  return sql`extract(epoch FROM clock_timestamp() - greatest(${sql.join(times, sql`, `)}))::float8 * 1000`;
});

function forEachTopic(columnOf: (tables: readonly Written[]) => SQL): SQL {
  const columns = TOPICS.map((topic) => sql`${columnOf(WRITTEN[topic])} AS ${sql.identifier(topic)}`);
  return sql`SELECT ${sql.join(columns, sql`, `)}`;
}

const INTERVAL_MS = 2000;

type NewestOrder = { customerId: string; newest: string | null; age: number | null };

/** The newest orders of each of these customers as one text, and the milliseconds since the newest was placed; ids grow with the time. */
function newestOrders(customerIds: readonly string[]): SQL {
  return sql`SELECT follower.id AS "customerId", newest.ids AS newest,
      extract(epoch FROM clock_timestamp() - newest.placed_at)::float8 * 1000 AS age
    FROM unnest(${sql.param([...customerIds])}::uuid[]) AS follower (id)
    CROSS JOIN LATERAL (SELECT string_agg(recent.id::text, ' ' ORDER BY recent.id) AS ids, max(recent.placed_at) AS placed_at
      FROM (SELECT ${order.id}, ${order.placedAt} FROM ${order} WHERE ${order.customerId} = follower.id
        ORDER BY ${order.id} DESC LIMIT 3) AS recent) AS newest`;
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
  #known: Record<ShopTopic, string | null> | undefined;
  #newest = new Map<string, string | null>();

  constructor(db: Database, hub: LiveHub) {
    this.#db = db;
    this.#hub = hub;
    const check = () => Promise.all([this.check(), this.checkCustomers()]).catch(() => {});
    this.#timer = setInterval(() => void check(), INTERVAL_MS).unref();
  }

  /**
   * Customers who placed an order since the check before, or since shortly before their page was opened where none passed since, hear
   * of it.
   */
  async checkCustomers(): Promise<void> {
    const { followers } = this.#hub;
    if (followers.size === 0) return this.#newest.clear();
    const { rows } = await this.#db.execute<NewestOrder>(newestOrders([...followers.keys()]));
    const before = this.#newest;
    this.#newest = new Map(rows.map(({ customerId, newest }) => [customerId, newest]));
    for (const { customerId, newest, age } of rows) {
      const isNews = before.has(customerId)
        ? before.get(customerId) !== newest
        : isSince(age, followers.get(customerId)!);
      if (isNews) this.#hub.notifyCustomer(customerId, 'orders');
    }
  }

  /**
   * What is new since the check before is published, or since shortly before the first page was opened where none passed since; a
   * database that does not answer is asked again.
   */
  async check(): Promise<void> {
    const since = this.#hub.shopFollowedSince;
    if (since === undefined) return void (this.#known = undefined);
    const known = this.#known;
    const { rows } = await this.#db.execute<Record<ShopTopic, string | null>>(NEWEST);
    const newest = rows[0]!;
    const changed = known ? TOPICS.filter((topic) => known[topic] !== newest[topic]) : await this.#changedSince(since);
    this.#known = newest;
    for (const topic of changed) this.#hub.notifyShop(topic);
  }

  async #changedSince(since: number): Promise<ShopTopic[]> {
    const { rows } = await this.#db.execute<Record<ShopTopic, number | null>>(AGES);
    return TOPICS.filter((topic) => isSince(rows[0]![topic], since));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** Whether what was written so many milliseconds ago may have come after what was read at `opened`. */
function isSince(age: number | null, opened: number): boolean {
  return age !== null && age < performance.now() - opened + LONGEST_TRANSACTION_MS;
}
