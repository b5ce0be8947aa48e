import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, waitUntil } from '../../server/startup.ts';
import { newFolder, runPart } from './processes.ts';

/** A proxy before servers of the shop. */
export type Haproxy = {
  url: string;
  /** Whether its health checks find the server at this address up. */
  isUp(address: string): Promise<boolean>;
};

/** Starts haproxy with its default health checks: every two seconds, down after three failures, up after two successes. */
export async function startHaproxy(addresses: readonly string[]): Promise<Haproxy> {
  const folder = newFolder('haproxy');
  const port = await freePort();
  const socket = join(folder, 'stats.sock');
  const file = join(folder, 'haproxy.cfg');
  const servers = addresses.map((address) => `  server ${nameOf(address)} ${new URL(address).host} check`);
  writeFileSync(
    file,
    `global
  stats socket ${socket} mode 600
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend shop
  bind 127.0.0.1:${port}
  use_backend pages if { nbsrv(shops) eq 0 }
  default_backend shops
backend shops
  option httpchk GET /readyz
  option forwardfor if-none
${servers.join('\n')}
backend pages
  option httpchk GET /readyz?for=pages
  option forwardfor if-none
${servers.join('\n')}
`,
  );
  const part = runPart('haproxy', ['-f', file, '-db']);
  const isUp = async (address: string) => {
    if (!part.isRunning()) throw new Error(`haproxy ended: ${part.output()}`);
    const rows = await readStats(socket).catch(() => []);
    return rows.some(({ pxname, svname, status }) => {
      return pxname === 'shops' && svname === nameOf(address) && status === 'UP';
    });
  };
  const areAllUp = async () => (await Promise.all(addresses.map(isUp))).every(Boolean);
  await waitUntil(areAllUp, { seconds: 60, what: 'haproxy to find all servers up' });
  return { url: `http://127.0.0.1:${port}`, isUp };
}

function nameOf(address: string): string {
  return `s${new URL(address).port}`;
}

/** The rows of haproxy's `show stat`, by the names of its columns. */
export async function readStats(socket: string): Promise<Record<string, string>[]> {
  const connection = connect(socket);
  connection.end('show stat\n');
  const [names, ...rows] = (await text(connection))
    .trim()
    .replace(/^# /, '')
    .split('\n')
    .map((row) => row.split(','));
  return rows.map((cells) => Object.fromEntries(names!.map((name, place) => [name, cells[place] ?? ''])));
}
