import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { register as registerEndpoint } from '#contract/sessions.ts';
import type { Locale } from '#domain/locale.ts';
import type { Database, Connection } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import type { Deps, ClientInfo } from '../context.ts';
import { requestOrigin } from '../emails/email-content.ts';
import { enqueueEmail, consumeMailboxLimit } from '../emails/outbox.ts';
import { throwFieldError, throwApiError } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import { findCustomerByEmail, type Customer } from './customers.ts';
import {
  createEmailToken,
  findEmailTokenOwner,
  consumeEmailToken,
  revokeEmailTokens,
  simulateTokenEmail,
} from './email-tokens.ts';
import { assertStrongPassword, hashPassword } from './passwords.ts';
import { claimGuestOrders } from '../orders/guest-orders.ts';
import { claimGuestAlerts } from '../alerts/availability-alerts.ts';
import { claimGuestRequests } from '../alerts/title-requests.ts';
import { claimGuestTickets } from '../tickets/transition-ticket.ts';
import { equalHashes } from '../secrets.ts';

export type NewCustomer = ParsedOf<typeof registerEndpoint>['body'];
type RegistrationContext = {
  locale: Locale;
  client: ClientInfo;
  /** Of the registration cookie that the browser gets. */
  cookieHash: Buffer;
};

/**
 * Creates an account and emails its activation link. For an email that has an account the work and the response are the
 * same (an inner transaction takes the same steps); its owner gets an email that says so. An email that was never
 * activated belongs to nobody: the last registration replaces the earlier one, and its password is valid only in the
 * browser that chose it. Throws `invalid` at its field for a taken username and a weak password.
 */
export async function register(
  deps: Deps,
  form: NewCustomer,
  { locale, client, cookieHash }: RegistrationContext,
): Promise<void> {
  assertStrongPassword(deps, { password: form.password, owner: form, locale });
  await assertUsernameAvailable(deps.db, form.username, locale);
  const values = newCustomerValues(form, { locale, passwordHash: await hashPassword(form.password), cookieHash });
  const mayEmail = await consumeMailboxLimit(deps, 'register', form.email);
  await deps.db.transaction(async (tx) => {
    const claimed = (await insertCustomer(tx, values)) ?? (await replaceUnverified(tx, values));
    const owner = claimed ?? (await findCustomerByEmail(tx, form.email));
    if (!owner) return throwFieldError(locale, 'username', 'username_taken');
    if (mayEmail && !claimed) await tx.transaction((inner) => enqueueAccountExistsEmail(inner, deps, owner, client));
    else if (mayEmail) await enqueueActivationEmail(tx, deps, owner, client);
    if (claimed) await writeAudit(tx, { event: 'registered', customerId: claimed.id, client });
  });
}

/** Emails a new activation link to an address whose account waits for one; does the same work where there is none. */
export async function resendActivation(deps: Deps, email: string, client?: ClientInfo): Promise<void> {
  if (!(await consumeMailboxLimit(deps, 'activate', email))) return;
  await deps.db.transaction(async (tx) => {
    const owner = await findCustomerByEmail(tx, email);
    await (owner && !owner.activatedAt
      ? enqueueActivationEmail(tx, deps, owner, client)
      : simulateTokenEmail(tx, deps));
  });
}

/** Emails an activation link and revokes earlier ones. */
async function enqueueActivationEmail(
  db: Database,
  deps: Deps,
  owner: Customer,
  client: ClientInfo | undefined,
): Promise<void> {
  const token = await createEmailToken(db, 'activate', owner);
  const { email: to, locale, displayName: name } = owner;
  const link = `${deps.publicUrl}/customer/auth/login#activate=${token}`;
  await enqueueEmail(db, deps, { kind: 'activate', to, locale, data: { name, link, ...requestOrigin(client) } });
}

/** Emails the owner of an address that somebody tried to create an account with it. */
export async function enqueueAccountExistsEmail(
  db: Database,
  deps: Deps,
  owner: Customer,
  client: ClientInfo | undefined,
): Promise<void> {
  const { email: to, locale, displayName: name } = owner;
  const link = `${deps.publicUrl}/customer/auth/login`;
  await enqueueEmail(db, deps, { kind: 'account_exists', to, locale, data: { name, link, ...requestOrigin(client) } });
}

async function assertUsernameAvailable(db: Database, username: string | undefined, locale: Locale): Promise<void> {
  if (!username) return;
  const [taken] = await db.select({ id: customer.id }).from(customer).where(eq(customer.username, username));
  if (taken) throwFieldError(locale, 'username', 'username_taken');
}

