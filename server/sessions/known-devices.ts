import { and, eq, gt, sql } from 'drizzle-orm';
import { deviceName } from '#domain/device.ts';
import type { LogInClient } from '../accounts/auth-cookies.ts';
import type { Customer } from '../accounts/customers.ts';
import { findKnownBrowser } from '../accounts/verify-password.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { auditEntry, knownDevice } from '../db/tables.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { hashSecret } from '../secrets.ts';

/** Emails of one account in an hour, for a client that never sends its cookies back. */
const MAX_NOTICES_PER_HOUR = 3;

/**
 * Remembers the device of a sign-in, before its session starts. A device that the customer has not signed in with yet is
 * reported to them by email, except at the very first sign-in.
 */
export async function rememberDevice(tx: Database, deps: Deps, owner: Customer, client: LogInClient): Promise<void> {
  const isFirst = !(await hasSignedInBefore(tx, owner.id));
  const browser = client.cookieHash && (await findKnownBrowser(tx, owner.id, client.cookieHash));
  const [remembered] = await tx
    .insert(knownDevice)
    .values({ customerId: owner.id, deviceHash: hashSecret(`${owner.id} ${client.deviceSecret}`) })
    .onConflictDoUpdate({
      target: [knownDevice.customerId, knownDevice.deviceHash],
      set: { lastSeenAt: sql`clock_timestamp()` },
    })
    .returning({ isNew: sql<boolean>`first_seen_at = last_seen_at` });
  if (isFirst || browser || !remembered!.isNew) return;
  if ((await countNewDevices(tx, owner.id)) <= MAX_NOTICES_PER_HOUR) await enqueueNotice(tx, deps, owner, client);
}

async function hasSignedInBefore(db: Database, customerId: string): Promise<boolean> {
  const signIns = and(eq(auditEntry.chain, customerId), eq(auditEntry.event, 'signed_in'));
  const found = await db.select({ at: auditEntry.at }).from(auditEntry).where(signIns).limit(1);
  return found.length > 0;
}

function countNewDevices(db: Database, customerId: string): Promise<number> {
  const isNew = gt(knownDevice.firstSeenAt, sql`now() - interval '1 hour'`);
  return db.$count(knownDevice, and(eq(knownDevice.customerId, customerId), isNew));
}

async function enqueueNotice(
  db: Database,
  deps: Deps,
  { email: to, locale, displayName: name }: Customer,
  { ip, userAgent }: LogInClient,
): Promise<void> {
  const device = deviceName(userAgent);
  const data = {
    name,
    at: new Date().toISOString(),
    ip,
    ...(device !== undefined && { device }),
    link: `${deps.publicUrl}/customer/profile#devices`,
    resetLink: `${deps.publicUrl}/customer/auth/forget-password`,
  };
  await enqueueEmail(db, deps, { kind: 'new_device', to, locale, data });
}
