import { and, eq, gt, ne, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { ALERT_CONFIRMATION_HOURS } from '#domain/alert.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import { guestAlertsToken } from '../emails/links.ts';
import { consumeMailboxLimit } from '../emails/outbox.ts';
import { rateLimitSubject } from '../limits.ts';
import { hashSecret } from '../secrets.ts';

/* What a guest waits for is confirmed, listed and removed by one emailed link to the address. */

/** How a guest is reached, and from where they ask. */
export type Guest = { email: string; locale: Locale; client: { ip: string } };

/** Counts what a guest asks for; returns whether the mailbox may get one more email that confirms it. */
export async function consumeGuestLimits(deps: Deps, { email, client }: Guest): Promise<boolean> {
  await deps.consumeRateLimit('guest-alert', rateLimitSubject(client.ip));
  return consumeMailboxLimit(deps, 'alert', email);
}

/** The columns of a row that is a guest's. */
export function guestColumns(deps: Pick<Deps, 'authSecret'>, { email, locale }: Guest) {
  return { email, locale, guestTokenHash: hashSecret(guestAlertsToken(deps, email)) };
}

type WaitingTable = { state: AnyColumn; createdAt: AnyColumn; guestTokenHash: AnyColumn };

/** Rows of the link with a token. */
export const isOfLink = ({ guestTokenHash }: WaitingTable, token: string): SQL => eq(guestTokenHash, hashSecret(token));

/** Pending rows that a guest can still confirm. */
export function isConfirmable({ state, createdAt }: WaitingTable) {
  const since = sql`now() - ${`${ALERT_CONFIRMATION_HOURS} hours`}::interval`;
  return and(eq(state, 'pending'), gt(createdAt, since))!;
}

/** Rows other than those that nobody confirmed in time. */
export const isAlive = (table: WaitingTable): SQL => or(ne(table.state, 'pending'), isConfirmable(table))!;
