import { beforeEach, expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer, type MadeProduct } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { post } from '../../tests/test-app.ts';
import { replyToReview } from '../reviews/moderation.ts';

const shop = await openStorefront();
const { app, deps, visit } = shop;

let title: MadeProduct;
let count = 0;

beforeEach(async () => {
  count += 1;
  title = await makeProduct(shop, { title: `Emma ${count}`, stock: 500 });
});

type Written = { rating: number; text?: string; language?: string; has_spoilers?: boolean };

async function write({ rating, text = `${rating} stars.`, language = 'en', has_spoilers = false }: Written) {
  const reader = await makeSignedInCustomer(shop, { displayName: 'Siti binti Ali' });
  await makeOrder(shop, { lines: [title], token: reader.token });
  const body = { product_id: title.id, rating, text, language, has_spoilers };
  const { body: review } = await post(app, '/api/reviews/save', body, { token: reader.token });
  return review.id as string;
}

const bookPath = () => `/book/${title.id}/emma-${count}`;

async function html(query = '', locale = ''): Promise<string> {
  return (await visit(`${locale}${bookPath()}${query}`)).payload;
}

function textsIn(page: string): string[] {
  return [...page.matchAll(/<p class="review-text"[^>]*>(.*?)<\/p>/gs)].map(([, text]) => text!);
}

test('a title without reviews invites to write the first', async () => {
  const page = await html();
  expect(page).toContain('No reviews yet');
  expect(page).toContain(`href="/customer/reviews/write/${title.id}"`);
  expect(page).not.toContain('aggregateRating');
});

test('a page shows the average, every number of stars with a link to its reviews, and the reviews of one', async () => {
  for (const rating of [1, 5, 5]) await write({ rating });
  const page = await html('?sort=newest');
  expect(page).toContain('3.7');
  expect(textsIn(page)).toEqual(['5 stars.', '5 stars.', '1 stars.']);
  expect(page).toContain(`href="${bookPath()}?rating=1&amp;sort=newest#reviews"`);
  expect(page).not.toContain('rating=2');
  const filtered = await html('?rating=1');
  expect(textsIn(filtered)).toEqual(['1 stars.']);
  expect(filtered).toContain('aria-current="true"');
  expect(filtered).toContain(`<link rel="canonical" href="${deps.publicUrl}${bookPath()}">`);
});

test('reviews are on pages of five, and beyond the last is the first', async () => {
  for (let index = 0; index < 6; index += 1) await write({ rating: 4, text: `Review ${index}` });
  expect(textsIn(await html('?sort=newest'))).toHaveLength(5);
  expect(textsIn(await html('?sort=newest&page=2'))).toEqual(['Review 0']);
  const beyond = await visit(`${bookPath()}?page=3`);
  expect([beyond.statusCode, beyond.headers.location]).toEqual([303, bookPath()]);
  for (const query of ['?rating=9', '?rating=x', '?sort=worst', '?page=0'])
    expect(textsIn(await html(query))).toHaveLength(5);
});

test('a review keeps its language, is folded where it spoils, and shows the reply of the shop', async () => {
  const id = await write({ rating: 2, text: 'Habis cerita.', language: 'ms', has_spoilers: true });
  await replyToReview(deps, { id, reply: 'Thank you!' });
  const page = await html('', '/de');
  expect(page).toMatch(
    /<details class="fold"><summary>Enthält Spoiler[^<]*<\/summary><p class="review-text" lang="ms"/,
  );
  for (const text of ['Siti A.', 'Verifizierter Kauf', 'Auf Malaiisch', 'Antwort der Buchhandlung', 'Thank you!'])
    expect(page).toContain(text);
  expect(page).not.toContain('binti');
});

test('nothing that a reader writes becomes markup', async () => {
  await write({ rating: 3, text: '<img src=x onerror=alert(1)></script><!--' });
  const page = await html();
  expect(page).not.toContain('<img src=x');
  expect(page.match(/<\/script><!--/)).toBeNull();
});

test('machines read the average and the reviews that the page shows', async () => {
  await write({ rating: 4, text: 'Good.' });
  await write({ rating: 5, text: 'Great.' });
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await html('?rating=5'))!;
  expect(JSON.parse(json!)).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2, bestRating: 5, worstRating: 1 },
    review: [{ reviewRating: { ratingValue: 5 }, author: { name: 'Siti A.' }, reviewBody: 'Great.', inLanguage: 'en' }],
  });
});

test('the rating stands on cards of lists, too', async () => {
  await write({ rating: 4 });
  const { payload } = await visit(`/browse?q=emma`);
  expect(payload).toContain('4.0 out of 5 stars, 1 review');
});
