import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { HomeContent } from '#contract/home.ts';
import { makeProduct } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { product } from '../db/tables.ts';
import { listenTo } from '../db/connection.ts';
import { publishHome } from '../home/home-page.ts';
import { reviewHome } from '../home/read-home.ts';
import { waitUntil } from '../startup.ts';
import { homeView } from './home-view.ts';

const shop = await openStorefront();
const { deps, visit } = shop;
const { db } = deps;

const ISBNS = ['9780140328721', '9780141439518', '9780141439556', '9780141439600'] as const;
const books = await Promise.all(ISBNS.map((isbn, index) => makeProduct(shop, { isbn, popularity: 90 - index })));
const [first, second, third, fourth] = books.map(({ id }) => id) as [number, number, number, number];
const published = await Promise.all(
  ['2026-05', '2026-10-01', '2999-01-01'].map((day) => makeProduct(shop, { published: day, popularity: -1 })),
);
const [older, newer, ahead] = published.map(({ id }) => id) as [number, number, number];
const more = await Promise.all(Array.from({ length: 14 }, (_, index) => makeProduct(shop, { popularity: index })));
const best = more.map(({ id }) => id).toReversed();

const TEXT = { en: 'Read it twice.', fa: 'دو بار بخوانید.' };
const TITLE = { en: 'Chosen' };

async function sectionsOf(content: HomeContent | null, locale: 'en' | 'fa' = 'en') {
  await publishHome(db, { content, actor: 'test' });
  const found = await homeView(deps, { params: {}, query: {}, locale });
  if (!found || !('view' in found) || found.view.page !== 'home') throw new Error('There is no home page.');
  return found.view.sections;
}

const idsOf = (section: object) => (section as { rows: { id: number }[] }).rows.map(({ id }) => id);

test('a shop where nobody published a page shows covers and lists of its own', async () => {
  const sections = await sectionsOf(null);
  expect(sections.map(({ form }) => form)).toEqual(['covers', 'numbered', 'row', 'row']);
  expect(idsOf(sections[0]!)).toEqual([first, second, third, fourth, best[0]]);
  expect(idsOf(sections[1]!)).toEqual([first, second, third, fourth, ...best.slice(0, 6)]);
  expect([idsOf(sections[2]!), idsOf(sections[3]!)]).toEqual([[newer, older], [ahead]]);
});

test('a page opens with its featured book; lists leave out what stands elsewhere, numbered ones are whole', async () => {
  const sections = await sectionsOf({
    sections: [
      { form: 'row', title: TITLE, books: 'bestselling' },
      { form: 'featured', book: ISBNS[1], text: TEXT, by: 'Mei Ling' },
      { form: 'band', color: 'plum', title: TITLE, books: [ISBNS[2], ISBNS[0]] },
      { form: 'numbered', title: TITLE, books: 'bestselling' },
      { form: 'row', title: TITLE, books: 'bestselling' },
    ],
  });
  expect(sections.map(({ form }) => form)).toEqual(['featured', 'row', 'band', 'numbered', 'row']);
  expect(sections[0]).toMatchObject({ row: { id: second }, text: { text: TEXT.en, language: 'en' }, by: 'Mei Ling' });
  expect(idsOf(sections[1]!)).toEqual([fourth, ...best.slice(0, 11)]);
  expect(idsOf(sections[2]!)).toEqual([third, first]);
  expect(idsOf(sections[3]!).slice(0, 2)).toEqual([first, second]);
  expect(idsOf(sections[4]!).slice(0, 3)).toEqual(best.slice(11));
});

test('a reader gets texts in the language of the page, else in English', async () => {
  const sections = await sectionsOf({ sections: [{ form: 'cover', title: TITLE, text: TEXT, book: ISBNS[0] }] }, 'fa');
  expect(sections[1]).toMatchObject({
    title: { text: 'Chosen', language: 'en' },
    text: { text: TEXT.fa, language: 'fa' },
  });
});

test('sections are shown on their days only, and not without their titles', async () => {
  const row = { form: 'row' as const, title: TITLE, books: [ISBNS[0]] };
  const days = { later: { from: '2999-01-01' }, over: { to: '2020-01-01' } };
  const sections = await sectionsOf({
    sections: [
      { ...row, ...days.later },
      { ...row, ...days.over },
      { form: 'featured', book: ISBNS[0], text: TEXT, by: 'A', ...days.later },
      { form: 'quote', book: '9780306406157', text: TEXT, by: 'A' },
      { form: 'picks', title: TITLE, picks: [{ book: '9780306406157', text: TEXT, by: 'A' }] },
      { form: 'row', title: TITLE, books: { series: 'none' } },
      { ...row, from: '2020-01-01', to: '2999-01-01' },
    ],
  });
  expect(sections.map(({ form }) => form)).toEqual(['covers', 'row']);
});

test('content that names a title that the shop does not sell cannot be published', async () => {
  const content: HomeContent = {
    sections: [
      { form: 'quote', book: '9780306406157', text: TEXT, by: 'A' },
      { form: 'row', title: TITLE, books: [ISBNS[0]], to: '2020-01-01' },
    ],
  };
  expect(await reviewHome(db, content, '2026-11-23')).toEqual({
    mistakes: ['sections[0] has the ISBN 9780306406157, which is not for sale in this shop.'],
    notes: [
      'sections[0] has no text in de, fr, pt: its readers get the English one.',
      'sections[1] has no text in fa, de, fr, pt: its readers get the English one.',
      'sections[1] ended on 2020-01-01 and is not shown.',
    ],
  });
});

test('a published page is there at once, and without a title that is not listed any more', async () => {
  const listener = listenTo(shop.connect, shop.channels);
  const quote = { form: 'quote', book: ISBNS[3], text: TEXT, by: 'Mei Ling' } as const;
  await sectionsOf(null);
  expect((await visit('/')).payload).not.toContain('Read it twice.');
  await publishHome(db, { content: { sections: [quote] }, actor: 'test' });
  await waitUntil(async () => (await visit('/')).payload.includes('Read it twice.'), { seconds: 10, what: 'the page' });
  await db.update(product).set({ isListed: false }).where(eq(product.id, fourth));
  await waitUntil(async () => !(await visit('/')).payload.includes('Read it twice.'), {
    seconds: 10,
    what: 'the page',
  });
  await listener.stop();
});
