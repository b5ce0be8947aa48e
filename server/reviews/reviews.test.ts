import { beforeEach, expect, test } from 'vitest';
import { makeCustomer, makeOrder, makeProduct, makeSignedInCustomer, type MadeProduct } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';
import { dismissReports, hideReview, replyToReview, restoreReview } from './moderation.ts';
import { listAllReviews, requireReview } from './staff-queries.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

let title: MadeProduct;

beforeEach(async () => {
  title = await makeProduct(shop, { stock: 500 });
  return () => expectIntegrity(pool);
});

const TEXT = 'I read it in one night.';

/** A signed-in customer with a delivered order of the title. */
async function makeReader(displayName = 'Siti binti Ali', of = title) {
  const reader = await makeSignedInCustomer(shop, { displayName });
  await makeOrder(shop, { lines: [of], token: reader.token });
  return reader;
}

type Reader = Awaited<ReturnType<typeof makeReader>>;

function save({ token }: { token: string }, changes: Record<string, unknown> = {}) {
  const body = { product_id: title.id, rating: 4, text: TEXT, language: 'en', has_spoilers: false, ...changes };
  return post(app, '/api/reviews/save', body, { token });
}

async function reviewBy(reader: Reader, changes: Record<string, unknown> = {}): Promise<string> {
  return (await save(reader, changes)).body.id;
}

function listed(query = '') {
  return get(app, `/api/site/products/${title.id}/reviews${query}`).then(({ body }) => body);
}

test('a customer reviews a bought title once, and changes and deletes the review', async () => {
  const reader = await makeReader();
  const saved = await save(reader, { has_spoilers: true, language: 'ms' });
  expect(saved.body).toMatchObject({ rating: 4, status: 'published', language: 'ms', hidden_reason: null });
  expect((await save(reader, { rating: 2, text: 'Not again.' })).body.id).toBe(saved.body.id);
  expect(await listed()).toMatchObject({
    rows: [{ rating: 2, text: 'Not again.', author: 'Siti A.', has_spoilers: false, helpful: 0, reply: null }],
    total: 1,
    rating: { average: 2, count: 1 },
    stars: [0, 1, 0, 0, 0],
  });
  expect((await listed()).rows[0].edited_at).not.toBeNull();
  expect((await post(app, '/api/reviews/remove', { id: saved.body.id }, { token: reader.token })).status).toBe(204);
  expect(await listed()).toMatchObject({ rows: [], total: 0, rating: null });
});

test('saving what is there already is no edit', async () => {
  const reader = await makeReader();
  await save(reader);
  expect((await save(reader)).body.edited_at).toBeNull();
});

test.each(['placed', 'paid', 'packed', 'cancelled'] as const)('an order that is %s allows no review', async (state) => {
  const reader = await makeSignedInCustomer(shop);
  await makeOrder(shop, { lines: [title], token: reader.token, state });
  expect(errorOf(await save(reader))).toEqual([403, 'purchase_required']);
  const form = await get(app, `/api/reviews/products/${title.id}`, { token: reader.token });
  expect(form.body).toMatchObject({ review: null, may_review: false, product: { id: title.id } });
});

test('who has bought another title or nothing may not review this one', async () => {
  const reader = await makeReader('Siti', await makeProduct(shop));
  expect(errorOf(await save(reader))).toEqual([403, 'purchase_required']);
  expect(errorOf(await save(reader, { product_id: 2_000_000_000 }))).toEqual([403, 'purchase_required']);
  expect((await listed()).total).toBe(0);
});

test.each([
  ['no stars', { rating: 0 }],
  ['six stars', { rating: 6 }],
  ['half a star', { rating: 4.5 }],
  ['stars as text', { rating: '4' }],
  ['no text', { text: '  ' }],
  ['a very long text', { text: 'a'.repeat(5001) }],
  ['control characters', { text: 'a\u0000b' }],
  ['an unknown language', { language: 'xx' }],
  ['spoilers as text', { has_spoilers: 'yes' }],
])('%s are refused', async (_what, changes) => {
  const reader = await makeReader();
  expect(errorOf(await save(reader, changes))).toEqual([422, 'invalid']);
  expect((await listed()).total).toBe(0);
});

