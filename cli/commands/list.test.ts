import { expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readSharedList } from '../../server/wish-lists/shared-lists.ts';
import { testShop } from '../../tests/database.ts';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { errorOf, post, runConcurrently } from '../../tests/test-app.ts';

const shop = await testShop();
const { deps } = shop;
const { app } = await buildApp(deps);
const run = commandsIn(shop);

async function shared(visibility: 'public' | 'link') {
  const me = await makeSignedInCustomer(shop);
  const save = (changes: object) =>
    post(app, '/api/lists/save', { name: 'Rude words', visibility, is_gift: false, ...changes }, me);
  const { id, link } = (await save({})).body as { id: string; link: string | null };
  await post(app, '/api/lists/save-title', { id, product_id: (await makeProduct(shop)).id, note: 'N' }, me);
  const key = link?.split('/').at(-1) ?? id;
  const read = () => readSharedList(deps.db, { key, isGiving: false }, { giver: undefined, cookieHash: undefined });
  return { me, id, key, save: (changes: object) => save({ id, ...changes }), read };
}

test.each(['public', 'link'] as const)(
  'a list that is shared as %s is hidden until it is restored',
  async (visibility) => {
    const { me, id, key, save, read } = await shared(visibility);
    const address = `https://shop.test/de/lists/${key}?give=1#top`;
    const { text, data } = await run('list', 'show', address);
    expect(text).toContain(me.email);
    expect(data).toMatchObject({ id, name: 'Rude words', visibility, titles: 1, hidden_reason: null });
    expect((await read()).titles).toHaveLength(1);
    expect((await run('list', 'hide', address, 'It names a neighbour.')).text).toBe(`The list ${id} is now hidden.`);
    await expect(read()).rejects.toThrow('not_found');
    expect((await run('list', 'show', id)).data).toMatchObject({
      visibility: 'private',
      hidden_reason: 'It names a neighbour.',
    });
    for (const wanted of ['public', 'link'])
      expect(errorOf(await save({ visibility: wanted }))).toEqual([409, 'list_hidden']);
    expect((await save({ visibility: 'private', name: 'Kind words' })).status).toBe(200);
    await expect(run('list', 'hide', id, 'Again')).rejects.toThrow('The list is hidden already.');
    expect((await run('list', 'restore', id)).text).toBe(`The owner of the list ${id} can share it again.`);
    await expect(run('list', 'restore', id)).rejects.toThrow('The list is not hidden.');
    await expect(read()).rejects.toThrow('not_found');
    expect((await save({ visibility: 'public' })).status).toBe(200);
  },
);

test('an owner who shares a list while it is being hidden does not win', async () => {
  const { id, save } = await shared('public');
  const responses = await runConcurrently(9, 9, async (index) => {
    if (index === 4) return (await run('list', 'hide', id, 'Spam')).text;
    return (await save({ visibility: index % 2 === 0 ? 'public' : 'link' })).status;
  });
  expect(responses.filter((one) => ![200, 409].includes(one as number))).toEqual([`The list ${id} is now hidden.`]);
  expect((await run('list', 'show', id)).data).toMatchObject({ visibility: 'private', hidden_reason: 'Spam' });
});

test('each mistake is one sentence', async () => {
  const { id } = await shared('public');
  await expect(run('list', 'show', 'nothing')).rejects.toThrow('There is no list nothing.');
  await expect(run('list', 'hide', id, ' ')).rejects.toThrow('REASON takes 1 to 500 characters');
});
