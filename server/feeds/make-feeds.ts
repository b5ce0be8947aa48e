import { desc, eq, gt, isNotNull, isNull, lt, and, notInArray } from 'drizzle-orm';
import type pg from 'pg';
import { openGraphImageOf } from '#contract/covers.ts';
import { bookPath, LIST_PAGES, pagePath, SHOP_PAGES, subjectPath } from '#contract/pages.ts';
import { listShownPages } from '../content/shop-pages.ts';
import { DEFAULT_LOCALE } from '#domain/locale.ts';
import { listAllProducts } from '../catalogue/list-products.ts';
import type { Deps } from '../context.ts';
import { databaseOn, withUnlimitedClient, type ClientDatabase } from '../db/connection.ts';
import { feedGeneration, productChange, subjectCount } from '../db/tables.ts';
import { getTranslator } from '../translations.ts';
import { FeedFile } from './feed-file.ts';
import { listLinkedNames } from './linked-names.ts';
import { MERCHANT_FEED_END, MERCHANT_FEED_PATH, merchantFeedHead, merchantItems } from './merchant-feed.ts';
import { trackPageChanges } from './page-changes.ts';
import { Sitemap, type SitemapLimits } from './sitemap.ts';

export type FeedSettings = Pick<Deps, 'publicUrl' | 'config'> & { limits?: SitemapLimits };
export type FeedsMade = { products: number };

/** Feeds are made again after this many hours without a change too: what was expected is out by then. */
const MAX_AGE_HOURS = 20;

/** A transaction may commit so much later than it began, which is when its changes are dated. */
const LONGEST_TRANSACTION_MS = 10 * 60_000;

/**
 * Makes the sitemap and the merchant feed anew where a product changed since the last time, or that was long ago, and
 * publishes them at once. One pass over the products with constant memory, in no long transaction. One process at a time may
 * run it, as its job does. Returns nothing where what is served is still right.
 */
export function makeFeeds(connect: pg.ClientConfig, settings: FeedSettings): Promise<FeedsMade | undefined> {
  const make = async (client: pg.Client) => {
    const db = databaseOn(client);
    if (await areFeedsCurrent(db, settings.publicUrl)) return undefined;
    await db.delete(feedGeneration).where(isNull(feedGeneration.publishedAt));
    const [generation] = await db.insert(feedGeneration).values({ origin: settings.publicUrl }).returning();
    const products = await writeFeeds(db, generation!.id, settings);
    await publish(db, generation!.id);
    return { products };
  };
  // What is compressed is stored while the next products are read.
  return withUnlimitedClient(connect, make, { pipeline: true });
}

async function areFeedsCurrent(db: ClientDatabase, origin: string): Promise<boolean> {
  const [last] = await db
    .select()
    .from(feedGeneration)
    .where(isNotNull(feedGeneration.publishedAt))
    .orderBy(desc(feedGeneration.id))
    .limit(1);
  if (!last || last.origin !== origin) return false;
  if (Date.now() - last.startedAt.getTime() > MAX_AGE_HOURS * 3_600_000) return false;
  const since = new Date(last.startedAt.getTime() - LONGEST_TRANSACTION_MS);
  const changes = await db
    .select({ id: productChange.productId })
    .from(productChange)
    .where(gt(productChange.changedAt, since))
    .limit(1);
  return changes.length === 0;
}

/** The generation before stays for whoever is still reading it. */
async function publish(db: ClientDatabase, generation: number): Promise<void> {
  await db.transaction(async (tx) => {
    const kept = await tx
      .select({ id: feedGeneration.id })
      .from(feedGeneration)
      .where(isNotNull(feedGeneration.publishedAt))
      .orderBy(desc(feedGeneration.id))
      .limit(1);
    const older = and(
      lt(feedGeneration.id, generation),
      notInArray(
        feedGeneration.id,
        kept.map(({ id }) => id),
      ),
    );
    await tx.delete(feedGeneration).where(kept.length > 0 ? older : lt(feedGeneration.id, generation));
    await tx.update(feedGeneration).set({ publishedAt: new Date() }).where(eq(feedGeneration.id, generation));
  });
}

async function writeFeeds(db: ClientDatabase, generation: number, settings: FeedSettings): Promise<number> {
  const { publicUrl: origin, config, limits } = settings;
  const sitemap = new Sitemap(db, { generation, origin, ...(limits && { limits }) });
  await addPages(db, sitemap);
  const products = await writeProducts(db, sitemap, {
    feed: new FeedFile(db, { generation, path: MERCHANT_FEED_PATH }),
    shop: { origin, shopName: config.shopName, formatName },
  });
  for await (const { section, ...url } of listLinkedNames(db)) await sitemap.add(section, url);
  await sitemap.close();
  return products;
}

const translate = getTranslator(DEFAULT_LOCALE);
const formatName: Parameters<typeof merchantFeedHead>[0]['formatName'] = (format) =>
  translate(`common.formats.${format}`);

async function addPages(db: ClientDatabase, sitemap: Sitemap): Promise<void> {
  const pages = ['home', 'browse', ...LIST_PAGES] as const;
  for (const page of pages) await sitemap.add('pages', { path: SHOP_PAGES[page] });
  for (const slug of await listShownPages(db)) await sitemap.add('pages', { path: pagePath(slug) });
  const subjects = await db.select().from(subjectCount).orderBy(subjectCount.code);
  for (const { code } of subjects) await sitemap.add('pages', { path: subjectPath(code) });
}

type MerchantFeed = { feed: FeedFile; shop: Parameters<typeof merchantFeedHead>[0] };

async function writeProducts(db: ClientDatabase, sitemap: Sitemap, { feed, shop }: MerchantFeed): Promise<number> {
  const now = new Date();
  let count = 0;
  await feed.write(merchantFeedHead(shop));
  for await (const products of listAllProducts(db)) {
    const changes = await trackPageChanges(db, products, now);
    for (const product of products) {
      const image = openGraphImageOf(product.cover);
      await sitemap.add('books', { path: bookPath(product), changedAt: changes.get(product.id), image });
    }
    const items = products.flatMap((product) => merchantItems(product, shop));
    if (items.length > 0) await feed.write(items.join(''));
    count += products.length;
  }
  await feed.write(MERCHANT_FEED_END);
  await feed.close();
  return count;
}
