import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { makeProduct, placeOrder } from '../../tests/factories.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { checkBackup, UnsoundBackupError } from './check-backup.ts';
import { backUpNightly } from './nightly-backup.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'backups-'));
const shop = await openTestApp({ BACKUP_FOLDER: folder, BACKUP_DAYS: '3' });
const { app, connect, deps } = shop;
const { config, db } = deps;
const scratch = join(config.dataDir, 'backup-check');

async function gauges(): Promise<string[]> {
  const { text } = await get(app, '/metrics');
  return text.split('\n').filter((line) => line.startsWith('backup_'));
}

test('a backup is made, restored elsewhere and checked, then old ones go; one that fails is said and deletes nothing', async () => {
  await placeOrder(app, { lines: [await makeProduct(shop)] });
  const old = join(folder, 'shop-20260101T000000Z.backup');
  const others = join(folder, 'notes.txt');
  for (const file of [old, others]) writeFileSync(file, '');
  const before = new Date(Date.now() - 4 * 86_400_000);
  for (const file of [old, others]) utimesSync(file, before, before);
  expect(await gauges()).toEqual(['backup_failed 0', 'backup_checked_timestamp_seconds 0']);

  await backUpNightly(db, { connect, config });
  const [made, ...rest] = readdirSync(folder).filter((name) => name !== 'notes.txt');
  expect(rest).toEqual([]);
  expect(statSync(join(folder, made!)).mode & 0o777).toBe(0o600);
  expect(existsSync(scratch)).toBe(false);
  const after = await gauges();
  expect(after[0]).toBe('backup_failed 0');
  expect(after[1]).toMatch(/^backup_checked_timestamp_seconds 1\d{9}/);

  writeFileSync(old, '');
  utimesSync(old, before, before);
  await db.$client.query('UPDATE variant SET stock = stock + 1');
  await expect(backUpNightly(db, { connect, config })).rejects.toThrow(
    /The backup .* failed: The restored shop fails: stock/,
  );
  expect(existsSync(old)).toBe(true);
  expect((await gauges())[0]).toBe('backup_failed 1');
  await db.$client.query('UPDATE variant SET stock = stock - 1');

  const file = join(folder, made!);
  const least = { orders: 1, ledger: 0, customers: 0 };
  const bytes = readFileSync(file);
  const damaged = join(folder, 'damaged');
  writeFileSync(damaged, bytes.subarray(0, bytes.length / 2));
  await expect(checkBackup(damaged, { folder: scratch, least })).rejects.toThrow('is damaged or cut off');
  writeFileSync(damaged, gzipSync(gunzipSync(bytes)));
  await expect(checkBackup(damaged, { folder: scratch, least: { ...least, orders: 2 } })).rejects.toThrow(
    UnsoundBackupError,
  );
  expect(existsSync(scratch)).toBe(false);
}, 120_000);
