import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A rendered page in every encoding, with the titles that it shows; or `location`, where it moved. */
export type CachedPage = {
  status: number;
  location?: string;
  html: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
  titles: ReadonlySet<number>;
  renderedAt: number;
};

export type RenderedPage = { status: number; html: string; titles: ReadonlySet<number>; location?: string };

const FRESH_FOR = 60_000;
const MOST_PAGES = 1000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Rendered pages by address: fresh for a minute, then served once more while they are rendered anew. A title's pages
 * are dropped when it changes. Only ever a guest's view. The least recently used go first.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  readonly #rendering = new Map<string, Promise<CachedPage>>();

  async get(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const known = this.#pages.get(key);
    if (!known) return this.#render(key, render);
    this.#pages.delete(key);
    this.#pages.set(key, known);
    if (Date.now() - known.renderedAt > FRESH_FOR) this.#render(key, render).catch(() => this.#pages.delete(key));
    return known;
  }

  /** Drops every page that shows a title; without one, all pages. */
  drop(title?: number): void {
    for (const [key, page] of this.#pages) if (title === undefined || page.titles.has(title)) this.#pages.delete(key);
    this.#rendering.clear();
  }

  /** Many readers of one page wait for one rendering. */
  #render(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const running = this.#rendering.get(key);
    if (running) return running;
    const work = render().then(encode);
    this.#rendering.set(key, work);
    return work
      .then((page) => {
        if (this.#rendering.get(key) === work) this.#keep(key, page);
        return page;
      })
      .finally(() => {
        if (this.#rendering.get(key) === work) this.#rendering.delete(key);
      });
  }

  #keep(key: string, page: CachedPage): void {
    if (page.status !== 200) return;
    this.#pages.set(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return;
      this.#pages.delete(oldest);
    }
  }
}

async function encode({ html, ...page }: RenderedPage): Promise<CachedPage> {
  const bytes = Buffer.from(html);
  const [br, gz] = await Promise.all([compressBrotli(bytes, BROTLI), compressGzip(bytes)]);
  const etag = createHash('sha1').update(bytes).digest('base64url');
  return { ...page, html: bytes, br, gzip: gz, etag, renderedAt: Date.now() };
}
