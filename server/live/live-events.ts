import { sql, type SQL } from 'drizzle-orm';
import type { LiveTopic as PublishedTopic } from '#contract/options.ts';
import type { Database, Channel } from '../db/connection.ts';
import { PassThrough, type Readable } from 'node:stream';
import { throwApiError } from '../api-error.ts';

/** What changed, so that open pages of the customer area load it again; `sessions` when one of them has ended. */
export type LiveTopic = Exclude<PublishedTopic, 'everything'> | 'sessions';

/** The PostgreSQL channel of changes; a payload is the customer's id and a topic. */
export const CUSTOMER_CHANNEL = 'customer_changed';

/** Notifies the customer's open pages on every server once this transaction commits; does nothing for a guest. */
export async function publish(db: Database, customerId: string | null, topic: LiveTopic): Promise<void> {
  if (customerId) await db.execute(sql`SELECT ${publishSql(customerId, topic)}`);
}

/** The same as an SQL expression, to be part of another statement. */
export function publishSql(customerId: string | null, topic: LiveTopic): SQL {
  return customerId ? sql`pg_notify(${CUSTOMER_CHANNEL}, ${`${customerId} ${topic}`})` : sql`NULL`;
}

/** How many streams a customer, a network and all may have open; `heartbeat` is in milliseconds. */
export type LiveHubLimits = { perCustomer: number; perAddress: number; total: number; heartbeat: number };

const LIVE_HUB_LIMITS: LiveHubLimits = { perCustomer: 10, perAddress: 100, total: 500, heartbeat: 25_000 };

/** Who subscribes, from which network (`rateLimitSubject`), for how many seconds, and to what: their own account or the shop. */
export type Subscriber = { customerId: string; address: string; seconds: number; follows?: 'own' | 'shop' };

/** What happens in the shop, for the back office. */
export type ShopTopic = Extract<LiveTopic, 'orders' | 'tickets'>;

/** A stream with more unread bytes than this is closed. */
const MAX_UNREAD_BYTES = 16_384;

/** The open event streams of this server, by customer. */
export class LiveHub {
  readonly #streams = new Map<string, Set<PassThrough>>();
  /** When each of them was opened. */
  readonly #openedAt = new WeakMap<PassThrough, number>();
  /** Those of `#streams` that follow the shop. */
  readonly #ofShop = new Set<PassThrough>();
  readonly #byAddress = new Map<string, number>();
  readonly #limits: LiveHubLimits;
  readonly #heartbeat: NodeJS.Timeout;
  #isClosed = false;

  constructor(limits: Partial<LiveHubLimits> = {}) {
    this.#limits = { ...LIVE_HUB_LIMITS, ...limits };
    this.#heartbeat = setInterval(() => this.#writeAll(':\n\n'), this.#limits.heartbeat).unref();
  }

  /** The number of open streams. */
  get size(): number {
    return [...this.#streams.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Who follows their own account, and since when (`performance.now()`). */
  get followers(): Map<string, number> {
    const opened = [...this.#streams].flatMap(([id, streams]) => {
      const own = [...streams].filter((stream) => !this.#ofShop.has(stream));
      return own.length > 0 ? [[id, Math.min(...own.map((stream) => this.#openedAt.get(stream)!))] as const] : [];
    });
    return new Map(opened);
  }

  /** Since when somebody follows the shop; undefined where nobody does. */
  get shopFollowedSince(): number | undefined {
    const opened = [...this.#ofShop].map((stream) => this.#openedAt.get(stream)!);
    return opened.length > 0 ? Math.min(...opened) : undefined;
  }

  /**
   * Opens a stream of the customer's changes, or of the shop's for a member of staff. Throws `too_many_requests` at the limit of the customer or the network, and
   * `busy` at the limit of all.
   */
  open({ customerId, address, seconds, follows = 'own' }: Subscriber): Readable {
    if (this.#isClosed || this.size >= this.#limits.total) throwApiError('busy', { retryAfter: 30 });
    const streams = this.#streams.get(customerId) ?? new Set();
    const fromNetwork = this.#byAddress.get(address) ?? 0;
    if (streams.size >= this.#limits.perCustomer || fromNetwork >= this.#limits.perAddress)
      throwApiError('too_many_requests', { retryAfter: 60 });
    this.#byAddress.set(address, fromNetwork + 1);
    const stream = new PassThrough();
    this.#openedAt.set(stream, performance.now());
    const end = setTimeout(() => stream.end(), seconds * 1000).unref();
    this.#streams.set(customerId, streams.add(stream));
    if (follows === 'shop') this.#ofShop.add(stream);
    stream.once('close', () => {
      clearTimeout(end);
      this.#ofShop.delete(stream);
      streams.delete(stream);
      this.#releaseAddress(address);
      if (streams.size === 0 && this.#streams.get(customerId) === streams) this.#streams.delete(customerId);
    });
    stream.write(':\n\n');
    return stream;
  }

  #releaseAddress(address: string): void {
    const others = this.#byAddress.get(address)! - 1;
    if (others > 0) this.#byAddress.set(address, others);
    else this.#byAddress.delete(address);
  }

  /** Handles `customer_changed`, for {@link listenTo}. */
  get channel(): Channel {
    return {
      onMessage: (payload) => this.#notify(payload),
      onReconnect: () => this.#writeAll('data: everything\n\n'),
    };
  }

  /** Ends every stream; `open` throws from then on. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    for (const stream of this.#all()) stream.end();
  }

  /** The end of a session ends every stream of its customer: browsers that are still signed in reconnect. */
  #notify(payload: string): void {
    const [customerId = '', topic = ''] = payload.split(' ');
    for (const stream of this.#streams.get(customerId) ?? [])
      if (topic === 'sessions') stream.end();
      else if (!this.#ofShop.has(stream)) writeEvent(stream, `data: ${topic}\n\n`);
  }

  /** Tells a customer's open pages of a change. */
  notifyCustomer(customerId: string, topic: LiveTopic): void {
    this.#notify(`${customerId} ${topic}`);
  }

  /** Tells the back office of what happened in the shop. */
  notifyShop(topic: ShopTopic): void {
    for (const stream of this.#ofShop) writeEvent(stream, `data: ${topic}\n\n`);
  }

  #writeAll(text: string): void {
    for (const stream of this.#all()) writeEvent(stream, text);
  }

  #all(): PassThrough[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }
}

function writeEvent(stream: PassThrough, text: string): void {
  if (stream.writableEnded) return;
  if (stream.writableLength + stream.readableLength > MAX_UNREAD_BYTES) stream.destroy();
  else stream.write(text);
}
