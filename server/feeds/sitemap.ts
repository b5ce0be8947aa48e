import { localizedPath } from '#contract/pages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { FeedFile } from './feed-file.ts';
import { xmlElement, xmlText, XML_DECLARATION } from '../xml.ts';

/** The limits of the protocol (sitemaps.org): addresses in a file, and bytes of it. */
const MAX_URLS = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;
/** The closing tag needs some. */
const LAST_BYTES = 1024;

export type SitemapUrl = {
  /** Without a language. */
  path: string;
  changedAt?: Date | undefined;
  /** The path of a picture. */
  image?: string;
};

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" ' +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

export type SitemapLimits = { urls: number; bytes: number };
type SitemapOptions = { generation: number; origin: string; limits?: SitemapLimits };
type WrittenFile = { path: string; changedAt: Date | undefined };

/** A sitemap that is being written: as many files as the limits of the protocol need, and an index of them. */
export class Sitemap {
  readonly #db: Database;
  readonly #options: SitemapOptions;
  readonly #limits: SitemapLimits;
  readonly #written: WrittenFile[] = [];
  #file: FeedFile | undefined;
  #section = '';
  #urls = 0;
  #filesOfSection = 0;

  constructor(db: Database, options: SitemapOptions) {
    this.#db = db;
    this.#options = options;
    this.#limits = options.limits ?? { urls: MAX_URLS, bytes: MAX_BYTES };
  }

  /** Adds an address to a section; its files bear the section's name and are written one after the other. */
  async add(section: string, url: SitemapUrl): Promise<void> {
    const entry = this.#entry(url);
    const isFull =
      this.#urls >= this.#limits.urls ||
      (this.#file?.size ?? 0) + Buffer.byteLength(entry) > this.#limits.bytes - LAST_BYTES;
    if (!this.#file || section !== this.#section || isFull) await this.#open(section);
    await this.#file!.write(entry);
    this.#urls += 1;
    const current = this.#written.at(-1)!;
    if (url.changedAt && (!current.changedAt || url.changedAt > current.changedAt)) current.changedAt = url.changedAt;
  }

  /** Writes the index, after the last address. */
  async close(): Promise<void> {
    await this.#close();
    const index = new FeedFile(this.#db, { generation: this.#options.generation, path: SITEMAP_INDEX_PATH });
    await index.write(`${XML_DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`);
    for (const { path, changedAt } of this.#written)
      await index.write(`<sitemap>${xmlElement('loc', this.#options.origin + path)}${lastmod(changedAt)}</sitemap>`);
    await index.write('</sitemapindex>\n');
    await index.close();
  }

  async #open(section: string): Promise<void> {
    await this.#close();
    this.#filesOfSection = section === this.#section ? this.#filesOfSection + 1 : 1;
    this.#section = section;
    const path = `/sitemaps/${section}-${this.#filesOfSection}.xml`;
    this.#file = new FeedFile(this.#db, { generation: this.#options.generation, path });
    this.#urls = 0;
    this.#written.push({ path, changedAt: undefined });
    await this.#file.write(`${XML_DECLARATION}<urlset ${NAMESPACES}>`);
  }

  async #close(): Promise<void> {
    await this.#file?.write('</urlset>\n');
    await this.#file?.close();
    this.#file = undefined;
  }

  #entry({ path, changedAt, image }: SitemapUrl): string {
    const { origin } = this.#options;
    const inLocale = (locale: (typeof LOCALES)[number]) => xmlText(origin + encodePath(localizedPath(locale, path)));
    const alternates = [
      ...LOCALES.map((locale) => alternate(locale, inLocale(locale))),
      alternate('x-default', inLocale(DEFAULT_LOCALE)),
    ];
    const picture = image ? `<image:image>${xmlElement('image:loc', origin + image)}</image:image>` : '';
    return `<url><loc>${inLocale(DEFAULT_LOCALE)}</loc>${lastmod(changedAt)}${picture}${alternates.join('')}</url>`;
  }
}

export const SITEMAP_INDEX_PATH = '/sitemap.xml';

function alternate(language: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;
}

function lastmod(changedAt: Date | undefined): string {
  return changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : '';
}

/** An address with the letters of slugs as URLs write them; what is encoded stays. */
function encodePath(path: string): string {
  return encodeURI(path).replaceAll('%25', '%');
}
