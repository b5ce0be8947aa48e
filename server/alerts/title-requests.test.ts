import { expect, test } from 'vitest';
import { MAX_TITLE_REQUESTS } from '#domain/title-request.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { activateManually } from '../accounts/registration.ts';
import { guestAlertsToken } from '../emails/links.ts';
import { runMaintenance } from '../maintenance/cleanup.ts';
import { answerTitleRequest, fulfilArrivedRequests, fulfilTitleRequest } from './answer-requests.ts';
import {
  addGuestTitleRequest,
  confirmGuestRequest,
  listAllTitleRequests,
  readGuestRequests,
  removeGuestRequests,
} from './title-requests.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const here = { locale: 'fr', client: { ip: '203.0.113.9' } } as const;
let guests = 0;
const newEmail = () => `asker-${(guests += 1)}@mail.test`;

const add = (body: unknown, token?: string) => post(app, '/api/title-requests/add', body, { token });
const list = async (token: string) => (await get(app, '/api/title-requests', { token })).body.items;
const kindsTo = async (email: string) => (await renderedEmailsTo(deps, email)).map(({ kind }) => kind);

/** A guest's request that is confirmed; returns its id and the token of the link. */
async function confirmed(words: string, email: string): Promise<{ id: string; token: string }> {
  await addGuestTitleRequest(deps, words, { email, ...here });
  const token = guestAlertsToken(deps, email);
  const { id } = (await readGuestRequests(deps.db, token)).requests[0]!;
  await confirmGuestRequest(deps.db, token, id);
  return { id, token };
}

test('a member asks once for a title, however it is written, and takes it back', async () => {
  const { token } = await makeSignedInCustomer(shop);
  for (const words of ['Sejarah Melayu, Winstedt', 'sejarah  melayu winstedt', '978-0-14-044913-6', '0140449132'])
    expect((await add({ words }, token)).body).toEqual({ status: 'open' });
  const rows = await list(token);
  expect(rows.map(({ words }: { words: string }) => words)).toEqual(['978-0-14-044913-6', 'Sejarah Melayu, Winstedt']);
  const remove = () => post(app, '/api/title-requests/remove', { id: rows[0].id }, { token });
  expect((await remove()).status).toBe(204);
  expect(errorOf(await remove())).toEqual([404, 'not_found']);
});

test('a guest confirms by an email that does not quote what was typed', async () => {
  const email = newEmail();
  await addGuestTitleRequest(deps, 'Win a prize at http://spam.test', { email, ...here });
  const [letter] = await renderedEmailsTo(deps, email);
  const token = guestAlertsToken(deps, email);
  expect(letter).toMatchObject({ kind: 'title_requested', locale: 'fr' });
  expect(letter!.text).toContain(`http://shop.test/fr/alerts/${token}`);
  expect(letter!.text).not.toContain('prize');
  const [request] = (await readGuestRequests(deps.db, token)).requests;
  expect(request!.status).toBe('pending');
  await confirmGuestRequest(deps.db, guestAlertsToken(deps, 'stranger@mail.test'), request!.id);
  await confirmGuestRequest(deps.db, token, request!.id);
  expect((await readGuestRequests(deps.db, token)).requests[0]!.status).toBe('open');
  await removeGuestRequests(deps.db, token);
  expect(await readGuestRequests(deps.db, token)).toEqual({ email: null, requests: [] });
});

test('a reader has so many requests at once, also by concurrent ones', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const responses = await runConcurrently(MAX_TITLE_REQUESTS + 5, 8, (index) =>
    add({ words: `Title ${index}` }, token),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(MAX_TITLE_REQUESTS);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(5);
});

test.each([[{ words: ' ' }], [{ words: 'x'.repeat(201) }], [{ words: 'one\ntwo' }], [{ words: 'Emma' }], [{}]])(
  '%j of a guest is refused and stores nothing',
  async (body) => {
    const before = await pool.query('SELECT count(*) FROM title_request');
    expect(errorOf(await add(body))).toEqual([422, 'invalid']);
    expect((await pool.query('SELECT count(*) FROM title_request')).rows).toEqual(before.rows);
  },
);

