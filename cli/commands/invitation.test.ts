import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { emailsTo } from '../../tests/emails.ts';
import { makeCustomer } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
const run = commandsIn(shop);

test('the operator invites, lists and withdraws', async () => {
  expect((await run('user', 'invitations')).text).toBe('No invitation is open.');
  const { text } = await run('user', 'invite', 'Hani@Mail.Test', '--role', 'owner', '--language', 'fr');
  expect(text).toBe('The invitation of hani@mail.test as owner is queued.');
  expect(await emailsTo(shop.pool, 'hani@mail.test')).toMatchObject([{ kind: 'staff_invitation', locale: 'fr' }]);
  expect((await run('user', 'invitations')).data).toMatchObject([{ email: 'hani@mail.test', role: 'owner' }]);
  expect((await run('user', 'withdraw', 'hani@mail.test')).text).toContain('is withdrawn');
  await expect(run('user', 'withdraw', 'hani@mail.test')).rejects.toThrow('no open invitation of hani@mail.test');
  const { rows } = await shop.pool.query("SELECT details FROM audit_entry WHERE event = 'operator' ORDER BY position");
  expect(JSON.stringify(rows)).not.toContain('mail.test');
});

test('what cannot be is said in a sentence', async () => {
  const staff = await makeCustomer(shop, { staffRole: 'support' });
  await expect(run('user', 'invite', staff.email)).rejects.toThrow('has a role already');
  await expect(run('user', 'invite', 'nobody')).rejects.toThrow('"nobody" is no email address.');
  await expect(run('user', 'invite', 'a@mail.test', '--role', 'king')).rejects.toThrow('--role must be one of');
});
