import { expect, test } from 'vitest';
import { seedDemo } from '../server/demo/seed-demo.ts';
import { testShop } from '../tests/database.ts';
import { expectSound } from '../tests/invariants.ts';
import { findVerb } from './find-verb.ts';
import { parseCall } from './parse-call.ts';
import type { Answer } from './verb.ts';
import { VERBS } from './verbs.ts';

const shop = await testShop();
await seedDemo(shop.deps);

/** Calls a verb in the seeded shop. */
async function run(...typed: string[]): Promise<Answer> {
  const found = findVerb(VERBS, typed);
  if ('help' in found || found.verb.opens !== 'shop') throw new Error(`${typed.join(' ')} needs no shop.`);
  return found.verb.run(parseCall(found.verb, found.rest), shop);
}

async function listed(...options: string[]): Promise<{ id: string; order: string; status: string }[]> {
  return (await run('refund', 'list', ...options)).data as never;
}

test('the demo has a refund that is requested and one that is paid out', async () => {
  expect(await listed()).toMatchObject([
    { order: 'BK-100002', status: 'requested', reason: 'changed_mind', email: 'reader@example.com' },
    { order: 'BK-100001', status: 'paid_out', reason: 'damaged' },
  ]);
  expect((await run('refund', 'list', '--state', 'approved')).text).toBe('There are no such refunds.');
  await expect(run('refund', 'list', '--state', 'lost')).rejects.toThrow('--state must be one of requested, approved');
  await expectSound(shop.pool);
});

test('a refund goes its way, and each step says what it did', async () => {
  const [{ id } = { id: '' }] = await listed('--state', 'requested');
  const approved = await run('refund', 'approve', id);
  expect(approved.text).toMatch(/^The refund of RM [\d.]+ for the order BK-100002 is approved now\.$/);
  expect(approved.data).toMatchObject({ status: 'approved', lines: [{ qty: 1, restocked: 1 }] });
  await expect(run('refund', 'decline', id)).rejects.toThrow(
    `The refund ${id} is approved; only one that is requested can become declined.`,
  );
  expect((await run('refund', 'pay-out', id)).data).toMatchObject({ status: 'paid_out' });
  await expect(run('refund', 'pay-out', id)).rejects.toThrow(
    `The refund ${id} is paid out; only one that is approved can become paid out.`,
  );
  const { text } = await run('refund', 'show', id);
  for (const word of ['BK-100002', 'changed_mind', 'requested', 'customer', 'operator']) expect(text).toContain(word);
  await expectSound(shop.pool);
});

test('a paid order that is cancelled waits for its pay-out', async () => {
  await run('order', 'cancel', 'BK-100005');
  const [refund] = await listed('--state', 'approved');
  expect(refund).toMatchObject({ order: 'BK-100005', reason: 'cancelled' });
  await run('refund', 'pay-out', refund!.id);
  expect(await listed('--state', 'approved')).toEqual([]);
  await expectSound(shop.pool);
});

test('a note is plain text, and an unknown refund is named', async () => {
  const [refund] = await listed();
  await expect(run('refund', 'decline', refund!.id, '--note', ' ')).rejects.toThrow('--note takes 1 to 2,000');
  await expect(run('refund', 'decline', refund!.id, '--note', 'a\u001bb')).rejects.toThrow('--note takes 1 to 2,000');
  await expect(run('refund', 'show', 'nonsense')).rejects.toThrow('There is no refund nonsense');
  await expect(run('refund', 'approve', '01900000-0000-7000-8000-000000000000')).rejects.toThrow('There is no refund');
  await expect(run('refund', 'approve')).rejects.toThrow('"refund approve" needs ID');
});
