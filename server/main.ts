import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { ConfigError, isReachable, readConfig, type Config } from './config.ts';
import { listenTo } from './db/listen.ts';
import { openPostgres, type OpenPostgres } from './db/open-postgres.ts';
import { FolderTaken } from './db/owner.ts';
import { closeDemoStaff } from './demo/close-demo-staff.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, DEMO_STAFF } from './demo/people.ts';
import { mayBeSeeded, seedDemo } from './demo/seed-demo.ts';
import { freePort } from './free-port.ts';
import { loadBuild } from './pages/build.ts';
import { openShop, prepareDatabase, type Log, type OpenShop } from './shop.ts';

/** How long a server that is not ready any more still serves whom a proxy sends, in milliseconds. */
const LEAVING = 1000;
/** How late the event loop may be before callers are asked to come back, in milliseconds. */
const LONGEST_LAG = 500;
/** Hard end of a shutdown that hangs, in milliseconds. */
const LAST_WORD = 15_000;

const STAFF_IS_CLOSED = `Others can reach this server, so the demo password does not open the staff's account any more:
  npm run shop -- user reset-password ${DEMO_STAFF.email} mails a link for a new one.`;

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  await main(readConfig(process.env));
} catch (error) {
  const isOurs = error instanceof ConfigError || error instanceof FolderTaken;
  process.stderr.write(`${isOurs || !(error instanceof Error) ? String((error as Error).message) : error.stack}\n`);
  process.exit(1);
}

async function main(config: Config): Promise<void> {
  if (process.env.NODE_ENV !== 'production')
    throw new Error('Start the shop with "npm start": it runs with NODE_ENV=production.');
  const postgres = await openPostgres(config, say);
  const opened: Opened = { postgres };
  stopOnSignals(opened);
  try {
    await serve(config, opened);
  } catch (error) {
    await close(opened);
    throw error;
  }
}

type Opened = {
  postgres: OpenPostgres;
  shop?: OpenShop;
  app?: FastifyInstance;
  leave?: () => void;
  listener?: { stop(): Promise<void> };
};

async function serve(config: Config, opened: Opened): Promise<void> {
  const { connect } = opened.postgres;
  const onError = (error: Error) => opened.app?.log.error({ err: error }, 'in the background');
  const log: Log = {
    info: (facts, sentence) => opened.app?.log.info(facts, sentence),
    warn: (facts, sentence) => opened.app?.log.warn(facts, sentence),
  };
  const port = config.port || (await freePort(config.host));
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const settings = { config, publicUrl, connect, onError, log };
  await prepareDatabase(connect, config.demo ? () => seedWhereEmpty(settings) : undefined);
  const shop = await openShop({ ...settings, worksJobs: true });
  opened.shop = shop;
  if (config.demo && isReachable(config) && (await closeDemoStaff(shop.deps))) say(STAFF_IS_CLOSED);
  const deps = { ...shop.deps, longestLag: config.rateLimits ? LONGEST_LAG : undefined };
  const { app, channels, leave } = await buildApp(deps, await loadBuild(config.shopName));
  opened.app = app;
  opened.leave = leave;
  opened.listener = listenTo(connect, channels);
  await app.listen({ port, host: config.host });
  greet(config, shop.deps.publicUrl);
}

async function seedWhereEmpty(settings: Omit<Parameters<typeof openShop>[0], 'worksJobs'>): Promise<void> {
  const shop = await openShop({ ...settings, worksJobs: false });
  try {
    if (!(await mayBeSeeded(shop.deps))) return;
    say('Filling the empty shop with the demo catalogue …');
    await seedDemo(shop.deps);
  } finally {
    await shop.close();
  }
}

function stopOnSignals(opened: Opened): void {
  let isStopping = false;
  const stop = async (grace = 0) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), LAST_WORD).unref();
    opened.leave?.();
    await wait(grace);
    await close(opened);
    process.exit(0);
  };
  process.on('SIGTERM', () => stop(LEAVING));
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop());
  process.on('disconnect', () => stop());
}

async function close({ app, shop, listener, postgres }: Opened): Promise<void> {
  await app?.close();
  await listener?.stop();
  await shop?.close();
  await postgres.stop();
}

function greet(config: Config, publicUrl: string): void {
  const accounts = DEMO_PEOPLE.map((person) => `  ${person.username.padEnd(9)} ${person.email}`);
  const mails = config.smtpUrl ? 'by SMTP' : `files in ${config.dataDir}/mail`;
  const demo = config.demo ? [`Demo sign-ins, password ${DEMO_PASSWORD}:`, ...accounts] : [];
  say(
    [
      '',
      `${config.shopName} is open.`,
      `  Shop           ${publicUrl}/`,
      `  Customer area  ${publicUrl}/customer/`,
      `  The calls      ${publicUrl}/api/docs`,
      `  Mails          ${mails}`,
      ...demo,
      '',
    ].join('\n'),
  );
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
