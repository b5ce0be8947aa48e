import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { fromDrizzle, PgBoss, type JobWithMetadata } from 'pg-boss';
import { TIME_ZONE } from '#domain/time-zone.ts';
import type { Database } from './db/connection.ts';

/** Background work, kept in PostgreSQL and enqueued in the transaction that causes it. */
export type Jobs = {
  /** Has a mail row sent once this transaction commits. */
  sendMail(db: Database, mailId: string): Promise<void>;
  /** Has a try to pay looked at, and done at the payment provider what it waits for, once this transaction commits. */
  tidyPayment(db: Database, attemptId: string, when?: { at: Date }): Promise<void>;
  /** Forgets every such job, once this transaction commits. */
  forgetAll(db: Database): Promise<void>;
};

export type JobHandlers = {
  sendMail(mailId: string, attempt: number): Promise<void>;
  tidyPayment(attemptId: string): Promise<void>;
  /** Once a night, on one server. */
  upkeep(): Promise<void>;
};

const MAIL = 'mail';
const PAYMENT = 'payment';
const UPKEEP = 'upkeep';
/**
 * At 03:17 in Kuala Lumpur, when few people read; a shop that was closed then does it once it opens. It has six hours,
 * should much have gathered.
 */
const NIGHTLY = {
  cron: '17 3 * * *',
  options: { tz: TIME_ZONE, missed: 'once', expireInSeconds: 6 * 3600 },
} as const;
/** What an outside server is asked: from 1 minute to 1 hour between tries; parked after 12. */
const OUTSIDE_QUEUE = {
  retryLimit: 11,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  notify: true,
};

/** Brings the job tables up to date; called by `migrate` under its lock. */
export async function migrateJobs(connect: pg.PoolConfig): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(connect), max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  if (!(await boss.getQueue(MAIL))) await boss.createQueue(MAIL, OUTSIDE_QUEUE);
  if (!(await boss.getQueue(PAYMENT))) await boss.createQueue(PAYMENT, OUTSIDE_QUEUE);
  if (!(await boss.getQueue(UPKEEP))) await boss.createQueue(UPKEEP, { policy: 'exclusive' });
  await boss.stop({ graceful: false });
}

/**
 * The queue of one server, on two connections of its own. It works jobs once it is told how (`work`), if it is to do so
 * at all; else it only enqueues (tests, commands of the operator).
 */
export async function openJobs(
  connect: pg.PoolConfig,
  onError: (error: Error) => void,
  { worksJobs = false } = {},
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
  return {
    work: async (handlers) => {
      await workEach<{ mailId: string }>(boss, MAIL, (job) => handlers.sendMail(job.data.mailId, job.retryCount + 1));
      await workEach<{ attemptId: string }>(boss, PAYMENT, (job) =>
        tellFailure(() => handlers.tidyPayment(job.data.attemptId), onError),
      );
      await workNightly(boss, handlers, onError);
    },
    sendMail: async (db, mailId) => {
      await boss.send(MAIL, { mailId }, { db: fromDrizzle(db as never, sql) });
    },
    tidyPayment: async (db, attemptId, when) => {
      const later = when && { startAfter: when.at };
      await boss.send(PAYMENT, { attemptId }, { db: fromDrizzle(db as never, sql), ...later });
    },
    forgetAll: async (db) => {
      await db.execute(sql`DELETE FROM jobs.job WHERE name IN (${MAIL}, ${PAYMENT})`);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** After a full batch the next is taken at once; else a crowd of mails would wait for the next one or half a minute. */
const WORK = {
  includeMetadata: true,
  perJobResults: true,
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
} as const;

/** Up to ten jobs at once; one that fails is tried again without the others. */
async function workEach<T extends object>(
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

/** A night that fails is told, and tried again. */
async function workNightly(boss: PgBoss, handlers: JobHandlers, onError: (error: Error) => void): Promise<void> {
  await boss.schedule(UPKEEP, NIGHTLY.cron, null, NIGHTLY.options);
  await boss.work(UPKEEP, { pollingIntervalSeconds: 30 }, () => tellFailure(() => handlers.upkeep(), onError));
}

async function tellFailure(work: () => Promise<void>, onError: (error: Error) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    onError(error as Error);
    throw error;
  }
}

function bossOptions(connect: pg.PoolConfig) {
  return { ...connect, schema: 'jobs' } as ConstructorParameters<typeof PgBoss>[0] & object;
}
