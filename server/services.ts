import PQueue from 'p-queue';
import type pg from 'pg';
import { dayInMalaysia } from '#domain/dates.ts';
import { readAuthSecret } from './secrets.ts';
import type { Config } from './config.ts';
import type { DatabaseAddress } from './db/address.ts';
import {
  databaseOn,
  hasSessionLimits,
  openDatabase,
  openPool,
  openPreparedDatabase,
  setRoleLimits,
  withUnlimitedClient,
  type ClientDatabase,
} from './db/connection.ts';
import type { ObjectStorage } from './integrations/object-storage.ts';
import { RecentReads } from './db/recent-reads.ts';
import { migrate, withMigrationLock } from './db/migrate.ts';
import type { Deps } from './context.ts';
import { databaseRateLimits, noRateLimits } from './limits.ts';
import type { Logger } from './log.ts';
import type { Role } from './setting-types.ts';
import { migrateJobs, openJobs, type JobHandlers } from './jobs.ts';
import { fulfilArrivedRequests } from './alerts/answer-requests.ts';
import { sendPriceAlerts } from './wish-lists/price-alerts.ts';
import { sendAlerts } from './alerts/send-alerts.ts';
import { deleteStrayPhotoFiles } from './orders/returns/return-photos.ts';
import { deleteStrayPictureFiles } from './accounts/picture.ts';
import { deleteUnusedPictures } from './covers/store-picture.ts';
import { sendEmail, type DeadLetter } from './emails/outbox.ts';
import { enforceDeadlines } from './payments/payment-deadlines.ts';
import { reconcilePayment, reconcilePayments } from './payments/reconcile-payments.ts';
import { openIdentityProvider } from './integrations/identity-provider.ts';
import { giveWay, type ConcurrencyLimit } from './http/concurrency.ts';
import { openMailer, type Mailer } from './integrations/mailer.ts';
import { openObjectStorage } from './integrations/open-object-storage.ts';
import { openPaymentProvider } from './integrations/payment-provider.ts';
import { announceMovedDates } from './orders/moved-dates.ts';
import { applyDatedChanges } from './onix/apply-dated-changes.ts';
import { deleteStrayPortraitFiles } from './catalogue/portraits.ts';
import { deleteStrayLogoFiles } from './shop-settings/logo.ts';
import { refreshAlsoBought } from './catalogue/also-bought.ts';
import { refreshFormatSales } from './catalogue/format-sales.ts';
import { refreshSearchStatistics } from './catalogue/search-index.ts';
import { sendReviewInvitations } from './reviews/invitations.ts';
import { ShopSettings } from './shop-settings/shop-settings.ts';
import { postgresSearch } from './search/postgres-search.ts';
import { makeFeeds } from './feeds/make-feeds.ts';
import { ImportWorker } from './imports/import-worker.ts';
import { deleteOldImportFiles } from './imports/old-files.ts';
import { backUpNightly } from './maintenance/nightly-backup.ts';
import { NO_TRACING, type Tracing } from './telemetry/tracing.ts';
import { runMaintenance } from './maintenance/cleanup.ts';

export type Services = {
  deps: Deps;
  pool: pg.Pool;
  /** How to reach the database beside the pool, for what outlasts a pool's bounds. */
  connect: DatabaseAddress;
  close(): Promise<void>;
};

export type ServiceSettings = {
  config: Config;
  publicUrl: string;
  connect: DatabaseAddress;
  /** Where the statements of requests go, if not to the same: a pooler. */
  pooled?: DatabaseAddress;
  onError: (error: Error) => void;
  /** Log of background work. */
  log?: Logger;
  /** Default: no spans. */
  tracing?: Tracing | undefined;
  /** Of a server; without one, as in commands and tests, jobs are only enqueued and nothing is read from replicas. */
  role?: Role;
  /** The requests in progress, to which background work gives way. */
  concurrency?: ConcurrencyLimit;
};

const UNBOUNDED =
  'The connections of the pooler at DATABASE_URL have no statement_timeout: migrate with the role of DATABASE_URL, then have the pooler reconnect.';

/** How many emails are rendered and sent at once, each on a connection to the mail server. */
const EMAILS_AT_ONCE = 5;

/** Connections of `DATABASE_POOL` beside the pool: two of the job queue, and two that listen. */
const NON_POOL_CONNECTIONS = 4;

