import { afterEach, expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { hideReview, restoreReview } from './moderation.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, deps, pool } = shop;

afterEach(() => expectIntegrity(pool));

const title = await makeProduct(shop, { stock: 500 });

async function makeReader() {
  const reader = await makeSignedInCustomer(shop);
  await makeOrder(shop, { lines: [title], token: reader.token });
  return reader;
}

const body = (rating: number) => ({
  product_id: title.id,
  rating,
  text: `${rating} stars.`,
  language: 'en',
  has_spoilers: false,
});

function save({ token }: { token: string }, rating: number) {
  return post(app, '/api/reviews/save', body(rating), { token });
}

async function stars(): Promise<number[]> {
  const { rows } = await pool.query('SELECT counts FROM product_rating WHERE product_id = $1', [title.id]);
  return rows[0]?.counts;
}

test('many first reviews of one customer at once are one review', async () => {
  const reader = await makeReader();
  const saved = await runConcurrently(12, 12, (index) => save(reader, 1 + (index % 5)));
  expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(saved.map(({ body: { id } }) => id)).size).toBe(1);
  expect((await stars()).reduce((sum, count) => sum + count)).toBe(1);
  await post(app, '/api/reviews/remove', { id: saved[0]!.body.id }, { token: reader.token });
  expect(await stars()).toEqual([0, 0, 0, 0, 0]);
});

test('the rating of a title is right whatever is written, changed, hidden and deleted at once', async () => {
  const readers = await runConcurrently(10, 5, makeReader);
  const ids: string[] = (await runConcurrently(10, 10, (index) => save(readers[index]!, 5))).map(
    ({ body: { id } }) => id,
  );
  expect(await stars()).toEqual([0, 0, 0, 0, 10]);
  await runConcurrently(120, 16, async (index) => {
    const [reader, id] = [readers[index % 10]!, ids[index % 10]!];
    if (index % 7 === 0) await hideReview(deps, { id, actor: 'staff', reason: 'Test' }).catch(expectTooLate);
    else if (index % 7 === 1) await restoreReview(deps, { id, actor: 'staff' }).catch(expectTooLate);
    else if (index % 10 === 9 && index > 100) await post(app, '/api/reviews/remove', { id }, { token: reader.token });
    else await save(reader, 1 + (index % 5));
  });
  const { rows } = await pool.query("SELECT count(*)::int AS n FROM review WHERE state = 'published'");
  expect((await stars()).reduce((sum, count) => sum + count)).toBe(rows[0].n);
});

function expectTooLate(error: Error): void {
  expect(['too_late', 'not_found']).toContain(error.message);
}

test('votes of many at once are counted, twice pressed once', async () => {
  const author = await makeReader();
  const { id } = (await save(author, 4)).body;
  const voters = await runConcurrently(12, 6, () => makeSignedInCustomer(shop));
  const answers = await runConcurrently(48, 16, (index) =>
    post(app, '/api/reviews/vote', { id, helpful: index < 36 || index % 12 < 6 }, { token: voters[index % 12]!.token }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await runConcurrently(24, 16, (index) =>
    post(app, '/api/reviews/vote', { id, helpful: true }, { token: voters[index % 12]!.token }),
  );
  const { rows } = await pool.query('SELECT helpful FROM review WHERE id = $1', [id]);
  expect(rows[0].helpful).toBe(12);
});
