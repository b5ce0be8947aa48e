import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../api-error.ts';
import { compact } from '../compact.ts';

/**
 * A rendered page with its compressed bytes, by gzip once a client wants them, with the titles that it shows; or `location`,
 * where it redirects.
 */
export type CachedPage = {
  status: number;
  location?: string;
  html: Buffer;
  br: Buffer;
  /** Whether it is, or is about to be, compressed as far as pays for a page that is sent again. */
  isDense?: true;
  gzip?: Buffer;
  etag: string;
  productIds: ReadonlySet<number>;
  renderedAt: number;
  /** Until when it is fresh, and until when it may be served stale while it is rendered again; milliseconds since the epoch. */
  freshUntil: number;
  staleUntil: number;
};

export type RenderedPage = { status: number; html: string; productIds: ReadonlySet<number>; location?: string };

/** How a page is rendered; `admit` throws for a client over its rate limit; `onFailure` gets why a stale page is sent. */
export type PageRenderer = {
  render: () => Promise<RenderedPage>;
  admit?: () => Promise<unknown>;
  onFailure?: (error: unknown) => void;
};

type CacheSettings = {
  maxBytes: number;
  maxPageBytes: number;
  now: () => number;
  /** Called before pages are dropped: from then on they have to be rendered from what has the change. */
  onInvalidate: () => void;
};

const FRESH_MS = 60_000;
const STALE_MS = 60_000;
/** How long after it was rendered a page is still served where it cannot be rendered again: an outage of the database. */
export const MAX_AGE_IN_OUTAGE_MS = 3_600_000;
const DEFAULTS: CacheSettings = {
  maxBytes: 64 * 1024 * 1024,
  maxPageBytes: 1024 * 1024,
  now: Date.now,
  onInvalidate: () => {},
};
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Most pages of a large catalogue are sent once in their minute: they are compressed in a third of the time, to a seventh more. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const DENSE = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Rendered pages by address: fresh for a minute, then served stale for another while they are rendered again; older ones only
 * where that fails, for an hour. A title's pages are dropped when it changes. Only ever a guest's view. Bounded by bytes, the least
 * recently used go first.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #rendering = new Map<string, Promise<CachedPage>>();
  readonly #now: () => number;
  readonly #onInvalidate: () => void;
  /** Requests that a fresh page, a stale one, or none answered. */
  readonly answered = { fresh: 0, stale: 0, rendered: 0 };

  constructor(settings: Partial<CacheSettings> = {}) {
    const { maxBytes, maxPageBytes, now, onInvalidate } = { ...DEFAULTS, ...settings };
    this.#pages = new LRUCache({ maxSize: maxBytes, maxEntrySize: maxPageBytes, sizeCalculation: sizeOf });
    this.#now = now;
    this.#onInvalidate = onInvalidate;
  }

  /** The size of all cached pages. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  async get(key: string, rendering: PageRenderer): Promise<CachedPage> {
    const known = this.#pages.get(key);
    const now = this.#now();
    this.answered[howAnswered(known, now)] += 1;
    if (!known) return this.#renderFor(key, rendering);
    if (now < known.freshUntil) {
      if (!known.isDense && !known.location) void this.#densify(key, known);
      return known;
    }
    const renewed = this.#renew(key, known, rendering);
    if (now >= known.staleUntil) return renewed;
    renewed.catch(() => {});
    return known;
  }

  /** A cached page's bytes by gzip, which few clients ask for: made for the first of them and then kept. */
  async gzip(key: string, page: CachedPage): Promise<Buffer> {
    if (page.gzip) return page.gzip;
    const gz = compact(await compressGzip(page.html));
    // A new object: the cache counts the same one only once.
    if (this.#pages.peek(key) === page) this.#pages.set(key, { ...page, gzip: gz });
    return gz;
  }

  /** Compresses a page again that is sent a second time. */
  async #densify(key: string, page: CachedPage): Promise<void> {
    page.isDense = true;
    const br = compact(await compressBrotli(page.html, DENSE));
    const kept = this.#pages.peek(key);
    if (kept?.html === page.html) this.#pages.set(key, { ...kept, br });
  }

  /** Every page that shows one of these titles, or any, is rendered again before it is sent; the old one only if that fails. */
  invalidate(titles?: ReadonlySet<number>): void {
    this.#onInvalidate();
    const shows = ([, page]: [string, CachedPage]) =>
      titles === undefined || [...page.productIds].some((id) => titles.has(id));
    for (const [, page] of Array.from(this.#pages.entries()).filter(shows)) page.freshUntil = page.staleUntil = 0;
    this.#rendering.clear();
  }

  /** The page rendered again; if that fails, the cached one, served for a while longer. An error of `admit` is thrown. */
  async #renew(key: string, known: CachedPage, rendering: PageRenderer): Promise<CachedPage> {
    try {
      return await this.#renderFor(key, rendering);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many_requests') throw error;
      rendering.onFailure?.(error);
      if (this.#now() >= known.renderedAt + MAX_AGE_IN_OUTAGE_MS) throw error;
      known.staleUntil = this.#now() + STALE_MS;
      return known;
    }
  }

  /** Each request is counted on its own, before it waits with the others. */
  async #renderFor(key: string, { render, admit }: PageRenderer): Promise<CachedPage> {
    await admit?.();
    return this.#renderOnce(key, render);
  }

  /** Many requests for one page wait for one rendering. */
  #renderOnce(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const running = this.#rendering.get(key);
    if (running) return running;
    const work = render().then((page) => this.#encode(page));
    this.#rendering.set(key, work);
    return work
      .then((page) => {
        if (this.#rendering.get(key) === work) this.#store(key, page);
        return page;
      })
      .finally(() => {
        if (this.#rendering.get(key) === work) this.#rendering.delete(key);
      });
  }

  #store(key: string, page: CachedPage): void {
    if (page.status === 200) this.#pages.set(key, page);
    else this.#pages.delete(key);
  }

  #encode({ html, ...page }: RenderedPage): CachedPage {
    const bytes = compact(Buffer.from(html));
    // In this thread: handing so little to another one costs more than the work.
    const br = brotliCompressSync(bytes, QUICK);
    const etag = createHash('sha1').update(bytes).digest('base64url');
    const renderedAt = this.#now();
    const freshUntil = renderedAt + FRESH_MS;
    return {
      ...page,
      html: bytes,
      br: compact(br),
      etag,
      renderedAt,
      freshUntil,
      staleUntil: freshUntil + STALE_MS,
    };
  }
}

function howAnswered(known: CachedPage | undefined, now: number): 'fresh' | 'stale' | 'rendered' {
  if (!known || now >= known.staleUntil) return 'rendered';
  return now < known.freshUntil ? 'fresh' : 'stale';
}

/** Of a page with its key, in bytes; a title in a set takes some too. */
function sizeOf({ html, br, gzip: gz, productIds }: CachedPage, key: string): number {
  return html.length + br.length + (gz?.length ?? 0) + 2 * key.length + 64 * productIds.size + 512;
}