test('readers filter by stars, sort, and turn pages', async () => {
  const readers = await Promise.all([1, 5, 5, 3].map((rating) => makeReader().then((one) => ({ ...one, rating }))));
  const ids: string[] = [];
  for (const { rating, ...reader } of readers) ids.push(await reviewBy(reader, { rating }));
  await post(app, '/api/reviews/vote', { id: ids[1], helpful: true }, { token: readers[0]!.token });
  const idsOf = async (query: string) => (await listed(query)).rows.map(({ id }: { id: string }) => id);
  expect(await idsOf('?sort=newest')).toEqual(ids.toReversed());
  expect(await idsOf('')).toEqual([ids[1], ids[3], ids[2], ids[0]]);
  expect(await idsOf('?rating=5')).toEqual([ids[1], ids[2]]);
  expect(await idsOf('?sort=newest&limit=2&page=2')).toEqual([ids[1], ids[0]]);
  expect(await listed('?rating=2')).toMatchObject({ rows: [], total: 0, rating: { average: 3.5, count: 4 } });
  expect((await get(app, `/api/site/products/${title.id}/reviews?rating=6`)).status).toBe(422);
  expect((await get(app, '/api/site/products/2000000000/reviews')).status).toBe(404);
});

test('a vote counts once, is taken back, and is for reviews of others only', async () => {
  const [author, reader] = [await makeReader(), await makeSignedInCustomer(shop)];
  const id = await reviewBy(author);
  const vote = (helpful: boolean, { token }: { token: string } = reader) =>
    post(app, '/api/reviews/vote', { id, helpful }, { token });
  expect((await vote(true)).body).toEqual({ id, voted: true, helpful: 1 });
  expect((await vote(true)).body.helpful).toBe(1);
  const marks = () => get(app, `/api/reviews/products/${title.id}/marks`, { token: reader.token });
  expect((await marks()).body).toEqual({ helpful: [id], own: null });
  expect((await vote(false)).body).toEqual({ id, voted: false, helpful: 0 });
  expect((await marks()).body).toEqual({ helpful: [], own: null });
  expect(errorOf(await vote(true, author))).toEqual([409, 'own_review']);
  const unknown = { id: '01900000-0000-7000-8000-000000000000', helpful: true };
  expect((await post(app, '/api/reviews/vote', unknown, { token: reader.token })).status).toBe(404);
});

test('a report goes to the shop once for each customer, who then hides the review or dismisses the report', async () => {
  const [author, reader] = [await makeReader(), await makeSignedInCustomer(shop)];
  const id = await reviewBy(author);
  const report = (reason: string, { token }: { token: string } = reader) =>
    post(app, '/api/reviews/report', { id, reason, note: 'See the end.' }, { token });
  expect((await report('spam')).status).toBe(204);
  expect((await report('abusive')).status).toBe(204);
  expect(errorOf(await report('spam', author))).toEqual([409, 'own_review']);
  expect((await report('boring')).status).toBe(422);
  expect(await listAllReviews(deps.db, { limit: 10, isReported: true })).toMatchObject([{ id, open_reports: 1 }]);
  expect((await requireReview(deps.db, id)).reports).toMatchObject([{ reason: 'spam', note: 'See the end.' }]);
  expect(await dismissReports(deps, id)).toBe(1);
  expect(await listAllReviews(deps.db, { limit: 10, isReported: true })).toEqual([]);
});

test('a hidden review counts no more, and its author sees it with the reason and may submit it again', async () => {
  const [author, other] = [await makeReader(), await makeReader()];
  const id = await reviewBy(author, { rating: 1 });
  await reviewBy(other, { rating: 5 });
  await hideReview(deps, { id, actor: 'Mei Ling', reason: 'It has the address of a neighbour.' });
  expect(await listed()).toMatchObject({ total: 1, rating: { average: 5, count: 1 }, stars: [0, 0, 0, 0, 1] });
  expect((await post(app, '/api/reviews/vote', { id, helpful: true }, { token: other.token })).status).toBe(404);
  const own = await get(app, '/api/reviews', { token: author.token });
  expect(own.body.rows).toMatchObject([{ id, status: 'hidden', hidden_reason: 'It has the address of a neighbour.' }]);
  await expect(hideReview(deps, { id, actor: 'Mei Ling', reason: 'Again' })).rejects.toThrow('too_late');
  expect((await save(author, { rating: 1, text: 'Without the address.' })).body.status).toBe('resubmitted');
  expect((await listed()).total).toBe(1);
  await restoreReview(deps, { id, actor: 'Mei Ling' });
  expect(await listed()).toMatchObject({ total: 2, rating: { average: 3, count: 2 } });
  expect((await requireReview(deps.db, id)).timeline.map(({ status }) => status)).toEqual([
    'published',
    'hidden',
    'resubmitted',
    'published',
  ]);
});

