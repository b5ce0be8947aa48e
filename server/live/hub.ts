import { PassThrough, type Readable } from 'node:stream';
import type { Channel } from '../db/listen.ts';
import { refuse } from '../refuse.ts';

/** How many streams one customer may have open, how many all, and how often each is proven alive (milliseconds). */
export type HubBounds = { perCustomer: number; inAll: number; beat: number };

const BOUNDS: HubBounds = { perCustomer: 10, inAll: 500, beat: 25_000 };
/** What a reader may leave unread, in bytes, before it is taken for gone. */
const MOST_UNREAD = 16_384;

/** The open event streams of this server, by customer. */
export class LiveHub {
  readonly #streams = new Map<string, Set<PassThrough>>();
  readonly #bounds: HubBounds;
  readonly #heart: NodeJS.Timeout;
  #isClosed = false;

  constructor(bounds: HubBounds = BOUNDS) {
    this.#bounds = bounds;
    this.#heart = setInterval(() => this.#writeAll(':\n\n'), bounds.beat).unref();
  }

  /** How many streams are open. */
  get size(): number {
    return [...this.#streams.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** A stream of what this customer is told, for so many seconds. Refuses `too_many_requests`, and `busy` where all are taken. */
  open(customerId: string, seconds: number): Readable {
    if (this.#isClosed || this.size >= this.#bounds.inAll) refuse('busy', { retryAfter: 30 });
    const streams = this.#streams.get(customerId) ?? new Set();
    if (streams.size >= this.#bounds.perCustomer) refuse('too_many_requests', { retryAfter: 60 });
    const stream = new PassThrough();
    const end = setTimeout(() => stream.end(), seconds * 1000).unref();
    this.#streams.set(customerId, streams.add(stream));
    stream.once('close', () => {
      clearTimeout(end);
      streams.delete(stream);
      if (streams.size === 0 && this.#streams.get(customerId) === streams) this.#streams.delete(customerId);
    });
    stream.write(':\n\n');
    return stream;
  }

  /** What the database tells on `customer_told`, for {@link listenTo}. */
  get channel(): Channel {
    return {
      onTold: (payload) => this.#tell(payload),
      onGap: () => this.#writeAll('data: everything\n\n'),
    };
  }

  /** Ends every stream, and opens none any more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heart);
    for (const stream of this.#all()) stream.end();
  }

  /** A session that ended takes every stream of its customer along: who is still signed in comes back. */
  #tell(payload: string): void {
    const [customerId = '', topic = ''] = payload.split(' ');
    for (const stream of this.#streams.get(customerId) ?? [])
      if (topic === 'sessions') stream.end();
      else write(stream, `data: ${topic}\n\n`);
  }

  #writeAll(text: string): void {
    for (const stream of this.#all()) write(stream, text);
  }

  #all(): PassThrough[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }
}

function write(stream: PassThrough, text: string): void {
  if (stream.writableEnded) return;
  if (stream.writableLength + stream.readableLength > MOST_UNREAD) stream.destroy();
  else stream.write(text);
}
