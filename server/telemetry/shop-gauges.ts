import { sql } from 'drizzle-orm';
import { Gauge } from 'prom-client';
import type { Database } from '../db/connection.ts';
import { emailMessage, paymentEvent } from '../db/tables.ts';
import type { Metrics } from './metrics.ts';

type ShopFacts = {
  pendingEmails: number;
  oldestEmail: number;
  deadLettered: number;
  unmatched: number;
  queues: { queue: string; waiting: number; oldest: number }[];
};

/** However often it is asked, the database counts once in so many milliseconds. */
const KEPT_MS = 10_000;

/** What is counted in the database, and so alike on all servers; left out while that does not answer. */
export function registerShopGauges({ registry, databaseUp }: Metrics, db: Database): void {
  const facts = keep(() => readFacts(db));
  const gauge = (name: string, help: string, value: (facts: ShopFacts) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const known = await facts();
        databaseUp.set(Number(known !== undefined));
        if (known) this.set(value(known));
        else this.remove();
      },
    });
  gauge('emails_pending', 'Emails that wait to be sent.', ({ pendingEmails }) => pendingEmails);
  gauge('emails_oldest_pending_seconds', 'Age of the oldest email that waits.', ({ oldestEmail }) => oldestEmail);
  gauge('emails_dead_lettered', 'Emails that were given up and not resent.', ({ deadLettered }) => deadLettered);
  gauge('payments_unmatched', 'Payments that belong to no order and wait for staff.', ({ unmatched }) => unmatched);
  queueGauge('job_queue_waiting', 'Jobs that are due and wait.', ({ waiting }) => waiting);
  queueGauge('job_queue_oldest_seconds', 'For how long the oldest of them has been due.', ({ oldest }) => oldest);

  function queueGauge(name: string, help: string, value: (queue: ShopFacts['queues'][number]) => number) {
    return new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const known = await facts();
        this.reset();
        for (const queue of known?.queues ?? []) this.set({ queue: queue.queue }, value(queue));
      },
    });
  }
}

/** What was read in the last seconds; nothing where reading failed. */
function keep(read: () => Promise<ShopFacts>): () => Promise<ShopFacts | undefined> {
  let known: Promise<ShopFacts | undefined> | undefined;
  let readAt = -Infinity;
  return () => {
    if (performance.now() - readAt < KEPT_MS && known) return known;
    readAt = performance.now();
    known = read().catch(() => undefined);
    return known;
  };
}

/** SQL, because it counts in several tables in one round trip, each by an index of what is open, and in tables of pg-boss. */
async function readFacts(db: Database): Promise<ShopFacts> {
  const { rows } = await db.execute<ShopFacts>(sql`
    SELECT pending."pendingEmails", pending."oldestEmail",
      (SELECT count(*)::int FROM ${emailMessage} WHERE dead_lettered_at IS NOT NULL) AS "deadLettered",
      (SELECT count(*)::int FROM ${paymentEvent} WHERE outcome = 'unmatched') AS unmatched,
      (SELECT coalesce(json_agg(counted), '[]') FROM (
        SELECT queue.name AS queue, count(job.id)::int AS waiting,
          coalesce(extract(epoch FROM now() - min(job.start_after)), 0)::float8 AS oldest
        FROM jobs.queue LEFT JOIN jobs.job ON job.name = queue.name AND job.state < 'active' AND job.start_after <= now()
        WHERE queue.name NOT LIKE '\\_\\_%' GROUP BY queue.name) AS counted) AS queues
    FROM (
      SELECT count(*)::int AS "pendingEmails", coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestEmail"
      FROM ${emailMessage} WHERE sent_at IS NULL AND dead_lettered_at IS NULL) AS pending`);
  return rows[0]!;
}
