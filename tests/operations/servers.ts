import type { Environment } from '../../server/config.ts';
import { shopProcess, type ShopProcess } from '../shop-process.ts';
import { endAfterwards, newFolder } from './processes.ts';

/** A server of the shop with a data folder of its own, behind one proxy; killed after the test file. */
export async function newServer(databaseUrl: string, settings: Environment = {}): Promise<ShopProcess> {
  const server = await shopProcess({
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'one secret for all servers',
    DATA_DIR: newFolder('data'),
    TRUST_PROXY: '1',
    ...settings,
  });
  endAfterwards(() => server.end('SIGKILL'));
  return server;
}