type RegistrationSecrets = { locale: Locale; passwordHash: string; cookieHash: Buffer };

function newCustomerValues(form: NewCustomer, { locale, passwordHash, cookieHash }: RegistrationSecrets) {
  return {
    email: form.email,
    username: form.username ?? null,
    displayName: form.displayName,
    passwordHash,
    registrationHash: cookieHash,
    locale: form.locale ?? locale,
  };
}

type NewCustomerValues = ReturnType<typeof newCustomerValues>;

async function insertCustomer(db: Database, values: NewCustomerValues): Promise<Customer | undefined> {
  const [inserted] = await db
    .insert(customer)
    .values({ id: uuidv7(), ...values })
    .onConflictDoNothing()
    .returning();
  return inserted;
}

async function replaceUnverified(db: Database, values: NewCustomerValues): Promise<Customer | undefined> {
  const isUnverified = and(eq(customer.email, values.email), isNull(customer.activatedAt), isNull(customer.deletedAt));
  const [replaced] = await db.update(customer).set(values).where(isUnverified).returning();
  return replaced;
}

export type Activation = { token: string; password?: string | undefined; locale: Locale };
/** The browser that opened the link, with the hash of its registration cookie. */
export type ActivationContext = { client: ClientInfo; registrationHash: Buffer | undefined };
export type ActivationResult = { owner: Customer; isRegistrant: boolean };

/**
 * Consumes an activation link: activates the account and gives it the guest orders and tickets of its email. The password
 * that was registered stays for the browser that chose it (`isRegistrant`); any other browser must choose one with the
 * link. Throws `link_expired`, and `invalid` for a missing or weak password, which leaves the link valid.
 */
export async function activateAccount(
  deps: Deps,
  { token, password, locale }: Activation,
  browser: ActivationContext,
): Promise<ActivationResult> {
  const owner = (await findEmailTokenOwner(deps.db, 'activate', token)) ?? throwApiError('link_expired');
  const isRegistrant = equalOptionalHashes(owner.registrationHash, browser.registrationHash);
  if (password !== undefined) assertStrongPassword(deps, { password, owner, locale });
  else if (!isRegistrant) throwFieldError(locale, 'password', 'required');
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return deps.db.transaction(async (tx) => {
    const { customerId, email } = await consumeEmailToken(tx, 'activate', token);
    // Another browser may have registered the email again meanwhile, with another password.
    const isSameBrowser = passwordHash ? undefined : eq(customer.registrationHash, browser.registrationHash!);
    const [activated] = await tx
      .update(customer)
      .set({
        activatedAt: sql`coalesce(activated_at, now())`,
        registrationHash: null,
        ...(passwordHash !== undefined && { passwordHash }),
      })
      .where(and(eq(customer.id, customerId), isSameBrowser))
      .returning();
    if (!activated) return throwFieldError(locale, 'password', 'required');
    await claimGuestRecords(tx, { id: customerId, email });
    await writeAudit(tx, { event: 'activated', customerId, client: browser.client });
    return { owner: activated, isRegistrant };
  });
}

function equalOptionalHashes(one: Buffer | null, other: Buffer | undefined): boolean {
  return one !== null && other !== undefined && equalHashes(one, other);
}

/** Gives a customer the orders, tickets, alerts and title requests of a guest with their verified email. */
export async function claimGuestRecords(db: Database, owner: { id: string; email: string }): Promise<void> {
  await claimGuestOrders(db, owner);
  await claimGuestTickets(db, owner);
  await claimGuestAlerts(db, owner);
  await claimGuestRequests(db, owner);
}

/**
 * Activates an account for the operator, without its link, which is revoked. As with the link, the account gets the guest
 * orders of its email, so the operator must know whose email it is. Returns false for an account that is active already.
 */
export async function activateManually(db: Connection, customerId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [activated] = await tx
      .update(customer)
      .set({ activatedAt: sql`now()` })
      .where(and(eq(customer.id, customerId), isNull(customer.activatedAt), isNull(customer.deletedAt)))
      .returning({ id: customer.id, email: customer.email });
    if (!activated) return false;
    await revokeEmailTokens(tx, customerId, 'activate');
    await claimGuestRecords(tx, activated);
    await writeAudit(tx, { event: 'activated', customerId, actor: 'operator' });
    return true;
  });
}
