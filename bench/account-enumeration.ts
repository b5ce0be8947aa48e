import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../server/accounts/passwords.ts';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { customer } from '../server/db/tables.ts';
import type { Deps } from '../server/context.ts';
import { openServices, prepareDatabase } from '../server/services.ts';

/* Measures whether response times show who has an account: the same requests for known and unknown addresses, in turns,
   with all limits on. Run it with: node bench/account-enumeration.ts [requests] [which]. Medians of one request may differ
   by 5 ms. */

const CALLS = Number(process.argv[2] ?? 300);
const WHICH = process.argv[3] ?? '';
const PASSWORD = 'a good long password';
const KINDS = ['unknown', 'known', 'not activated', 'without password'] as const;
type Kind = (typeof KINDS)[number];

const PATHS: Record<string, { path: string; body: (email: string) => object }> = {
  'sign in, wrong password': {
    path: '/customer/auth/login',
    body: (username) => ({ username, password: 'a wrong password' }),
  },
  'forgotten password': { path: '/api/auth/forgot-password', body: (email) => ({ email }) },
  register: {
    path: '/customer/auth/register',
    body: (email) => ({ displayName: 'Neu', email, password: PASSWORD, confirmPassword: PASSWORD }),
  },
};

const folder = mkdtempSync(join(tmpdir(), 'halaman-equal-'));
const embedded = await startEmbedded({ folder: join(folder, 'postgres'), onNotice: () => {} });
const connect = embedded.connect(SHOP_DATABASE);
await prepareDatabase(connect);
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'on' });
const shop = await openServices({
  config,
  publicUrl: 'http://shop.test',
  connect,
  onError: () => {},
});
const { app } = await buildApp(shop.deps);
const passwordHash = await hashPassword(PASSWORD);
let clients = 0;

console.log(`| Call | ${KINDS.join(' | ')} | apart |\n|---|${'---|'.repeat(KINDS.length + 1)}`);
for (const [name, call] of Object.entries(PATHS).filter(([title]) => title.includes(WHICH))) {
  const medians = await measure(app, shop.deps, call);
  const apart = Math.max(...medians) - Math.min(...medians);
  console.log(`| ${name} | ${[...medians, apart].map((time) => time.toFixed(1)).join(' | ')} |`);
}
await app.close();
await shop.close();
await embedded.stop();
rmSync(folder, { recursive: true, force: true });

/** The median time of a request for each kind of address, in milliseconds; every address is used once. */
async function measure(to: FastifyInstance, deps: Deps, { path, body }: (typeof PATHS)[string]): Promise<number[]> {
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  for (let round = -20; round < CALLS; round += 1)
    for (const kind of rotatedKinds(round)) {
      const email = await makeAccount(deps, kind);
      const began = performance.now();
      await to.inject({ method: 'POST', url: path, payload: body(email), remoteAddress: nextIp() });
      if (round >= 0) times.get(kind)!.push(performance.now() - began);
    }
  return KINDS.map((kind) => times.get(kind)!.toSorted((one, other) => one - other)[Math.floor(CALLS / 2)]!);
}

/** Each kind is measured first equally often. */
function rotatedKinds(round: number): Kind[] {
  const first = (round + 20) % KINDS.length;
  return [...KINDS.slice(first), ...KINDS.slice(0, first)];
}

/** Creates an account before each measurement, whatever its kind, so that all have the same history. */
async function makeAccount({ db }: Deps, kind: Kind): Promise<string> {
  const id = uuidv7();
  const email = `${id}@mail.test`;
  await db.insert(customer).values({
    id,
    email,
    displayName: 'Siti',
    passwordHash: kind === 'without password' ? null : passwordHash,
    activatedAt: kind === 'not activated' ? null : new Date(),
  });
  return kind === 'unknown' ? `nobody-${email}` : email;
}

/** Each request comes from another IP address, so that no limit per address is reached. */
function nextIp(): string {
  clients += 1;
  return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
}
