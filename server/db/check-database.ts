import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import type { AuthSecret } from '../secrets.ts';
import { toClientConfig } from './client-config.ts';
import { openPool } from './connection.ts';

/** The database is none that this server can work with; the message is one sentence for the operator. */
export class UnfitDatabaseError extends Error {}

/** The addresses that a server uses: what its pool connects to, and PostgreSQL itself, for what belongs to a session. */
export type Addresses = { connect: DatabaseAddress; pooled: DatabaseAddress };

const DEAF =
  'This server does not hear its own notifications: DATABASE_URL is a pooler in transaction mode; set DATABASE_DIRECT_URL to PostgreSQL itself.';
const DEAF_DIRECTLY =
  'This server does not hear its own notifications: DATABASE_DIRECT_URL must lead to PostgreSQL itself, and to the database of DATABASE_URL.';

/** Milliseconds. */
const CONNECT_MS = 5000;
const NOTIFY_EVERY_MS = 50;
/** A notification that was sent for so long and never came is not heard; milliseconds. */
const HEARING_MS = 10_000;
/** Seconds by which the clocks of a server and its database may differ. */
const MAX_CLOCK_DIFFERENCE = 5;

/**
 * Checks at a start that this server hears what its statements notify, and that running servers accept this one's secret as it does theirs. Throws
 * {@link UnfitDatabaseError}; returns a sentence about clocks that differ. Leaves no state on a pooler's connections.
 */
export async function checkDatabase(addresses: Addresses, secret: AuthSecret): Promise<string | undefined> {
  const sender = openPool(addresses.pooled, { size: 1, onError: () => {} });
  const listener = new pg.Client({ ...toClientConfig(addresses.connect), connectionTimeoutMillis: CONNECT_MS });
  listener.on('error', () => {});
  try {
    await listener.connect();
    await requireNotifications(sender, listener, addresses.connect !== addresses.pooled);
    await requireAcceptedSecrets(listener, secret);
    return await findClockDifference(listener);
  } finally {
    await listener.end();
    await sender.end();
  }
}

/** Without its notifications live updates and the caches of pages would be wrong without a word. */
async function requireNotifications(sender: pg.Pool, listener: pg.Client, hasDirect: boolean): Promise<void> {
  const channel = `heard_${randomUUID()}`;
  let isHeard = false;
  listener.on('notification', (message) => (isHeard ||= message.channel === channel));
  await listener.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  const end = Date.now() + HEARING_MS;
  while (!isHeard) {
    if (Date.now() > end) throw new UnfitDatabaseError(hasDirect ? DEAF_DIRECTLY : DEAF);
    await sender.query('SELECT pg_notify($1, $2)', [channel, '']);
    await pause(NOTIFY_EVERY_MS);
  }
}

/** What is wrong with the clocks of this server and of its database, if they differ by more than seconds. */
async function findClockDifference(client: pg.ClientBase): Promise<string | undefined> {
  const sentAt = Date.now();
  const { rows } = await client.query<{ ms: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
  const receivedAt = Date.now();
  const databaseMs = Number(rows[0]!.ms);
  const difference = Math.max(databaseMs - receivedAt, sentAt - databaseMs) / 1000;
  if (difference <= MAX_CLOCK_DIFFERENCE) return undefined;
  const direction = databaseMs > sentAt ? 'behind' : 'ahead of';
  return `The clock of this server is ${Math.round(difference)} s ${direction} the database's: set both by NTP.`;
}

/** What each running server locks, shared, with the fingerprint of the secret that it uses. Nothing else uses this number. */
const USED_SECRETS = 7_240_117;
/** The same with those of older secrets that it accepts too. */
const OLDER_SECRETS = 7_240_118;

/** Says on a connection, for as long as that is open, which secrets this server has. */
export async function announceSecret(client: pg.ClientBase, { accepted }: AuthSecret): Promise<void> {
  for (const [place, secret] of accepted.entries()) {
    const lock = place === 0 ? USED_SECRETS : OLDER_SECRETS;
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lock, fingerprintOf(secret)]);
  }
}

/** Throws {@link UnfitDatabaseError} where a server of the same database uses a secret that this one does not accept, or the reverse. */
export async function requireAcceptedSecrets(client: pg.ClientBase, secret: AuthSecret): Promise<void> {
  const { rowCount } = await client.query(
    `WITH held AS (SELECT pid, classid, objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
        AND classid::bigint = ANY($1::bigint[]) AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
      SELECT FROM held used WHERE classid::bigint = ($1::bigint[])[1] AND (objid <> ALL($2::bigint[])
        OR NOT EXISTS (SELECT FROM held accepted WHERE accepted.pid = used.pid AND accepted.objid = ($2::bigint[])[1]))`,
    [[USED_SECRETS, OLDER_SECRETS], secret.accepted.map((one) => fingerprintOf(one) >>> 0)],
  );
  if (rowCount)
    throw new UnfitDatabaseError(
      'AUTH_SECRET differs from that of another running server on this database: give all the same, a new one after the old one first, or stop the others.',
    );
}

/** 32 bits of a hash, which say nothing of a secret of decent length. */
function fingerprintOf(secret: string): number {
  return createHmac('sha256', secret).update('which secret a server has').digest().readInt32BE();
}
