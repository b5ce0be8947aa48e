import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { makeProduct } from '../../../tests/factories.ts';
import { testShop } from '../../../tests/database.ts';
import { checkMessage } from '../../../tests/onix-order.ts';
import { commandsIn, type RunCommand } from '../../../tests/run-command.ts';
import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { mapRecord } from '../map-record.ts';
import { readRecords, withMessages } from '../open-message.ts';
import { seedDemo } from '../../demo/seed-demo.ts';
import { contributor, onixSender, product, productContributor, productSubject, variant } from '../../db/tables.ts';
import type { Services } from '../../services.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'export-'));
const shop = await testShop({ SHOP_NAME: 'Kedai & Buku' });
const { db } = shop.deps;
const run = commandsIn(shop);

/** Another shop: it has another id, as no copy of a test's database has by itself. */
async function otherShop() {
  const other = await testShop();
  await other.deps.db.update(onixSender).set({ id: sql`gen_random_uuid()` });
  return { ...other, run: commandsIn(other) };
}

/**
 * Every row of the catalogue as readers know it: by names and ISBNs instead of ids. Left out: times, stock and popularity, which
 * are a shop's own; keys of works; availability, which an export states from the stock.
 */
async function catalogueOf({ deps }: Pick<Services, 'deps'>): Promise<Record<string, unknown[]>> {
  const queries = {
    product: sql`SELECT slug, title, subtitle, title_sort, language, other_languages, original_language, audience, description,
      published, publisher, imprint, is_listed FROM product ORDER BY 1, 2, 3, 5, description, published`,
    variant: sql`SELECT p.slug, isbn, format, list_price, member_price, pages, v.published, v.is_listed, publishing_status,
      embargo, expected, order_days, details, accessibility, is_screen_reader_friendly
      FROM variant v JOIN product p ON p.id = product_id ORDER BY isbn, 1, format`,
    contributor: sql`SELECT slug, name, name_sort, biography, isni, orcid FROM contributor ORDER BY slug`,
    product_contributor: sql`SELECT min(v.isbn) AS book, c.slug, role, position FROM product_contributor pc
      JOIN contributor c ON c.id = contributor_id JOIN variant v USING (product_id) GROUP BY product_id, 2, 3, 4 ORDER BY 1, 4`,
    product_subject: sql`SELECT min(v.isbn) AS book, code, subject, position FROM product_subject
      JOIN variant v USING (product_id) GROUP BY product_id, 2, 3, 4 ORDER BY 1, 4`,
    series: sql`SELECT slug, name FROM series ORDER BY slug`,
    product_series: sql`SELECT min(v.isbn) AS book, s.slug, number, position, place FROM product_series
      JOIN series s ON s.id = series_id JOIN variant v USING (product_id) GROUP BY product_id, 2, 3, 4, 5 ORDER BY 1, 5`,
    search_entry: sql`SELECT min(v.isbn) AS book, min(document::text) AS words, title_sort, e.published, e.list_price, e.language, e.publisher, subjects,
      formats, authors, series FROM search_entry e JOIN search_text USING (product_id) JOIN variant v USING (product_id) GROUP BY e.product_id ORDER BY 1`,
  };
  const rows = Object.entries(queries).map(async ([name, query]) => [name, (await deps.db.execute(query)).rows]);
  return Object.fromEntries(await Promise.all(rows));
}

async function exportTo(name: string, ...options: string[]) {
  return exportFrom(run, name, ...options);
}

async function exportFrom(runThere: RunCommand, name: string, ...options: string[]) {
  const file = join(folder, name);
  const { data } = await runThere('export', 'onix', file, ...options);
  return { file, xml: readFileSync(file, 'utf8'), ...(data as { number: number; sent_at: string; records: number }) };
}

/** What the shop reads of a message's records. */
async function recordsOf(file: string): Promise<OnixRecord[]> {
  return withMessages(file, async ([message]) => {
    const records = [];
    for await (const item of readRecords(message!)) {
      if ('reason' in item) throw new Error(item.reason);
      records.push(mapRecord(item.element, message!.defaults).record);
    }
    return records;
  });
}

/** A record without what only its own shop knows: its ids, its stock, and how it is named elsewhere. */
function withoutIds({ descriptive, collateral, publishing, supply, isbn }: OnixRecord) {
  const prices = supply?.map((one) => one.prices);
  return JSON.stringify({ isbn, descriptive, collateral, publishing, prices });
}

