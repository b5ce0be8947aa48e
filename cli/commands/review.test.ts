import { expect, test } from 'vitest';
import { saveReview } from '../../server/reviews/save-review.ts';
import { reportReview } from '../../server/reviews/vote-and-report.ts';
import type { ReviewDetails } from '../../server/reviews/staff-queries.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { testShop } from '../../tests/database.ts';
import { buildApp } from '../../server/app.ts';

const services = await testShop();
const { app } = await buildApp(services.deps);
const shop = { ...services, app };
const run = commandsIn(shop);

async function written(text = 'Read in one night.') {
  const product = await makeProduct(shop, { title: 'Emma' });
  const { id: customerId, token, email } = await makeSignedInCustomer(shop);
  await makeOrder(shop, { lines: [product], token });
  const review = { product_id: product.id, rating: 2, text, language: 'en', has_spoilers: true } as const;
  const { id } = await saveReview(shop.deps, customerId, review);
  return { id, email };
}

async function report(id: string) {
  const reporter = await makeSignedInCustomer(shop);
  await reportReview(shop.deps, { customerId: reporter.id, id }, { reason: 'spam', note: 'An advertisement.' });
}

test('a review is listed, shown, hidden, restored and answered', async () => {
  const { id, email } = await written();
  expect((await run('review', 'list')).text).toContain(id);
  const hidden = await run('review', 'hide', id, 'It names a neighbour.', '--as', 'Mei Ling');
  expect(hidden.text).toBe(`The review ${id} is now hidden.`);
  expect((await run('review', 'list', '--state', 'hidden')).text).toContain('Emma');
  await expect(run('review', 'hide', id, 'Again')).rejects.toThrow('The review is hidden already.');
  expect((await run('review', 'restore', id)).text).toBe(`The review ${id} is now published.`);
  await expect(run('review', 'restore', id)).rejects.toThrow('The review is published already.');
  await run('review', 'reply', id, 'Thank you!\nWe agree.');
  const { text, data } = await run('review', 'show', id);
  for (const word of [email, 'Emma', 'Read in one night.', 'Mei Ling', 'It names a neighbour.', '  We agree.'])
    expect(text).toContain(word);
  expect((data as ReviewDetails).timeline.map(({ status }) => status)).toEqual(['published', 'hidden', 'published']);
});

test('reported reviews are listed until their reports are dismissed', async () => {
  const { id } = await written();
  await report(id);
  await report(id);
  const reported = async () =>
    ((await run('review', 'list', '--reported')).data as { id: string }[]).map((one) => one.id);
  expect(await reported()).toEqual([id]);
  expect((await run('review', 'show', id)).text).toContain('An advertisement.');
  expect((await run('review', 'dismiss', id)).text).toBe(`The review ${id} had 2 open reports, now dismissed.`);
  expect(await reported()).toEqual([]);
  expect((await run('review', 'list', '--reported')).text).toBe('There are no such reviews.');
});

test('each mistake is one sentence', async () => {
  const { id } = await written();
  await expect(run('review', 'show', '9')).rejects.toThrow('There is no review 9.');
  await expect(run('review', 'hide', id, ' ')).rejects.toThrow('REASON takes 1 to 500 characters');
  await expect(run('review', 'reply', id, 'a'.repeat(2001))).rejects.toThrow('TEXT takes 1 to 2,000 characters');
  await expect(run('review', 'list', '--state', 'lost')).rejects.toThrow('--state must be one of published, hidden');
});

test('text of a customer cannot control the terminal', async () => {
  const { id } = await written('Good \u202Egnp.exe\nsecond line');
  const { text } = await run('review', 'show', id);
  expect(text).not.toMatch(/\u202E/);
  expect(text).toContain('\n  second line');
});