test('the shop answers a review, and answers again in its place', async () => {
  const id = await reviewBy(await makeReader());
  await replyToReview(deps, { id, reply: 'Thank you!' });
  await replyToReview(deps, { id, reply: 'Thank you, Siti!' });
  expect((await listed()).rows[0].reply.text).toBe('Thank you, Siti!');
});

test("another customer's review can be neither changed nor deleted", async () => {
  const [author, other] = [await makeReader(), await makeReader()];
  const id = await reviewBy(author);
  expect((await post(app, '/api/reviews/remove', { id }, { token: other.token })).status).toBe(404);
  expect(await reviewBy(other)).not.toBe(id);
  expect((await listed()).total).toBe(2);
});

test('customers see the titles that they may still review', async () => {
  const reader = await makeReader();
  const titles = async () => (await get(app, '/api/reviews', { token: reader.token })).body.to_review;
  expect(await titles()).toMatchObject([{ id: title.id }]);
  await save(reader);
  expect(await titles()).toEqual([]);
});

test('a title shows its rating wherever it is listed', async () => {
  await save(await makeReader(), { rating: 5 });
  await save(await makeReader(), { rating: 4 });
  const { body } = await get(app, `/api/site/products/${title.id}`);
  expect(body.rating).toEqual({ average: 4.5, count: 2 });
  const { rows } = await pool.query('SELECT FROM product_change WHERE product_id = $1 AND changed_at >= $2', [
    title.id,
    new Date(Date.now() - 60_000),
  ]);
  expect(rows.length).toBeGreaterThanOrEqual(2);
});

test('the export has reviews, votes and reports, and a deleted account leaves none of them', async () => {
  const [author, other] = [await makeReader(), await makeReader()];
  const [own, others] = [await reviewBy(author), await reviewBy(other)];
  await post(app, '/api/reviews/vote', { id: others, helpful: true }, { token: author.token });
  await post(app, '/api/reviews/vote', { id: own, helpful: true }, { token: other.token });
  await post(app, '/api/reviews/report', { id: others, reason: 'spam', note: 'My secret' }, { token: author.token });
  const { body } = await get(app, '/api/account/export', { token: author.token });
  expect(body).toMatchObject({
    reviews: [{ id: own, text: TEXT, moves: [{ state: 'published' }] }],
    review_votes: [{ review_id: others }],
    review_reports: [{ review_id: others, note: 'My secret' }],
  });
  await post(app, '/api/account/delete', {}, { token: author.token });
  expect(await listed()).toMatchObject({ total: 1, rows: [{ id: others, helpful: 0 }], rating: { count: 1 } });
  expect((await requireReview(deps.db, others)).reports).toEqual([]);
});

test('writing, voting and reporting need a sign-in and are limited', async () => {
  for (const path of ['save', 'remove', 'vote', 'report'])
    expect((await post(app, `/api/reviews/${path}`, {})).status).toBe(401);
  const limited = await openTestApp({ RATE_LIMITS: 'on', DEMO: '0' });
  const customer = await makeCustomer(limited);
  const { token } = await post(limited.app, '/customer/auth/login', {
    username: customer.username,
    password: customer.password,
  }).then(({ body }) => ({ token: body.api_token as string }));
  const body = { product_id: 1, rating: 4, text: TEXT, language: 'en', has_spoilers: false };
  const tries = Array.from({ length: 7 }, () => post(limited.app, '/api/reviews/save', body, { token }));
  const codes = (await Promise.all(tries)).map(errorOf);
  expect(codes.filter(([status]) => status === 429)).toHaveLength(1);
});
