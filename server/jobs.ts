import { sql } from 'drizzle-orm';
import { PgBoss, type Db, type JobWithMetadata, type Queue, type SendOptions } from 'pg-boss';
import { TIME_ZONE } from '#domain/dates.ts';
import type { DatabaseAddress } from './db/address.ts';
import { createBackupQueue, workBackups } from './backup-jobs.ts';
import { toClientConfig } from './db/client-config.ts';
import type { Database } from './db/connection.ts';
import { sendText } from './db/kept-statement.ts';
import { NO_TRACING, type Tracing } from './telemetry/tracing.ts';

/** Background work, stored in PostgreSQL and enqueued in the transaction that causes it. */
export type Jobs = {
  /** Sends a stored email once this transaction commits, before the others if its recipient is waiting for it. */
  sendMail(db: Database, mailId: string, options?: { isAwaited: boolean }): Promise<void>;
  /** Reconciles a payment attempt with the payment provider once this transaction commits, or `at` a time. */
  reconcilePayment(db: Database, attemptId: string, when?: { at: Date }): Promise<void>;
  /** Has the imports that wait worked once this transaction commits. */
  wakeImports(db: Database): Promise<void>;
  /** Deletes all of these jobs once this transaction commits. */
  deleteAll(db: Database): Promise<void>;
};

export type JobHandlers = {
  sendMail(mailId: string, attempt: number): Promise<void>;
  reconcilePayment(attemptId: string): Promise<void>;
  /** Every minute, on one server; a slow run may overlap with the next. */
  deadlines(): Promise<void>;
  /** Every minute, on one server; a slow run may overlap with the next. */
  alerts(): Promise<void>;
  /** Every hour, on one server. */
  priceAlerts(): Promise<void>;
  /** Shortly after midnight in Malaysia and after a start, on one server. */
  datedChanges(): Promise<void>;
  /** Every minute, after a start and when one was asked for; it returns at once. */
  imports(): Promise<void>;
  /** Once a night, on one server. */
  maintenance(): Promise<void>;
  /** Once a night, on one of the servers that have it. */
  backups?: (() => Promise<void>) | undefined;
  /** Every hour and after a start, on one server. */
  feeds(): Promise<void>;
};

const EMAIL = 'mail';
const PAYMENT = 'payment';
const DEADLINES = 'deadlines';
const ALERTS = 'alerts';
const PRICE_ALERTS = 'priceAlerts';
const DATED_CHANGES = 'dated-changes';
const MAINTENANCE = 'upkeep';
const FEEDS = 'feeds';
const IMPORTS = 'imports';
/** A job only wakes the work, which has its own lock. */
const IMPORTS_OPTIONS = { retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 3600, notify: true } as const;
/** A million products take minutes. Whoever stops in the middle of it leaves the job to another server. */
const FEEDS_OPTIONS = { policy: 'exclusive', expireInSeconds: 2 * 3600, heartbeatSeconds: 60 } as const;
/** Queues whose jobs send requests to other servers. */
const INTEGRATION_QUEUES = [EMAIL, PAYMENT] as const;
/** Queues of small work that is looked for again and again, and when. */
const FREQUENT = { [DEADLINES]: '* * * * *', [ALERTS]: '* * * * *', [PRICE_ALERTS]: '23 * * * *' } as const;
const FREQUENT_QUEUES = Object.keys(FREQUENT) as (keyof typeof FREQUENT)[];
/** A failed run is not retried: the next one follows. Finished runs are deleted after an hour. */
const FREQUENT_OPTIONS = { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 };
/**
 * At 03:17 in Kuala Lumpur, when there is little traffic; a shop that was closed then runs it after its start. It may take six
 * hours.
 */
const NIGHTLY = {
  cron: '17 3 * * *',
  options: { tz: TIME_ZONE, missed: 'once', expireInSeconds: 6 * 3600 },
} as const;
/** At one minute past midnight in Kuala Lumpur: prices begin with their day. Tried again after a failure. */
const DAILY = { cron: '1 0 * * *', options: { tz: TIME_ZONE } } as const;
const DATED_CHANGES_OPTIONS = { policy: 'exclusive', retryLimit: 5, retryDelay: 60, expireInSeconds: 3600 } as const;
/** Requests to other servers: 1 minute to 1 hour between attempts, dead-lettered after 12. */
const INTEGRATION_QUEUE = {
  retryLimit: 11,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  // A server sends a heartbeat for each running job every three seconds; pg-boss itself abandons one after thirty.
  heartbeatSeconds: 30,
};
/**
 * Emails are looked for every second and not notified of: PostgreSQL lets only one transaction with notifications commit at a
 * time, and every order has an email.
 */
const NOTIFIES = { [EMAIL]: false, [PAYMENT]: true };
/** Seconds without a heartbeat after which another server retries a job, and seconds between checks for that. */
const ABANDONED_AFTER_SECONDS = 10;
const RECOVERY_INTERVAL_SECONDS = 5;