test('a title that comes in by its ISBN is told of once, by several servers too, and only to whoever confirmed', async () => {
  const [reader, unconfirmed] = [newEmail(), newEmail()];
  await confirmed('please find 9780141439600', reader);
  await addGuestTitleRequest(deps, '9780141439600', { email: unconfirmed, ...here });
  expect(await fulfilArrivedRequests(deps)).toBe(0);
  const title = await makeProduct(shop, { title: 'A Tale of Two Cities', isbn: '9780141439600' });
  const counts = await Promise.all(Array.from({ length: 6 }, () => fulfilArrivedRequests(deps)));
  expect(counts.reduce((sum, one) => sum + one)).toBe(1);
  expect(await fulfilArrivedRequests(deps)).toBe(0);
  expect(await kindsTo(reader)).toEqual(['title_requested', 'title_arrived']);
  expect(await kindsTo(unconfirmed)).toEqual(['title_requested']);
  const letter = (await renderedEmailsTo(deps, reader)).at(-1)!;
  expect(letter.text).toContain(`http://shop.test/fr/book/${title.id}/a-tale-of-two-cities`);
  expect(letter.text).toContain(`/fr/alerts/${guestAlertsToken(deps, reader)}`);
});

test('the shop answers, and may find the title after all, but not twice', async () => {
  const { token, email } = await makeSignedInCustomer(shop);
  await add({ words: 'The blue book about whales' }, token);
  const [{ id }] = await list(token);
  await answerTitleRequest(deps, id, { answer: 'It is out of print.' });
  expect(await list(token)).toMatchObject([{ status: 'answered', answer: 'It is out of print.' }]);
  await expect(fulfilTitleRequest(deps, id, '9780142437247')).rejects.toMatchObject({ code: 'not_found' });
  const title = await makeProduct(shop, { title: 'Moby-Dick', isbn: '9780142437247' });
  await fulfilTitleRequest(deps, id, '978-0-14-243724-7');
  expect(await list(token)).toMatchObject([{ status: 'fulfilled', product: { id: title.id, title: 'Moby-Dick' } }]);
  await expect(fulfilTitleRequest(deps, id, '9780142437247')).rejects.toMatchObject({ code: 'too_late' });
  await expect(answerTitleRequest(deps, id, { answer: 'No.' })).rejects.toMatchObject({ code: 'too_late' });
  expect(await kindsTo(email)).toEqual(['title_answered', 'title_arrived']);
});

test('who verifies the address has its requests; export and deletion include them', async () => {
  const made = await makeSignedInCustomer(shop, { activatedAt: null });
  for (const words of ['Emma', 'Persuasion']) await addGuestTitleRequest(deps, words, { email: made.email, ...here });
  await add({ words: 'emma' }, made.token);
  await activateManually(deps.db, made.id);
  const rows = await list(made.token);
  expect(rows.map(({ words, status }: { words: string; status: string }) => [words, status]).toSorted()).toEqual([
    ['Persuasion', 'open'],
    ['emma', 'open'],
  ]);
  const { body } = await get(app, '/api/account/export', { token: made.token });
  expect(body.title_requests.map(({ words }: { words: string }) => words).toSorted()).toEqual(['Persuasion', 'emma']);
  await post(app, '/api/account/delete', {}, { token: made.token });
  const left = await pool.query('SELECT FROM title_request WHERE customer_id = $1 OR email = $2', [
    made.id,
    made.email,
  ]);
  expect(left.rowCount).toBe(0);
});

test('what nobody confirmed and what is long answered goes', async () => {
  const email = newEmail();
  await addGuestTitleRequest(deps, 'Middlemarch', { email, ...here });
  const { id } = await confirmed('Villette', newEmail());
  await answerTitleRequest(deps, id, { answer: 'No.' });
  await pool.query(`UPDATE title_request SET created_at = now() - interval '49 hours' WHERE email = $1`, [email]);
  await pool.query(`UPDATE title_request SET changed_at = now() - interval '366 days' WHERE id = $1`, [id]);
  expect(await runMaintenance(shop.connect, () => {})).toMatchObject({ unconfirmedRequests: 1, finishedRequests: 1 });
  expect((await listAllTitleRequests(deps.db, { limit: 100 })).map((row) => row.id)).not.toContain(id);
});
