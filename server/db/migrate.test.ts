import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { openDoor } from '../../tests/door.ts';
import { untilBlocked } from '../../tests/locks.ts';
import { prepareDatabase } from '../shop.ts';
import { listMigrations, migrate, migrateEmpty } from './migrate.ts';

const { pool } = await openDoor();
/** Milliseconds: longer than any bound of a pool. */
const HOUR = 3_600_000;

/** A paid order that was cancelled, as the first two migrations kept it: RM 40 for a book, RM 8 for its delivery. */
const CANCELLED = `
  INSERT INTO product (work_key, slug, title, title_sort, language) VALUES ('k', 's', 'Old', 'old', 'en');
  INSERT INTO variant (product_id, format, list_price, member_price, stock, loaded) VALUES (1, 'paperback', 4000, 3600, 5, 5);
  INSERT INTO "order" (id, email, locale, state, total, discount, pro_discount, shipping, payable, payment_method, address)
    VALUES (gen_random_uuid(), 'old@mail.test', 'en', 'cancelled', 4000, 0, 0, 800, 4800, 'bank_transfer', '{}');
  INSERT INTO order_line (id, order_id, position, product_id, variant_id, title, language, format, cover, qty, list_price,
    unit_price, promo) SELECT gen_random_uuid(), id, 0, 1, 1, 'Old', 'en', 'paperback', '', 1, 4000, 4000, 0 FROM "order";
  INSERT INTO ledger_entry (id, order_id, kind, method, amount)
    SELECT gen_random_uuid(), id, kind, 'bank_transfer', amount FROM "order",
      (VALUES ('charge', 4800), ('payment', -4800), ('refund', -4800)) AS entry (kind, amount)`;

test('what was owed back before refunds had rows is an approved refund with its entry in the ledger', async () => {
  const client = await pool.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrateEmpty(client, listMigrations().slice(0, 2));
  await client.query(CANCELLED);
  expect(await migrate(client)).toEqual(listMigrations().slice(2));
  const { rows } = await client.query(`SELECT state, goods, shipping, r.amount, kind, l.amount AS owed
    FROM refund r LEFT JOIN ledger_entry l ON l.refund_id = r.id`);
  expect(rows).toEqual([{ state: 'approved', goods: 4000, shipping: 800, amount: 4800, kind: 'refund', owed: -4800 }]);
  client.release(true);
});

test('a server waits for another that migrates or seeds, however long that takes', async () => {
  const connect = await newDatabase();
  const watcher = new pg.Pool({ ...connect, max: 1 });
  const [begun, seeded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = prepareDatabase(connect, () => {
    begun.resolve();
    return seeded.promise;
  });
  await begun.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const second = prepareDatabase(connect);
  await untilBlocked(watcher);
  vi.advanceTimersByTime(HOUR);
  vi.useRealTimers();
  seeded.resolve();
  expect(await Promise.all([first, second])).toEqual([[], []]);
  await watcher.end();
});
