import { randomInt } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { parseCode, RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_LENGTH } from '#domain/credential.ts';
import type { Customer } from '../accounts/customers.ts';
import { limitFailures } from '../accounts/verify-password.ts';
import { throwApiError } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ClientInfo, Deps } from '../context.ts';
import { databaseTime, type Database } from '../db/connection.ts';
import { recoveryCode, totp } from '../db/tables.ts';
import { enqueueSecurityNotice } from './security-notice.ts';
import { matchTimeStep, newTotpSecret, openSecret, sealSecret, totpUri } from './totp.ts';

/** Since when a customer signs in with a second step, and how many recovery codes are left; undefined without one. */
export async function findSecondStep(db: Database, customerId: string) {
  const isOn = and(eq(totp.customerId, customerId), isNotNull(totp.confirmedAt));
  const [found] = await db.select().from(totp).where(isOn);
  if (!found) return undefined;
  const isLeft = and(eq(recoveryCode.customerId, customerId), isNull(recoveryCode.usedAt));
  return { since: found.confirmedAt!, recoveryCodes: await db.$count(recoveryCode, isLeft) };
}

/** Makes a secret for a customer's app, which is in use once {@link confirmTotp} gets its code. Throws `second_step_on`. */
export async function startTotp(deps: Deps, { id, email }: Customer): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  const values = { sealedSecret: sealSecret(deps.authSecret, id, secret), lastStep: 0, createdAt: sql`now()` };
  const stored = await deps.db
    .insert(totp)
    .values({ customerId: id, ...values })
    .onConflictDoUpdate({ target: totp.customerId, set: values, setWhere: isNull(totp.confirmedAt) })
    .returning({ customerId: totp.customerId });
  if (stored.length === 0) throwApiError('second_step_on');
  return { secret, uri: totpUri({ shop: deps.config.shopName, name: email, secret }) };
}

type CodeRequest = { code: string; client: ClientInfo };

/** Turns the second step on by the first code of the app; returns the recovery codes. Throws `code_wrong`. */
export async function confirmTotp(deps: Deps, owner: Customer, { code, client }: CodeRequest): Promise<string[]> {
  const isPending = and(eq(totp.customerId, owner.id), isNull(totp.confirmedAt));
  const isRight = await limitFailures(deps, failureKey(owner.id), async () => {
    const [pending] = await deps.db.select().from(totp).where(isPending);
    return pending !== undefined && (await useAppCode(deps, pending, parseCode(code)?.app));
  });
  if (!isRight) throwApiError('code_wrong');
  return deps.db.transaction(async (tx) => {
    const confirmed = await tx
      .update(totp)
      .set({ confirmedAt: sql`now()` })
      .where(isPending);
    if (confirmed.rowCount !== 1) throwApiError('second_step_on');
    const codes = await replaceRecoveryCodes(tx, deps, owner.id);
    await enqueueSecurityNotice(tx, deps, owner, { change: 'second_step_on' });
    await writeAudit(tx, { event: 'second_step_on', customerId: owner.id, client });
    return codes;
  });
}

/** Turns the second step off; returns false where there was none. */
export async function removeTotp(deps: Deps, owner: Customer, client: ClientInfo): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const removed = await deleteSecondStep(tx, owner.id);
    if (!removed) return false;
    await enqueueSecurityNotice(tx, deps, owner, { change: 'second_step_off' });
    await writeAudit(tx, { event: 'second_step_off', customerId: owner.id, client });
    return true;
  });
}

/** Returns whether there was one in use. */
export async function deleteSecondStep(tx: Database, customerId: string): Promise<boolean> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.customerId, customerId));
  const removed = await tx.delete(totp).where(eq(totp.customerId, customerId)).returning({ at: totp.confirmedAt });
  return removed.some(({ at }) => at !== null);
}

/** New recovery codes; the old ones are void. Throws `not_found` without a second step. */
export async function renewRecoveryCodes(deps: Deps, owner: Customer, client: ClientInfo): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const isOn = and(eq(totp.customerId, owner.id), isNotNull(totp.confirmedAt));
    const [locked] = await tx.select({ id: totp.customerId }).from(totp).where(isOn).for('update');
    if (!locked) throwApiError('not_found');
    const codes = await replaceRecoveryCodes(tx, deps, owner.id);
    await enqueueSecurityNotice(tx, deps, owner, { change: 'recovery_codes_renewed' });
    await writeAudit(tx, { event: 'recovery_codes_renewed', customerId: owner.id, client });
    return codes;
  });
}

