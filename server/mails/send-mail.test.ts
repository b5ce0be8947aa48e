import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { makeCustomer } from '../../tests/factories.ts';
import { mail } from '../db/tables.ts';
import { requestReset } from '../sessions/reset-password.ts';
import { sendMail, type Parked } from './send-mail.ts';

const shop = await testShop();
const { db } = shop.deps;

test('a mail that fails for the twelfth time is parked, and told without whose it is', async () => {
  const { email } = await makeCustomer(shop);
  await requestReset(shop.deps, email);
  const [row] = await db.select().from(mail).where(eq(mail.recipient, email));
  const { id } = row!;
  const parked: Parked[] = [];
  const mailer = () => Promise.reject(new Error(`550 ${email} is unknown`));
  const post = { mailer, onParked: (mail: Parked) => parked.push(mail) };
  await expect(sendMail(shop.deps, post, { id, attempt: 11 })).rejects.toThrow('550');
  expect(parked).toEqual([]);
  await expect(sendMail(shop.deps, post, { id, attempt: 12 })).rejects.toThrow('550');
  expect(parked).toEqual([{ mail: id, kind: 'reset', attempts: 12 }]);
  await sendMail(shop.deps, post, { id, attempt: 13 });
  expect(parked).toHaveLength(1);
  const [after] = await db.select().from(mail).where(eq(mail.id, id));
  expect(after).toMatchObject({ attempts: 12, parkedAt: expect.any(Date) });
});
