import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { attachEmbedded, SHOP_DATABASE, startEmbedded } from './embedded.ts';
import { claimFolder, isOwned } from './owner.ts';

/** Where the shop's database is, and what to do when we no longer need it. */
export type OpenPostgres = { connect: pg.PoolConfig; pid: number | undefined; stop(): Promise<void> };

/** The database of a server: `DATABASE_URL`, or the embedded PostgreSQL in a data folder that is then ours alone. */
export async function openPostgres(config: Config, say: (sentence: string) => void): Promise<OpenPostgres> {
  if (config.databaseUrl) return external(config.databaseUrl);
  const release = await claimFolder(config.dataDir);
  try {
    const embedded = await startEmbedded({ folder: postgresFolder(config), say });
    const stop = () => embedded.stop().finally(release);
    return { connect: embedded.connect(SHOP_DATABASE), pid: embedded.pid, stop };
  } catch (error) {
    release();
    throw error;
  }
}

/** The database of an operator's command: the running server's, where one owns the data folder, else our own. */
export async function openPostgresBeside(config: Config, say: (sentence: string) => void): Promise<OpenPostgres> {
  if (config.databaseUrl || !(await isOwned(config.dataDir))) return openPostgres(config, say);
  const attached = attachEmbedded(postgresFolder(config));
  return { connect: attached(SHOP_DATABASE), pid: undefined, stop: async () => {} };
}

function external(connectionString: string): OpenPostgres {
  return { connect: { connectionString }, pid: undefined, stop: async () => {} };
}

function postgresFolder(config: Config): string {
  return join(config.dataDir, 'postgres');
}
