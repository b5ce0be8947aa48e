import { asc, eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { passkey, recoveryCode, totp } from '../db/tables.ts';
import { exportRow } from './export-orders.ts';

/** A customer's passkeys, oldest first; public keys are technical, and the authenticator's names for them its own. */
export async function exportPasskeys(db: Database, customerId: string) {
  const rows = await db
    .select({
      name: passkey.name,
      isBackedUp: passkey.isBackedUp,
      createdAt: passkey.createdAt,
      lastUsedAt: passkey.lastUsedAt,
    })
    .from(passkey)
    .where(eq(passkey.customerId, customerId))
    .orderBy(asc(passkey.createdAt));
  return rows.map(exportRow);
}

/** Since when a customer has a second step, and when recovery codes were used; no secret and no code. */
export async function exportSecondStep(db: Database, customerId: string) {
  const { createdAt, confirmedAt } = totp;
  const isOwn = eq(recoveryCode.customerId, customerId);
  const steps = await db.select({ createdAt, confirmedAt }).from(totp).where(eq(totp.customerId, customerId));
  const codes = await db
    .select({ usedAt: recoveryCode.usedAt })
    .from(recoveryCode)
    .where(isOwn)
    .orderBy(recoveryCode.usedAt);
  return { second_step: steps.map(exportRow), recovery_codes: codes.map(exportRow) };
}
