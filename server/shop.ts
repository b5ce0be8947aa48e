import type pg from 'pg';
import { readAuthSecret } from './auth-secret.ts';
import type { Config } from './config.ts';
import { openDatabase, openPool } from './db/connection.ts';
import { migrate, underLock } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { limitsIn, withoutLimits } from './http/limits.ts';
import { migrateJobs, openJobs, type JobHandlers } from './jobs.ts';
import { sendMail, type Parked } from './mails/send-mail.ts';
import { tidyPayment } from './orders/tidy-payment.ts';
import { openIdentityProvider } from './outside/identity-provider.ts';
import { openMailer } from './outside/mailer.ts';
import { openPaymentProvider } from './outside/payment-provider.ts';
import { tidyAgain } from './payments/attempts.ts';
import { runUpkeep } from './upkeep/run-upkeep.ts';

export type OpenShop = {
  deps: Deps;
  pool: pg.Pool;
  /** How to reach the database beside the pool, for what outlasts a pool's bounds. */
  connect: pg.PoolConfig;
  close(): Promise<void>;
};

/** Where the background tells what it did, and what it gave up. */
export type Log = Record<'info' | 'warn', (facts: object, sentence: string) => void>;

export type ShopSettings = {
  config: Config;
  publicUrl: string;
  connect: pg.PoolConfig;
  onError: (error: Error) => void;
  log?: Log;
  /** Whether this process works the jobs too, or only enqueues them. */
  worksJobs: boolean;
};

/** Opens everything that commands need: the pool, the job queue and, for a server, the sending of mails. */
export async function openShop(settings: ShopSettings): Promise<OpenShop> {
  const { config, publicUrl, connect, onError, log, worksJobs } = settings;
  const pool = openPool(connect, { size: Math.max(1, config.databasePool - 2), onError });
  const db = openDatabase(pool);
  const mailer = openMailer(config);
  const payments = await openPaymentProvider(config);
  const authSecret = readAuthSecret(config);
  const onParked = (parked: Parked) => log?.warn(parked, 'a mail is parked for good');
  const jobs = await openJobs(connect, onError, { worksJobs });
  const takeCredit = config.rateLimits ? limitsIn(db) : withoutLimits;
  const identityProvider = openIdentityProvider(config);
  const deps: Deps = { config, publicUrl, authSecret, db, jobs, identityProvider, payments, takeCredit };
  const handlers: JobHandlers = {
    sendMail: (id, attempt) => sendMail(deps, { mailer, onParked }, { id, attempt }),
    tidyPayment: (attemptId) => tidyPayment(deps, attemptId),
    upkeep: async () => {
      const done = await runUpkeep(connect, onError);
      await tidyAgain(db, deps);
      log?.info(done, 'put in order');
    },
  };
  if (worksJobs) await jobs.work(handlers);
  return {
    deps,
    pool,
    connect,
    close: async () => {
      await jobs.stop();
      await pool.end();
    },
  };
}

/** Brings tables and job tables up to the code's, while no other server does; then runs `seed` under the same lock. */
export function prepareDatabase(connect: pg.PoolConfig, seed: () => Promise<void> = async () => {}): Promise<string[]> {
  return underLock(connect, async (client) => {
    const ran = await migrate(client);
    await migrateJobs(connect);
    await seed();
    return ran;
  });
}