/** Opens everything that commands need: the pool, the job queue and, for a server that works jobs, their workers. */
export async function openServices(options: ServiceSettings): Promise<Services> {
  const { publicUrl, connect, pooled = connect, onError, role, tracing = NO_TRACING } = options;
  const worksJobs = role === 'all' || role === 'worker';
  const size = options.config.databasePool - NON_POOL_CONNECTIONS;
  const pool = openPool(pooled, { size, onError, tracing });
  const db = openDatabase(pool);
  const settings = new ShopSettings(db, options.config);
  await settings.load();
  const { config } = settings;
  const url = role === undefined ? undefined : config.databaseReplicaUrl;
  const preparedDb = openPreparedDatabase(pool);
  const recentReads = new RecentReads({ db, preparedDb }, { url, size, log: options.log });
  const mailer = openMailer(config, tracing);
  const payments = await openPaymentProvider(config);
  const authSecret = readAuthSecret(config);
  const jobs = await openJobs(connect, onError, { worksJobs, tracing });
  const consumeRateLimit = config.rateLimits ? databaseRateLimits(db) : noRateLimits;
  const identityProvider = openIdentityProvider(config);
  const deps: Deps = {
    config,
    settings,
    publicUrl,
    authSecret,
    db,
    preparedDb,
    recentReads,
    jobs,
    search: postgresSearch(db),
    storage: openObjectStorage(config),
    identityProvider,
    payments,
    consumeRateLimit,
    tracing,
  };
  const imports = new ImportWorker({ deps, connect, onError });
  if (role !== undefined && !(await hasSessionLimits(pool))) options.log?.warn(UNBOUNDED);
  if (worksJobs) await jobs.work(jobHandlers(options, deps, { mailer, imports }));
  return {
    deps,
    pool,
    connect,
    close: async () => {
      await imports.stop();
      await jobs.stop();
      await recentReads.stop();
      await pool.end();
    },
  };
}

type Workers = { mailer: Mailer; imports: ImportWorker };

/** The work of each queue. */
function jobHandlers(
  { connect, onError, log, concurrency }: ServiceSettings,
  deps: Deps,
  { mailer, imports }: Workers,
): JobHandlers {
  const { config, publicUrl, db } = deps;
  const onDeadLettered = (deadLetter: DeadLetter) => log?.warn(deadLetter, 'an email was dead-lettered');
  const emails = new PQueue({ concurrency: EMAILS_AT_ONCE });
  return {
    sendMail: (id, attempt) =>
      emails.add(async () => {
        if (concurrency) await giveWay(concurrency);
        await sendEmail({ ...deps, db: deps.preparedDb }, { mailer, onDeadLettered }, { id, attempt });
      }),
    reconcilePayment: (attemptId) => reconcilePayment(deps, attemptId),
    deadlines: () => runDeadlines(deps, { onError, log }),
    alerts: async () => {
      const sent = await sendAlerts(deps);
      const fulfilled = await fulfilArrivedRequests(deps);
      const moved = await announceMovedDates(deps);
      if (sent + fulfilled + moved > 0) log?.info({ sent, fulfilled, moved }, 'alerts');
    },
    priceAlerts: async () => {
      const sent = await sendPriceAlerts(deps);
      if (sent > 0) log?.info({ sent }, 'price alerts');
    },
    datedChanges: async () => {
      const applied = await applyDatedChanges(connect, { today: dayInMalaysia(new Date().toISOString()), onError });
      if (applied > 0) log?.info({ applied }, 'prices and embargoes of today');
      await refreshFormatSales(connect);
    },
    imports: async () => imports.wake(),
    maintenance: async () => {
      const done = await runMaintenance(connect, onError);
      await refreshSearchStatistics(connect).catch(onError);
      const alsoBought = await refreshAlsoBought(connect).catch(onError);
      await reconcilePayments(db, deps);
      const deleteFiles = (command: (db: ClientDatabase, storage: ObjectStorage) => Promise<number>) =>
        withUnlimitedClient(connect, (client) => command(databaseOn(client), deps.storage)).catch(onError);
      const files = {
        unusedPictures: await deleteFiles(deleteUnusedPictures),
        strayPhotos: await deleteFiles(deleteStrayPhotoFiles),
        strayPictures: await deleteFiles(deleteStrayPictureFiles),
        strayPortraits: await deleteFiles(deleteStrayPortraitFiles),
        strayLogos: await deleteFiles(deleteStrayLogoFiles),
        oldImports: await deleteFiles(deleteOldImportFiles),
      };
      log?.info({ ...done, alsoBought, ...files }, 'maintenance done');
    },
    backups: config.backupFolder === undefined ? undefined : () => backUpNightly(db, { connect, config, log }),
    feeds: async () => {
      const made = await makeFeeds(connect, { config, publicUrl });
      if (made) log?.info(made, 'feeds made');
    },
  };
}

type Background = { onError: (error: Error) => void; log: Logger | undefined };

/** What is due of orders: payment reminders, cancellations, and invitations to review. */
async function runDeadlines(deps: Deps, { onError, log }: Background): Promise<void> {
  const { reminded, cancelled } = await enforceDeadlines(deps, onError);
  const invited = await sendReviewInvitations(deps, onError);
  if (reminded + cancelled + invited > 0) log?.info({ reminded, cancelled, invited }, 'deadlines of orders');
}

/** Migrates the tables and the job tables under a lock, then runs `seed` under the same lock. Returns the applied migrations. */
export function prepareDatabase(
  connect: DatabaseAddress,
  seed: () => Promise<void> = async () => {},
): Promise<string[]> {
  return withMigrationLock(connect, async (client) => {
    const applied = await migrate(client);
    await migrateJobs(connect);
    if (connect.hasPooler) await setRoleLimits(client);
    await seed();
    return applied;
  });
}