test('the demo comes back from an export into an empty shop row by row', async () => {
  const demo = await otherShop();
  await seedDemo(demo.deps);
  const { file, xml, records } = await exportFrom(demo.run, 'demo.xml');
  const counts = checkMessage(xml);
  expect(counts.get('Product')).toBe(records);
  expect(records).toBe(await demo.deps.db.$count(variant, eq(variant.isListed, true)));
  const other = await otherShop();
  const { data } = await other.run('import', 'onix', file);
  expect(data).toMatchObject({ read: records, added: records, quarantined: 0, held_back: {}, issues: [] });
  const [before, after] = [await catalogueOf(demo), await catalogueOf(other)];
  for (const [table, rows] of Object.entries(before)) expect({ [table]: after[table] }).toEqual({ [table]: rows });

  const short = await exportFrom(demo.run, 'short.xml', '--short', '--release', '3.1');
  checkMessage(short.xml);
  expect(short.xml).toContain('<ONIXmessage release="3.1" xmlns="http://ns.editeur.org/onix/3.1/short">');
  const original = await recordsOf(file);
  expect(await recordsOf(short.file)).toEqual(original);
  const again = await exportFrom(other.run, 'again.xml');
  const [once, twice] = [original, await recordsOf(again.file)].map((all) => all.map(withoutIds).toSorted());
  expect(twice).toEqual(once);
}, 600_000);

test('the shop does not import its own export', async () => {
  await makeProduct(shop);
  const { file } = await exportTo('own.xml');
  await expect(run('import', 'onix', file)).rejects.toThrow(
    'own.xml is an export of this shop itself. Nothing was changed.',
  );
});

test('texts with markup, quotes and control characters arrive as they are', async () => {
  const made = await makeProduct(shop, {
    title: 'A <b>"bold"</b> & plain title',
    contributors: [{ name: 'Ō’Neill & Sons', role: 'author' }],
  });
  const description = 'First <p>not markup</p> & "quoted"\nSecond\u0001 line 🎉';
  await db.update(product).set({ description }).where(eq(product.id, made.id));
  const { file, xml } = await exportTo('marks.xml', '--since', new Date().toISOString());
  checkMessage(xml);
  const other = await otherShop();
  await other.run('import', 'onix', file);
  const [found] = await other.deps.db.select().from(product).where(eq(product.title, 'A <b>"bold"</b> & plain title'));
  expect(found).toMatchObject({ description: 'First <p>not markup</p> & "quoted"\nSecond line 🎉' });
});

test('keywords go out and come back, and the title is found by them', async () => {
  await makeProduct(shop, { title: 'The Reef', keywords: ['corals', 'Great Barrier Reef', 'نهنگ'] });
  const { file, xml } = await exportTo('keywords.xml', '--since', new Date(Date.now() - 60_000).toISOString());
  checkMessage(xml);
  expect(xml).toContain('<SubjectHeadingText>corals; Great Barrier Reef; نهنگ</SubjectHeadingText>');
  const other = await otherShop();
  await other.run('import', 'onix', file);
  const [found] = await other.deps.db.select().from(product).where(eq(product.title, 'The Reef'));
  expect(found?.keywords).toEqual(['corals', 'Great Barrier Reef', 'نهنگ']);
  const { rows } = await other.deps.db.execute(
    sql`SELECT product_id AS id FROM search_text WHERE document @@ to_tsquery('simple', 'barrier & نهنگ')`,
  );
  expect(rows).toEqual([{ id: found!.id }]);
});

/** Sets every time of change back, as if all of it had happened an hour ago. */
async function letAnHourPass(): Promise<void> {
  await db.execute(sql`ALTER TABLE product DISABLE TRIGGER USER`);
  await db.execute(sql`ALTER TABLE variant DISABLE TRIGGER USER`);
  await db.execute(sql`UPDATE product SET updated_at = now() - interval '1 hour'`);
  await db.execute(sql`UPDATE variant SET updated_at = now() - interval '1 hour'`);
  await db.execute(sql`ALTER TABLE product ENABLE TRIGGER USER`);
  await db.execute(sql`ALTER TABLE variant ENABLE TRIGGER USER`);
}

const references = (xml: string) => [...xml.matchAll(/<RecordReference>([^<]+)</g)].map(([, reference]) => reference);

