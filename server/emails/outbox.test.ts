import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { makeCustomer } from '../../tests/factories.ts';
import { emailMessage } from '../db/tables.ts';
import { requestPasswordReset } from '../sessions/change-password.ts';
import { sendEmail, type DeadLetter } from './outbox.ts';

const shop = await testShop();
const { db } = shop.deps;

test('an email that fails for the twelfth time is dead-lettered and reported without its recipient', async () => {
  const { email } = await makeCustomer(shop);
  await requestPasswordReset(shop.deps, email);
  const [row] = await db.select().from(emailMessage).where(eq(emailMessage.recipient, email));
  const { id } = row!;
  const { rows: jobs } = await shop.pool.query(`SELECT priority FROM jobs.job WHERE data->>'mailId' = $1`, [id]);
  expect(jobs, 'it overtakes emails that nobody waits for').toEqual([{ priority: 1 }]);
  const deadLetters: DeadLetter[] = [];
  const mailer = () => Promise.reject(new Error(`550 ${email} is unknown`));
  const delivery = { mailer, onDeadLettered: (letter: DeadLetter) => deadLetters.push(letter) };
  await expect(sendEmail(shop.deps, delivery, { id, attempt: 11 })).rejects.toThrow('550');
  expect(deadLetters).toEqual([]);
  await expect(sendEmail(shop.deps, delivery, { id, attempt: 12 })).rejects.toThrow('550');
  expect(deadLetters).toEqual([{ mail: id, kind: 'reset', attempts: 12 }]);
  await sendEmail(shop.deps, delivery, { id, attempt: 13 });
  expect(deadLetters).toHaveLength(1);
  const [after] = await db.select().from(emailMessage).where(eq(emailMessage.id, id));
  expect(after).toMatchObject({ attempts: 12, deadLetteredAt: expect.any(Date) });
});