/**
 * Takes a code of the customer's app, or one of the recovery codes, each once. Failures count as those of a password do, for
 * both kinds together and whoever fails. Throws `code_wrong` and `too_many_attempts`.
 */
export async function verifySecondStep(deps: Deps, owner: Customer, { code, client }: CodeRequest): Promise<void> {
  const parsed = parseCode(code);
  const isRight = await limitFailures(deps, failureKey(owner.id), async () => {
    if (parsed?.recovery !== undefined) return useRecoveryCode(deps, owner, { code: parsed.recovery, client });
    const isOn = and(eq(totp.customerId, owner.id), isNotNull(totp.confirmedAt));
    const [app] = await deps.db.select().from(totp).where(isOn);
    return app !== undefined && useAppCode(deps, app, parsed?.app);
  });
  if (isRight) return;
  await writeAudit(deps.db, { event: 'code_refused', customerId: owner.id, client });
  throwApiError('code_wrong');
}

/**
 * The second step of a sign-in by password, for customers who have one; returns whether they have. Throws `code_required`
 * without a code, and as {@link verifySecondStep}.
 */
export async function requireSecondStep(
  deps: Deps,
  owner: Customer,
  { code, client }: { code: string | undefined; client: ClientInfo },
): Promise<boolean> {
  if (!(await findSecondStep(deps.db, owner.id))) return false;
  await verifySecondStep(deps, owner, { code: code ?? throwApiError('code_required'), client });
  return true;
}

function failureKey(customerId: string): string {
  return `code:${customerId}`;
}

/** Whether a code is right and not used yet; of the same code at the same time, one is. */
async function useAppCode(
  deps: Deps,
  { customerId, sealedSecret, lastStep }: typeof totp.$inferSelect,
  code: string | undefined,
): Promise<boolean> {
  if (code === undefined) return false;
  const opened = openSecret(deps.authSecret, customerId, sealedSecret);
  if (opened === undefined) return false;
  const { secret, isOutdated } = opened;
  const step = matchTimeStep({ secret, code, now: await databaseTime(deps.db), after: lastStep });
  if (step === undefined) return false;
  const isUnused = and(eq(totp.customerId, customerId), eq(totp.sealedSecret, sealedSecret), lt(totp.lastStep, step));
  const sealedAnew = isOutdated && { sealedSecret: sealSecret(deps.authSecret, customerId, secret) };
  const used = await deps.db
    .update(totp)
    .set({ lastStep: step, ...sealedAnew })
    .where(isUnused);
  return used.rowCount === 1;
}

async function useRecoveryCode(deps: Deps, owner: Customer, { code, client }: CodeRequest): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const isUnused = and(
      eq(recoveryCode.customerId, owner.id),
      inArray(recoveryCode.codeHash, deps.authSecret.hmacs(recoveryText(owner.id, code))),
      isNull(recoveryCode.usedAt),
    );
    const used = await tx
      .update(recoveryCode)
      .set({ usedAt: sql`now()` })
      .where(isUnused);
    if (used.rowCount !== 1) return false;
    await enqueueSecurityNotice(tx, deps, owner, { change: 'recovery_code_used' });
    await writeAudit(tx, { event: 'recovery_code_used', customerId: owner.id, client });
    return true;
  });
}

async function replaceRecoveryCodes(tx: Database, deps: Deps, customerId: string): Promise<string[]> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.customerId, customerId));
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx
    .insert(recoveryCode)
    .values(codes.map((code) => ({ customerId, codeHash: deps.authSecret.hmac(recoveryText(customerId, code)) })));
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

function newRecoveryCode(): string {
  const signs = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]);
  return signs.join('');
}

/** What a stored hash is of: keyed, because a code is shorter than a secret and whoever has only the database cannot try them. */
function recoveryText(customerId: string, code: string): string {
  return `recovery code ${customerId} ${code}`;
}
