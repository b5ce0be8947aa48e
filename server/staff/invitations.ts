import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Invitation, OpenedInvitation } from '#contract/admin-invitations.ts';
import { ADMIN_AREA, INVITATION } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { INVITATION_DAYS, MAX_OPEN_INVITATIONS, type StaffRole } from '#domain/staff.ts';
import { findCustomerByEmail } from '../accounts/customers.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { staffInvitation } from '../db/tables.ts';
import { consumeMailboxLimit, enqueueEmail } from '../emails/outbox.ts';
import { hashSecret, newSecret } from '../secrets.ts';

/** Whoever invites: a member of staff, or the operator, who has no account. */
export type Inviter = { id: string | null; name: string };
export type NewInvitation = { email: string; role: StaffRole; locale: Locale };

/** Neither withdrawn nor accepted. An expired one is open still: it can be sent again. */
export const isOpen = and(isNull(staffInvitation.revokedAt), isNull(staffInvitation.acceptedAt));

/** Counts an invitation to an address; throws `too_many_requests` for the fourth in an hour. Never inside a transaction. */
export async function consumeInvitationLimit(deps: Pick<Deps, 'consumeRateLimit'>, email: string): Promise<void> {
  if (!(await consumeMailboxLimit(deps, 'invitation', email))) throwApiError('too_many_requests', { retryAfter: 3600 });
}

/** The open invitations, expired ones included, by address. */
export async function listInvitations(db: Database): Promise<Invitation[]> {
  const rows = await db
    .select({ row: staffInvitation, isExpired: sql`${staffInvitation.expiresAt} <= now()`.mapWith(Boolean) })
    .from(staffInvitation)
    .where(isOpen)
    .orderBy(asc(staffInvitation.email))
    .limit(2 * MAX_OPEN_INVITATIONS);
  return rows.map(({ row: { id, email, role, inviter, sentAt, expiresAt }, isExpired }) => ({
    id,
    email,
    role,
    inviter,
    sent_at: sentAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_expired: isExpired,
  }));
}

/** The open invitation of an address, in the contract's normalized form. Throws `not_found`. */
export async function requireInvitationOf(db: Database, email: string): Promise<Invitation> {
  return requireFound((await listInvitations(db)).find((one) => one.email === email));
}

/**
 * Emails an address the link of an invitation to the back office, which takes the place of an open one. An account of that
 * address decides the language. Returns its id. Throws `too_late` for whoever has a role, and `too_many`.
 */
export function inviteStaff(deps: Deps, inviter: Inviter, { email, role, locale }: NewInvitation): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const account = await findCustomerByEmail(tx, email);
    if (account?.staffRole) throwApiError('too_late');
    const others = and(isOpen, sql`${staffInvitation.email} <> ${email}`);
    if ((await tx.$count(staffInvitation, others)) >= MAX_OPEN_INVITATIONS) throwApiError('too_many');
    const { token, ...link } = newLink(inviter);
    const values = { role, locale: account?.activatedAt ? account.locale : locale, ...link };
    const [row] = await tx
      .insert(staffInvitation)
      .values({ id: uuidv7(), email, ...values })
      .onConflictDoUpdate({ target: staffInvitation.email, targetWhere: isOpen!, set: values })
      .returning();
    await enqueueInvitation(tx, deps, row!, token);
    return row!.id;
  });
}

/** Emails an open invitation with a new link, in the name of whoever sends it. Throws `not_found`, and `too_late` for a closed one. */
export function resendInvitation(deps: Deps, inviter: Inviter, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await requireInvitation(tx, id);
    const { token, ...link } = newLink(inviter);
    const [row] = await tx
      .update(staffInvitation)
      .set(link)
      .where(and(eq(staffInvitation.id, id), isOpen))
      .returning();
    if (!row) return throwApiError('too_late');
    await enqueueInvitation(tx, deps, row, token);
  });
}

/** Closes an open invitation: its link stops working. Throws `not_found`, and `too_late` for a closed one. */
export async function withdrawInvitation(db: Database, id: string): Promise<void> {
  await requireInvitation(db, id);
  const { rowCount } = await db
    .update(staffInvitation)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(staffInvitation.id, id), isOpen));
  if (rowCount === 0) throwApiError('too_late');
}

/** An invitation in any state. Throws `not_found`. */
export async function requireInvitation(db: Database, id: string) {
  const [found] = await db.select().from(staffInvitation).where(eq(staffInvitation.id, id));
  return requireFound(found);
}

/** What a link offers that works now. Throws `link_expired`. */
export async function openInvitation(db: Database, token: string): Promise<OpenedInvitation> {
  const [found] = await db.select().from(staffInvitation).where(isAcceptable(token));
  const { email, role, inviter } = found ?? throwApiError('link_expired');
  const account = await findCustomerByEmail(db, email);
  return { email, role, inviter, has_account: account?.activatedAt != null };
}

/** Open, and its link, this one, has not expired. */
export function isAcceptable(token: string) {
  return and(eq(staffInvitation.tokenHash, hashSecret(token)), isOpen, gt(staffInvitation.expiresAt, sql`now()`));
}

type Involved = { id: string; email: string };

/** Locks the open invitations by and to an account: always before the account itself. */
export async function lockInvitations(tx: Database, { id, email }: Involved): Promise<void> {
  await tx
    .select({ id: staffInvitation.id })
    .from(staffInvitation)
    .where(and(isOpen, or(eq(staffInvitation.inviterId, id), eq(staffInvitation.email, email))))
    .orderBy(asc(staffInvitation.id))
    .for('update');
}

/** Closes the open invitation to an account that got a role by other means, and those that it sent where it may not any more. */
export async function withdrawInvitationsOf(tx: Database, { id, email }: Involved, mayInvite: boolean): Promise<void> {
  const isTo = eq(staffInvitation.email, email);
  await tx
    .update(staffInvitation)
    .set({ revokedAt: sql`now()` })
    .where(and(isOpen, mayInvite ? isTo : or(isTo, eq(staffInvitation.inviterId, id))));
}

/** A new single-use link: its token, and what the row stores of it. */
function newLink({ id, name }: Inviter) {
  const token = newSecret();
  return {
    token,
    tokenHash: hashSecret(token),
    inviterId: id,
    inviter: name,
    sentAt: sql`now()`,
    expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
  };
}

async function enqueueInvitation(
  tx: Database,
  deps: Deps,
  { email: to, locale, inviter, expiresAt }: typeof staffInvitation.$inferSelect,
  token: string,
): Promise<void> {
  const link = `${deps.publicUrl}${ADMIN_AREA}/${INVITATION}#token=${token}`;
  const data = { inviter, expiresAt: expiresAt.toISOString(), link };
  await enqueueEmail(tx, deps, { kind: 'staff_invitation', to, locale, data });
}
