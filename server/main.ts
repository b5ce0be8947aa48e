import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp, type BuiltApp } from './app.ts';
import { isPubliclyReachable, readConfig, configWarnings, type Config } from './config.ts';
import type pg from 'pg';
import { announceSecret, checkDatabase, requireAcceptedSecrets } from './db/check-database.ts';
import { requireMigrated } from './db/migrate.ts';
import { HEARTBEAT, listenTo, type Channel } from './db/connection.ts';
import { readAuthSecret, type AuthSecret } from './secrets.ts';
import { openPostgres, type PostgresHandle } from './db/open-postgres.ts';
import { disableDemoStaffPassword, DEMO_PASSWORD, DEMO_ACCOUNTS, DEMO_STAFF } from './demo/demo-accounts.ts';
import { canSeedDemo, seedDemo } from './demo/seed-demo.ts';
import { explainError } from './explain-error.ts';
import { freePort } from './startup.ts';
import { ConcurrencyLimit, followEventLoop } from './http/concurrency.ts';
import { openLog, type Logger } from './log.ts';
import { loadStorefrontBuild, type StorefrontBuild } from './pages/storefront.ts';
import { refreshSearchStatistics } from './catalogue/search-index.ts';
import { openSearchThread, type SearchThread } from './search/search-thread.ts';
import type { Telemetry } from './telemetry/open-telemetry.ts';
import { openServices, prepareDatabase, type Services } from './services.ts';
import { buildWorkerApp } from './worker-app.ts';

/** A start does not wait longer for the storage of files, in milliseconds. */
const PUBLISHING_MS = 10_000;
/** A shutdown that takes longer after draining is ended, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 15_000;

const DEMO_STAFF_CLOSED = `Other machines can reach this server, so the demo password no longer signs in to the staff account:
  npm run shop -- user reset-password ${DEMO_STAFF.email} emails a link to set a new one.`;

/** What a server is started as: in production with the build, in development with what `scripts/dev.ts` passes. */
type StartOptions = { mode: string; loadBuild: () => Promise<StorefrontBuild> };

if (import.meta.main) await runShop({ mode: 'production', loadBuild: loadStorefrontBuild });

/** Runs the shop until a signal ends it; ends the process where it cannot start. */
export async function runShop(options: StartOptions): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    await main(options);
  } catch (error) {
    process.stderr.write(`${explainError(error).sentence}\n`);
    process.exit(1);
  }
}

async function main(options: StartOptions): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config);
  try {
    await start(config, log, options);
  } catch (error) {
    if (!explainError(error).isExpected) log.fatal({ err: error }, 'the shop could not start');
    throw error;
  }
}

async function start(config: Config, log: Logger, { mode, loadBuild }: StartOptions): Promise<void> {
  if (process.env.NODE_ENV !== mode)
    throw new Error('Start the shop with "npm start": it runs with NODE_ENV=production.');
  const postgres = await openPostgres(config, printLine);
  const opened: RunningServer = { postgres, log };
  stopOnSignals(opened, config.drainSeconds * 1000);
  try {
    await serve(config, opened, loadBuild);
  } catch (error) {
    await close(opened);
    throw error;
  }
}

type RunningServer = {
  log: Logger;
  postgres: PostgresHandle;
  telemetry?: Telemetry | undefined;
  services?: Services;
  search?: SearchThread;
  app?: FastifyInstance;
  drain?: () => void;
  listener?: { stop(): Promise<void> };
};

async function serve(config: Config, opened: RunningServer, loadBuild: StartOptions['loadBuild']): Promise<void> {
  const { log, postgres } = opened;
  const { connect, pooled } = postgres;
  const onError = (error: Error) => log.error({ err: error }, 'in the background');
  const port = config.port || (await freePort(config.host));
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  opened.telemetry = await findTelemetry(config, onError);
  const tracing = opened.telemetry?.tracing;
  const settings = { config, publicUrl, connect, pooled, onError, log, tracing };
  const clocks = config.databaseUrl && (await checkDatabase(postgres, readAuthSecret(config)));
  if (clocks) log.warn(clocks);
  if (config.migrate) await prepareDatabase(connect, config.demo ? () => seedWhereEmpty(settings) : undefined);
  else await requireMigrated(connect);
  const concurrency = new ConcurrencyLimit();
  const shop = await openServices({ ...settings, role: config.role, concurrency });
  opened.services = shop;
  if (config.demo && isPubliclyReachable(config) && (await disableDemoStaffPassword(shop.deps)))
    printLine(DEMO_STAFF_CLOSED);
  const { app, channels, drain, publishAssets, metrics } = await (config.role === 'worker'
    ? buildWorkerApp({ ...shop.deps, log })
    : buildWebApp(shop, opened, { config, loadBuild, onError, concurrency }));
  opened.app = app;
  opened.drain = drain;
  opened.telemetry?.exportMetrics(metrics);
  opened.listener = await openListener(postgres, channels, shop.deps.authSecret);
  await Promise.race([publishAssets().catch(onError), wait(PUBLISHING_MS, undefined, { ref: false })]);
  await app.listen({ port, host: config.host });
  if (config.role === 'worker')
    printLine(`${config.shopName}: the worker is ready, http://${config.host}:${port}/readyz.`);
  else printBanner(config, shop.deps.publicUrl);
  for (const warning of configWarnings(config)) log.warn(warning);
}

