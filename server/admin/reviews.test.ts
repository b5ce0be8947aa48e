import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, type TestResponse } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
const devi = await makeSignedInCustomer(shop, { staffRole: 'support', displayName: 'Devi' });

const auditOf = async (about: string): Promise<string[]> => {
  const { rows } = await pool.query(
    "SELECT actor, details->>'verb' AS verb FROM audit_entry WHERE event = 'staff' AND details->>'about' = $1 ORDER BY at, position",
    [about],
  );
  return rows.map(({ actor, verb }) => `${actor}: ${verb}`);
};

const statuses = (responses: readonly TestResponse[]) => responses.map(({ status }) => status).toSorted();

async function reviewed(text = 'I read it in one night.') {
  const reader = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop);
  await makeOrder(shop, { lines: [title], token: reader.token });
  const saved = { product_id: title.id, rating: 4, text, language: 'en', has_spoilers: false };
  const { body } = await post(app, '/api/reviews/save', saved, reader);
  return { reader, id: body.id as string };
}

const onReview = (verb: string, body: object, who = devi) => post(app, `/api/admin/reviews/${verb}`, body, who);

test('reported reviews come first to whoever moderates; hiding, dismissing and restoring happen once', async () => {
  const { id } = await reviewed();
  const other = await makeSignedInCustomer(shop);
  await post(app, '/api/reviews/report', { id, reason: 'spam', note: 'An advertisement.' }, other);
  const reported = async () => (await get(app, '/api/admin/reviews?status=reported', devi)).body.rows;
  expect(await reported()).toMatchObject([{ id, open_reports: 1, status: 'published' }]);
  expect((await get(app, '/api/admin/work-list', devi)).body.reviews).toEqual({ reported: 1, resubmitted: 0 });
  const both = await Promise.all([
    onReview('hide', { id, reason: 'Advertisement.' }),
    onReview('hide', { id, reason: 'Spam.' }, amir),
  ]);
  expect(statuses(both)).toEqual([204, 409]);
  expect(await reported()).toEqual([]);
  const { body } = await get(app, `/api/admin/reviews/${id}`, devi);
  expect(body).toMatchObject({ status: 'hidden', reports: [{ reason: 'spam', note: 'An advertisement.' }] });
  expect((await onReview('restore', { id })).status).toBe(204);
  expect(errorOf(await onReview('restore', { id }))).toEqual([409, 'too_late']);
  expect(errorOf(await onReview('dismiss', { id }))).toEqual([409, 'too_late']);
  const missing = '01900000-0000-7000-8000-000000000000';
  expect(errorOf(await onReview('dismiss', { id: missing }))).toEqual([404, 'not_found']);
});

test('many reviews are decided at once, each by itself and once, under the name of whoever did', async () => {
  const [first, second, third] = [await reviewed('One.'), await reviewed('Two.'), await reviewed('Three.')];
  const ids = [first.id, second.id, third.id];
  const spam = { decision: 'hide', reason: 'Advertisement.' };
  expect((await onReview('hide', { id: second.id, reason: 'Spam.' }, amir)).status).toBe(204);
  const both = await Promise.all([
    onReview('decide', { ids: [...ids, first.id], ...spam }),
    onReview('decide', { ids, ...spam }, amir),
  ]);
  expect(statuses(both)).toEqual([200, 200]);
  const outcomes = both.flatMap(({ body }) => body.results as { id: string; error: string | null }[]);
  expect(outcomes).toHaveLength(6);
  for (const { id } of [first, third])
    expect(outcomes.filter((one) => one.id === id && one.error === null)).toHaveLength(1);
  expect(outcomes.filter(({ error }) => error === 'too_late')).toHaveLength(4);
  for (const id of ids) expect(await auditOf(id)).toHaveLength(1);
  const missing = '01900000-0000-7000-8000-000000000000';
  const { body } = await onReview('decide', { ids: [missing, first.id], decision: 'restore' });
  expect(body.results).toEqual([
    { id: missing, error: 'not_found' },
    { id: first.id, error: null },
  ]);
  expect((await auditOf(first.id)).at(-1)).toBe('Devi: review restore');
  for (const body of [
    { ids, decision: 'hide' },
    { ids: [], ...spam },
    { ids, decision: 'edit' },
  ])
    expect(errorOf(await onReview('decide', body))[0]).toBe(422);
  await expectIntegrity(pool);
});

test('the shop replies to a review under the eyes of one person at a time', async () => {
  const { id } = await reviewed();
  const both = await Promise.all([
    onReview('reply', { id, text: 'Thank you!', was: null }),
    onReview('reply', { id, text: 'Many thanks.', was: null }, amir),
  ]);
  expect(statuses(both)).toEqual([204, 409]);
  const { reply } = (await get(app, `/api/admin/reviews/${id}`, devi)).body;
  expect(reply).toBe(both[0].status === 204 ? 'Thank you!' : 'Many thanks.');
  expect((await onReview('reply', { id, text: 'Thanks again.', was: reply })).status).toBe(204);
});

test('pages of a list follow each other without gap and without repetition', async () => {
  const ids = [];
  for (const text of ['one', 'two', 'three']) ids.unshift((await reviewed(`Review ${text}.`)).id);
  const { body: first } = await get(app, '/api/admin/reviews?limit=2', devi);
  const { body: second } = await get(app, `/api/admin/reviews?limit=1&before=${first.next}`, devi);
  expect([...first.rows, ...second.rows].map(({ id }: { id: string }) => id)).toEqual(ids);
});
