import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../server/startup.ts';
import { readDeployFile } from '../deployment-files.ts';
import { readStats } from './haproxy.ts';
import { newFolder, runPart } from './processes.ts';

/** The proxy that leads to the primary, as deployed. */
export type PrimaryProxy = {
  port: number;
  /** The connections that it has, and ever had, to a member. */
  connections(name: string): Promise<{ open: number; ever: number }>;
};

/** Starts it before members that answer at these addresses, and whose Patroni answers at its own port. */
export async function startPrimaryProxy(
  members: readonly { name: string; address: string; port: number; api: number }[],
): Promise<PrimaryProxy> {
  const port = await freePort();
  const folder = newFolder('haproxy');
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'stats.sock')];
  const servers = members.map(({ name, address, port: at, api }) => `  server ${name} ${address}:${at} port ${api}`);
  const settings = readDeployFile('haproxy/postgres.cfg')
    .replace('global', `global\n  stats socket ${socket} mode 600`)
    .replace('bind :5432', `bind 127.0.0.1:${port}`)
    .replace(/(?: {2}server .*\n)+/, `${servers.join('\n')}\n`);
  writeFileSync(file, settings);
  runPart('haproxy', ['-f', file, '-db']);
  return {
    port,
    connections: async (name) => {
      const row = (await readStats(socket)).find(({ svname }) => svname === name);
      return { open: Number(row!.scur), ever: Number(row!.stot) };
    },
  };
}