type WebSettings = {
  config: Config;
  loadBuild: StartOptions['loadBuild'];
  onError: (error: Error) => void;
  concurrency: ConcurrencyLimit;
};

/** What answers readers, with a search index of its own. */
async function buildWebApp(
  { deps, connect }: Services,
  opened: RunningServer,
  { config, loadBuild, onError, concurrency }: WebSettings,
): Promise<BuiltApp> {
  const folder = join(config.dataDir, 'search');
  const search = openSearchThread({ connect, folder, fallback: deps.search, onError });
  opened.search = search;
  followEventLoop(concurrency);
  return buildApp({ ...deps, search, log: opened.log, concurrency }, await loadBuild());
}

/** Listens; what a second server that starts at the same moment says of its secret is looked at once more. */
async function openListener({ connect }: PostgresHandle, channels: Record<string, Channel>, secret: AuthSecret) {
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>();
  const onOpen = async (client: pg.Client) => {
    await announceSecret(client, secret);
    await requireAcceptedSecrets(client, secret).then(resolve, reject);
  };
  const listener = listenTo(connect, channels, { ...HEARTBEAT, onOpen });
  try {
    await isOpen;
    return listener;
  } catch (error) {
    await listener.stop();
    throw error;
  }
}

async function seedWhereEmpty(settings: Parameters<typeof openServices>[0]): Promise<void> {
  const shop = await openServices(settings);
  try {
    if (!(await canSeedDemo(shop.deps))) return;
    printLine('Seeding the empty shop with the demo catalogue …');
    await seedDemo(shop.deps);
    await refreshSearchStatistics(shop.connect);
  } finally {
    await shop.close();
  }
}

/** `drainMs`: how long a server that reports itself as not ready still serves requests. */
function stopOnSignals(opened: RunningServer, drainMs: number): void {
  let isStopping = false;
  const stop = async (grace = 0) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), grace + SHUTDOWN_TIMEOUT_MS).unref();
    opened.drain?.();
    if (opened.app) await wait(grace);
    await close(opened);
    process.exit(0);
  };
  process.on('SIGTERM', () => stop(drainMs));
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop());
  process.on('disconnect', () => stop());
}

/** The SDK is loaded only where there is a collector. */
async function findTelemetry(
  { otlpEndpoint, ...config }: Config,
  onError: (error: Error) => void,
): Promise<Telemetry | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const { openTelemetry } = await import('./telemetry/open-telemetry.ts');
  return openTelemetry({ ...config, otlpEndpoint }, onError);
}

async function close({ app, services, search, listener, telemetry, postgres }: RunningServer): Promise<void> {
  await app?.close();
  await listener?.stop();
  await search?.stop();
  await services?.close();
  await telemetry?.stop();
  await postgres.stop();
}

function printBanner(config: Config, publicUrl: string): void {
  const accounts = DEMO_ACCOUNTS.map(({ username, email }) => `  ${username.padEnd(9)} ${email}`);
  const emails = config.smtpUrl ? 'by SMTP' : `files in ${config.dataDir}/mail`;
  const demo = config.demo ? [`Demo sign-ins, password ${DEMO_PASSWORD}:`, ...accounts] : [];
  printLine(
    [
      '',
      `${config.shopName} is open.`,
      `  Shop           ${publicUrl}/`,
      `  Customer area  ${publicUrl}/customer/`,
      `  API            ${publicUrl}/api/docs`,
      `  Emails         ${emails}`,
      ...demo,
      '',
    ].join('\n'),
  );
}

function printLine(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