test('--since writes what changed: a price, stock, a title; not the rest', async () => {
  await letAnHourPass();
  const since = new Date().toISOString();
  const empty = await exportTo('nothing.xml', '--since', since);
  expect(empty).toMatchObject({ records: 0 });
  expect(checkMessage(empty.xml).get('NoProduct')).toBe(1);
  await makeProduct(shop, { title: 'The same' });
  const made = await makeProduct(shop, { title: 'Changed' });
  const [other] = await db.select({ id: variant.id, productId: variant.productId }).from(variant).limit(1);
  await letAnHourPass();
  const changes = [
    () => db.update(variant).set({ listPrice: 1, memberPrice: 1 }).where(eq(variant.id, made.vid)),
    () => db.update(variant).set({ stock: 99 }).where(eq(variant.id, made.vid)),
    () => db.update(product).set({ title: 'Changed again' }).where(eq(product.id, made.id)),
    () => db.insert(productSubject).values({ productId: made.id, code: 'FBA', subject: 'FBA', position: 0 }),
    () => db.delete(productSubject).where(eq(productSubject.productId, made.id)),
  ];
  for (const change of changes) {
    await change();
    const { xml } = await exportTo('changed.xml', '--since', since);
    expect(references(xml)).toEqual([`kedai-buku.${made.vid}`]);
    await letAnHourPass();
  }
  await db
    .update(variant)
    .set({ stock: sql`stock` })
    .where(eq(variant.id, other!.id));
  expect(await exportTo('same.xml', '--since', since)).toMatchObject({ records: 0 });
});

test('--since tells that an edition has left the shop, a full export leaves it out', async () => {
  const made = await makeProduct(shop, { title: 'Leaving' });
  const mirror = await otherShop();
  const full = await exportTo('with.xml');
  await mirror.run('import', 'onix', full.file);
  await letAnHourPass();
  await db.update(variant).set({ isListed: false }).where(eq(variant.id, made.vid));
  await db.update(product).set({ isListed: false }).where(eq(product.id, made.id));
  const reference = `kedai-buku.${made.vid}`;
  expect(references((await exportTo('without.xml')).xml)).not.toContain(reference);
  const { file, xml } = await exportTo('left.xml', '--since', full.sent_at);
  checkMessage(xml);
  expect(references(xml)).toEqual([reference]);
  expect(xml).toContain('<ProductAvailability>40</ProductAvailability>');
  expect((await mirror.run('import', 'onix', file, '--confirm-delists')).data).toMatchObject({ changed: 1 });
  const [left] = await mirror.deps.db.select().from(product).where(eq(product.title, 'Leaving'));
  expect(left).toMatchObject({ isListed: false });
});

test('numbers of messages grow, and wrong options are refused in one sentence', async () => {
  const [first, second] = [await exportTo('one.xml'), await exportTo('two.xml')];
  expect(second.number).toBe(first.number + 1);
  expect(second.xml).toContain(`<MessageNumber>${second.number}</MessageNumber>`);
  expect(second.xml).toContain('<SenderName>Kedai &amp; Buku</SenderName>');
  await expect(run('export', 'onix', join(folder, 'x.xml'), '--release', '2.1')).rejects.toThrow(
    '--release must be one of',
  );
  await expect(run('export', 'onix', join(folder, 'x.xml'), '--since', 'noon')).rejects.toThrow(
    '--since must be a day',
  );
});

test('people keep their roles, their order and their identifiers', async () => {
  const made = await makeProduct(shop, {
    title: 'Several People',
    contributors: [{ name: 'Ana Maria', role: 'author' }],
  });
  const [person] = await db
    .update(contributor)
    .set({ biography: '<p>Wrote <em>much</em>.<br>Lives.</p>', isni: '000000012146438X', orcid: '0000-0002-1825-0097' })
    .where(eq(contributor.name, 'Ana Maria'))
    .returning();
  await db
    .insert(productContributor)
    .values({ productId: made.id, contributorId: person!.id, role: 'translator', position: 1 });
  const { file, xml } = await exportTo('people.xml');
  checkMessage(xml);
  const other = await otherShop();
  await other.run('import', 'onix', file);
  const theirs = await other.deps.db.select().from(contributor).where(eq(contributor.name, 'Ana Maria'));
  const { biography, isni, orcid } = person!;
  expect(theirs).toMatchObject([{ biography, isni, orcid }]);
});
