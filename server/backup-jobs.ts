import type { PgBoss } from 'pg-boss';
import { TIME_ZONE } from '#domain/dates.ts';

const QUEUE = 'backups';
/** At 01:47 in Kuala Lumpur, before other nightly work changes anything. */
const CRON = '47 1 * * *';
/** One that failed is reported, and the next one follows. */
const OPTIONS = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 12 * 3600, heartbeatSeconds: 60 } as const;

export async function createBackupQueue(boss: PgBoss): Promise<void> {
  if (!(await boss.getQueue(QUEUE))) await boss.createQueue(QUEUE, OPTIONS);
}

/** Only servers that have a folder for backups work this queue. */
export async function workBackups(boss: PgBoss, backUp: () => Promise<void>): Promise<void> {
  await boss.schedule(QUEUE, CRON, null, { tz: TIME_ZONE });
  await boss.work(QUEUE, { pollingIntervalSeconds: 30, heartbeatRefreshSeconds: 10 }, backUp);
}
