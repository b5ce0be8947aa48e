import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customer, emailMessage } from '../../server/db/tables.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { requestPasswordReset } from '../../server/sessions/change-password.ts';
import { testShop } from '../../tests/database.ts';
import { emailsTo } from '../../tests/emails.ts';
import { makeCustomer } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
await seedDemo(shop.deps);
const run = commandsIn(shop);
const { db } = shop.deps;
const someone = await makeCustomer(shop);

test('an account is activated manually once', async () => {
  await shop.deps.db.update(customer).set({ activatedAt: null }).where(eq(customer.username, 'newcomer'));
  expect((await run('user', 'list')).text).toContain('not activated');
  const { text, data } = await run('user', 'activate', 'Newcomer@Example.com');
  expect(text).toBe('The account of newcomer@example.com is now active.');
  expect(data).toMatchObject({ username: 'newcomer', activated_at: expect.any(String), orders: 0 });
  expect((await run('user', 'activate', 'newcomer')).text).toContain('was already active');
  expect(JSON.stringify((await run('user', 'show', 'reader')).data)).not.toContain('argon2');
  await expect(run('user', 'show', 'nobody')).rejects.toThrow('There is no account nobody.');
});

test('an account becomes staff once, and gets the link to reset its password', async () => {
  expect((await run('user', 'make-staff', someone.email)).data).toMatchObject({ staff_role: 'owner' });
  expect((await run('user', 'make-staff', someone.username)).text).toContain('was already owner');
  const support = await run('user', 'make-staff', someone.email, '--role', 'support');
  expect(support).toMatchObject({ text: expect.stringContaining('is now support'), data: { staff_role: 'support' } });
  await expect(run('user', 'make-staff', someone.email, '--role', 'king')).rejects.toThrow(
    '--role must be one of owner,',
  );
  expect((await run('user', 'remove-staff', someone.email)).data).toMatchObject({ staff_role: null });
  expect((await run('user', 'remove-staff', someone.email)).text).toContain('was not staff');
  await run('user', 'reset-password', someone.email);
  expect((await emailsTo(shop.pool, someone.email)).map(({ kind }) => kind)).toContain('reset');
});

test('emails are listed and shown as they are sent', async () => {
  const { data } = await run('mail', 'list', '--state', 'waiting', '--limit', '1');
  const [first] = data as { id: string; to: string }[];
  expect(first).toMatchObject({ to: someone.email, state: 'waiting' });
  const { text } = await run('mail', 'show', first!.id);
  expect(text).toContain('Subject  ');
  await expect(run('mail', 'show', 'nonsense')).rejects.toThrow('There is no email nonsense.');
});

test('a dead-lettered email is sent again; one that is queued, or whose link key is deleted, is not', async () => {
  await requestPasswordReset(shop.deps, someone.email);
  const [row] = await db.select().from(emailMessage).where(eq(emailMessage.recipient, someone.email));
  const id = row!.id;
  await expect(run('mail', 'resend', id)).rejects.toThrow('is already queued');
  await db
    .update(emailMessage)
    .set({ deadLetteredAt: new Date(), attempts: 12, lastError: 'no' })
    .where(eq(emailMessage.id, id));
  const listed = await run('mail', 'list', '--state', 'dead-lettered');
  expect(listed).toMatchObject({
    text: expect.stringContaining('dead-lettered'),
    data: [{ id, state: 'dead-lettered' }],
  });
  expect((await run('mail', 'resend', id)).text).toContain('is queued again');
  const [resent] = await db.select().from(emailMessage).where(eq(emailMessage.id, id));
  expect(resent).toMatchObject({ deadLetteredAt: null, attempts: 0, lastError: null, messageId: row!.messageId });
  await db.update(emailMessage).set({ sentAt: new Date() }).where(eq(emailMessage.id, id));
  await expect(run('mail', 'resend', id)).rejects.toThrow('contained a link whose key was deleted');
  await expect(run('mail', 'resend', 'nonsense')).rejects.toThrow('There is no email nonsense.');
});