/** Migrates the job tables and creates the queues, under the lock of the migrations. */
export async function migrateJobs(connect: DatabaseAddress): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(connect), max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  for (const queue of INTEGRATION_QUEUES)
    await saveQueue(boss, queue, { ...INTEGRATION_QUEUE, notify: NOTIFIES[queue] });
  for (const queue of FREQUENT_QUEUES)
    if (!(await boss.getQueue(queue))) await boss.createQueue(queue, FREQUENT_OPTIONS);
  if (!(await boss.getQueue(DATED_CHANGES))) await boss.createQueue(DATED_CHANGES, DATED_CHANGES_OPTIONS);
  if (!(await boss.getQueue(MAINTENANCE))) await boss.createQueue(MAINTENANCE, { policy: 'exclusive' });
  await createBackupQueue(boss);
  if (!(await boss.getQueue(IMPORTS))) await boss.createQueue(IMPORTS, IMPORTS_OPTIONS);
  if (!(await boss.getQueue(FEEDS))) await boss.createQueue(FEEDS, FEEDS_OPTIONS);
  await boss.stop({ graceful: false });
}

async function saveQueue(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

/**
 * The job queue of one process, on two connections of its own. It works jobs after `work`; without `worksJobs` it only enqueues
 * them (tests, commands of the operator).
 */
export async function openJobs(
  connect: DatabaseAddress,
  onError: (error: Error) => void,
  { worksJobs = false, tracing = NO_TRACING }: { worksJobs?: boolean; tracing?: Tracing } = {},
): Promise<Jobs & { work(handlers: JobHandlers): Promise<void>; stop(): Promise<void> }> {
  const boss = new PgBoss({
    ...bossOptions(connect),
    max: 2,
    migrate: false,
    supervise: worksJobs,
    schedule: worksJobs,
    useListenNotify: worksJobs,
  });
  boss.on('error', onError);
  await boss.start();
  const enqueue = async (db: Database, queue: string, data: object | null, options?: SendOptions) => {
    const within: Db = { executeSql: (text, values) => sendText(db, text, values) };
    await boss.send(queue, data, { db: within, ...options });
  };
  let recovery: NodeJS.Timeout | undefined;
  const recover = () => recoverAbandonedJobs(boss).catch(onError);
  return {
    work: async (given) => {
      const handlers = traceHandlers(given, tracing);
      await recover();
      recovery = setInterval(recover, RECOVERY_INTERVAL_SECONDS * 1000);
      const sendMail = traced<{ mailId: string }>(tracing, (job) =>
        handlers.sendMail(job.data.mailId, job.retryCount + 1),
      );
      await workQueue(boss, EMAIL, sendMail);
      const reconcile = traced<{ attemptId: string }>(tracing, (job) => handlers.reconcilePayment(job.data.attemptId));
      await workQueue(boss, PAYMENT, (job: JobWithMetadata<{ attemptId: string } & Traced>) =>
        reportFailure(() => reconcile(job), onError),
      );
      await workFrequently(boss, handlers, onError);
      await workDaily(boss, handlers, onError);
      await workNightly(boss, handlers, onError);
      const { backups } = handlers;
      if (backups) await workBackups(boss, () => reportFailure(backups, onError));
      await workFeeds(boss, handlers, onError);
      await workImports(boss, handlers, onError);
    },
    sendMail: (db, mailId, { isAwaited } = { isAwaited: false }) =>
      enqueue(db, EMAIL, { mailId, ...traceOf(tracing) }, isAwaited ? { priority: 1 } : undefined),
    reconcilePayment: (db, attemptId, when) =>
      enqueue(db, PAYMENT, { attemptId, ...traceOf(tracing) }, when && { startAfter: when.at }),
    wakeImports: (db) => enqueue(db, IMPORTS, null),
    deleteAll: async (db) => {
      await db.execute(sql`DELETE FROM jobs.job WHERE name IN (${EMAIL}, ${PAYMENT})`);
    },
    stop: () => {
      clearInterval(recovery);
      return boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/** What a job says of the request that caused it. */
type Traced = { traceparent?: string };

function traceOf(tracing: Tracing): Traced {
  const traceparent = tracing.traceparent();
  return traceparent === undefined ? {} : { traceparent };
}

/** Work of a job goes on with the trace of what caused it. */
function traced<T extends object>(tracing: Tracing, work: (job: JobWithMetadata<T & Traced>) => Promise<void>) {
  return (job: JobWithMetadata<T & Traced>) => {
    const attributes = { 'messaging.destination.name': job.name, 'halaman.attempt': job.retryCount + 1 };
    const options = { kind: 'consumer', attributes, parent: job.data.traceparent } as const;
    return tracing.span(`job ${job.name}`, options, () => work(job));
  };
}

/** Each run of what nobody asked for is a trace of its own. */
function traceHandlers(handlers: JobHandlers, tracing: Tracing): JobHandlers {
  const run = (name: Exclude<keyof JobHandlers, 'sendMail' | 'reconcilePayment'>) => () =>
    tracing.span(`job ${name}`, { kind: 'consumer' }, async () => handlers[name]?.());
  return {
    ...handlers,
    deadlines: run('deadlines'),
    alerts: run('alerts'),
    priceAlerts: run('priceAlerts'),
    datedChanges: run('datedChanges'),
    imports: run('imports'),
    maintenance: run('maintenance'),
    backups: handlers.backups && run('backups'),
    feeds: run('feeds'),
  };
}

/** After a full batch the next is fetched at once; else a burst of emails would wait for the next poll. */
const WORK = {
  includeMetadata: true,
  perJobResults: true,
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  heartbeatRefreshSeconds: 3,
} as const;

/**
 * Requeues jobs whose server died while it worked them, at once instead of after their expiry and a retry delay: they did not
 * fail.
 */
async function recoverAbandonedJobs(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(
    `UPDATE jobs.job SET state = 'retry', start_after = now(), started_on = NULL, heartbeat_on = NULL
      WHERE name = ANY($1::text[]) AND state = 'active' AND heartbeat_on < now() - $2 * interval '1 second'`,
    [INTEGRATION_QUEUES, ABANDONED_AFTER_SECONDS],
  );
}

/** Works up to ten jobs at once; one that fails is retried without the others. */
async function workQueue<T extends object>(
  boss: PgBoss,
  queue: string,
  work: (job: JobWithMetadata<T>) => Promise<void>,
): Promise<void> {
  await boss.work<T, unknown, typeof WORK>(queue, WORK, (jobs) =>
    Promise.all(
      jobs.map((job) =>
        work(job).then(
          () => ({ id: job.id, status: 'completed' as const }),
          (error) => ({ id: job.id, status: 'failed' as const, output: { error: String(error) } }),
        ),
      ),
    ),
  );
}

async function workFrequently(boss: PgBoss, handlers: JobHandlers, onError: (error: Error) => void): Promise<void> {
  for (const queue of FREQUENT_QUEUES) {
    await boss.schedule(queue, FREQUENT[queue], null);
    await boss.work(queue, { pollingIntervalSeconds: 10 }, () => reportFailure(() => handlers[queue](), onError));
  }
}

/** The job of a start is there once, however many servers start. */
async function workDaily(boss: PgBoss, handlers: JobHandlers, onError: (error: Error) => void): Promise<void> {
  await boss.schedule(DATED_CHANGES, DAILY.cron, null, DAILY.options);
  await boss.send(DATED_CHANGES);
  await boss.work(DATED_CHANGES, { pollingIntervalSeconds: 30 }, () =>
    reportFailure(() => handlers.datedChanges(), onError),
  );
}

/** A failed run is reported and retried. */
async function workNightly(boss: PgBoss, handlers: JobHandlers, onError: (error: Error) => void): Promise<void> {
  await boss.schedule(MAINTENANCE, NIGHTLY.cron, null, NIGHTLY.options);
  await boss.work(MAINTENANCE, { pollingIntervalSeconds: 30 }, () =>
    reportFailure(() => handlers.maintenance(), onError),
  );
}

/** The first run begins with the server; where another server has begun one, that one counts. */
async function workFeeds(boss: PgBoss, handlers: JobHandlers, onError: (error: Error) => void): Promise<void> {
  await boss.schedule(FEEDS, '41 * * * *', null);
  await boss.work(FEEDS, { pollingIntervalSeconds: 10, heartbeatRefreshSeconds: 10 }, () =>
    reportFailure(() => handlers.feeds(), onError),
  );
  await boss.send(FEEDS);
}

/** Those of a server that was killed go on with the next one at once, else within a minute. */
async function workImports(boss: PgBoss, handlers: JobHandlers, onError: (error: Error) => void): Promise<void> {
  await boss.schedule(IMPORTS, '* * * * *', null);
  await boss.work(IMPORTS, { pollingIntervalSeconds: 10, notifyPollingIntervalSeconds: 30 }, () =>
    reportFailure(() => handlers.imports(), onError),
  );
  await boss.send(IMPORTS);
}

async function reportFailure(work: () => Promise<void>, onError: (error: Error) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    onError(error as Error);
    throw error;
  }
}

/**
 * Timeouts for a database that stops responding without closing its connections: ten seconds for a query, two for an idle
 * connection, four for the heartbeat of listening.
 */
const BOUNDS = {
  keepAlive: true,
  connectionTimeoutMillis: 5000,
  query_timeout: 10_000,
  statement_timeout: 10_000,
  lock_timeout: 10_000,
  idleTimeoutMillis: 2000,
  notifyHeartbeatIntervalMs: 4000,
  notifyHeartbeatTimeoutMs: 4000,
};

function bossOptions(connect: DatabaseAddress) {
  return { ...BOUNDS, ...toClientConfig(connect), schema: 'jobs' } as ConstructorParameters<typeof PgBoss>[0] & object;
}
