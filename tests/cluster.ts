import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../server/db/embedded.ts';
import { SHOP_ROLE } from '../server/db/shop-role.ts';
import { prepareDatabase } from '../server/services.ts';

/** The database that every test file's own is copied from: migrated and empty. */
const TEMPLATE = 'template_shop';

/** Vitest's global set-up: one embedded cluster for the whole run, gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'halaman-tests-'));
  const settings = { max_connections: '300', fsync: 'off', synchronous_commit: 'off' };
  const embedded = await startEmbedded({ folder: join(folder, 'postgres'), onNotice: () => {}, settings });
  const superuser = embedded.asSuperuser('postgres');
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE} OWNER ${SHOP_ROLE}`);
  await client.end();
  await prepareDatabase(embedded.connect(TEMPLATE));
  project.provide('cluster', { address: embedded.connect('postgres'), superuser, template: TEMPLATE, folder });
  return async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
