import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newDatabase } from '../tests/database.ts';
import { silentProxy } from '../tests/silent-proxy.ts';
import { openDatabase, openPool } from './db/connection.ts';
import { openJobs } from './jobs.ts';
import { waitUntil } from './startup.ts';

const connect = await newDatabase();
const pool = openPool(connect, { size: 2, onError: () => {} });
const db = openDatabase(pool);
const proxy = await silentProxy(connect);
afterAll(async () => {
  proxy.close();
  await pool.end();
});

/** A server that runs jobs, with the emails that it sent. */
async function worker(address: pg.PoolConfig) {
  const jobs = await openJobs(address, () => {}, { worksJobs: true });
  const sent: string[] = [];
  const ran: string[] = [];
  const nothing = async () => {};
  await jobs.work({
    sendMail: async (id) => void sent.push(id),
    reconcilePayment: nothing,
    deadlines: nothing,
    alerts: nothing,
    priceAlerts: nothing,
    datedChanges: async () => void ran.push('dated changes'),
    imports: nothing,
    maintenance: nothing,
    feeds: nothing,
  });
  return { jobs, sent, ran };
}

test('an email whose server crashed while sending is sent by another within seconds', async () => {
  const enqueuing = await openJobs(connect, () => {});
  await enqueuing.sendMail(db, 'in flight');
  await enqueuing.stop();
  await pool.query(`UPDATE jobs.job SET state = 'active', started_on = now() - interval '11 s',
    heartbeat_on = now() - interval '11 s' WHERE name = 'mail'`);
  const { jobs, sent } = await worker(connect);
  await waitUntil(() => sent.length > 0, { seconds: 60, what: 'the mail' });
  await jobs.stop();
  expect(sent).toEqual(['in flight']);
});

test('an email that another server is sending is skipped', async () => {
  const enqueuing = await openJobs(connect, () => {});
  await enqueuing.sendMail(db, 'being sent');
  await pool.query(`UPDATE jobs.job SET state = 'active', started_on = now(), heartbeat_on = now() + interval '1 hour'
    WHERE state = 'created'`);
  await enqueuing.sendMail(db, 'next');
  await enqueuing.stop();
  const { jobs, sent } = await worker(connect);
  await waitUntil(() => sent.length > 0, { seconds: 60, what: 'the mail' });
  await jobs.stop();
  expect(sent).toEqual(['next']);
});

test('an email that somebody waits for overtakes those that were there before', async () => {
  const enqueuing = await openJobs(connect, () => {});
  for (let email = 0; email < 15; email += 1) await enqueuing.sendMail(db, `order ${email}`);
  await enqueuing.sendMail(db, 'reset', { isAwaited: true });
  await enqueuing.stop();
  const { jobs, sent } = await worker(connect);
  await waitUntil(() => sent.length === 16, { seconds: 60, what: 'the mails' });
  await jobs.stop();
  expect(sent.slice(0, 10)).toContain('reset');
});

test('emails are sent after every database connection was lost', async () => {
  const { jobs, sent } = await worker(proxy.connect);
  await jobs.sendMail(db, 'before');
  await waitUntil(() => sent.length === 1, { seconds: 60, what: 'the first mail' });
  proxy.fallSilent();
  await jobs.sendMail(db, 'after');
  await waitUntil(() => sent.length === 2, { seconds: 60, what: 'the second mail' });
  await jobs.stop();
  expect(sent).toEqual(['before', 'after']);
});

test('the prices of today are looked at after a start', async () => {
  const { jobs, ran } = await worker(connect);
  await waitUntil(() => ran.length > 0, { seconds: 60, what: 'the job' });
  await jobs.stop();
  expect(ran).toContain('dated changes');
});
