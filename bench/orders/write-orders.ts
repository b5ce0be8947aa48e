import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { SHOP_DATABASE, startEmbedded } from '../../server/db/embedded.ts';
import { customerStatements } from './customers.ts';
import { MONEY_STATEMENTS } from './money.ts';
import { orderStatements } from './orders.ts';
import { REQUEST_STATEMENTS } from './requests.ts';
import {
  BUILD_SETTINGS,
  prepareCatalogue,
  prepareFolder,
  type CatalogueSettings,
  type Timed,
} from '../write-catalogue.ts';

/* Adds customers and orders to a copy of a made catalogue. They are inserted in bulk by one connection that looks at no trigger and no
   foreign key; the hash chains are computed on the way, and indexes built afterwards. `doctor` finds nothing wrong with it. */

export type OrderSettings = CatalogueSettings & { orders: number };

/** The data folder of such a shop below `root`, as `prepareCatalogue`: as many customers as orders. Without orders it is the catalogue's. */
export async function prepareShop(root: string, wanted: OrderSettings) {
  const catalogue = await prepareCatalogue(root, { titles: wanted.titles, seed: wanted.seed });
  if (wanted.orders === 0) return catalogue;
  const name = `titles-${wanted.titles}-orders-${wanted.orders}-seed-${wanted.seed}`;
  return prepareFolder(root, name, async (folder, timed) => {
    await timed('copy of the catalogue', async () => execFileSync('cp', ['-a', `${catalogue.folder}/.`, folder]));
    await writeOrders(folder, wanted, timed);
  });
}

async function writeOrders(folder: string, { orders, seed }: OrderSettings, timed: Timed): Promise<void> {
  const embedded = await startEmbedded({
    folder: join(folder, 'postgres'),
    onNotice: () => {},
    settings: BUILD_SETTINGS,
  });
  const client = new pg.Client(embedded.asSuperuser(SHOP_DATABASE));
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; SET work_mem = '256MB'; SELECT setseed(${1 / (1 + seed)})`,
    );
    const indexes = await timed('indexes dropped', () => dropIndexes(client));
    const steps = {
      ...customerStatements(orders, seed),
      ...orderStatements(orders),
      ...MONEY_STATEMENTS,
      ...REQUEST_STATEMENTS,
    };
    for (const [step, query] of Object.entries(steps)) await timed(step, () => client.query(query));
    await timed('indexes', async () => {
      for (const definition of indexes) await client.query(definition);
    });
    await timed('vacuum', () => client.query('VACUUM ANALYZE'));
  } finally {
    await client.end();
    await embedded.stop();
  }
}

/** The tables that millions of rows are added to. */
const TABLES = `'customer', 'address', 'order', 'order_line', 'order_event', 'shipment', 'email_message', 'stock_movement', 'refund',
  'ledger_entry', 'payment_attempt', 'payment_event', 'bank_statement_line', 'ticket', 'ticket_event', 'ticket_reply', 'review',
  'audit_entry'`;

/** Drops those that are no constraint's; returns how to build them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    name: string;
    definition: string;
  }>(`SELECT quote_ident(indexname) AS name, indexdef AS definition
    FROM pg_indexes WHERE schemaname = 'public' AND tablename IN (${TABLES}) AND indexname NOT IN (SELECT conname FROM pg_constraint)`);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
