import { eq, sql, and, getTableColumns, isNull } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { type Locale, isLocale } from '#domain/locale.ts';
import { claimGuestRecords } from '../accounts/registration.ts';
import { findCustomerByEmail, requireCustomer, type Customer } from '../accounts/customers.ts';
import { revokeAllEmailTokens } from '../accounts/email-tokens.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { customer, identity } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { providerRejected, type Claims } from '../integrations/identity-provider.ts';
import { throwApiError } from '../api-error.ts';
import { endAllSessions } from './sessions.ts';
import { photoURL } from '#contract/forms.ts';
import { emailAddress, line } from '#contract/schemas.ts';

type IdentityLogIn = { identity: ProviderIdentity; provider: string; locale: Locale };
export type ResolvedIdentity = { owner: Customer; isNewIdentity: boolean };

/**
 * The account of an identity of the provider, found by (issuer, subject). A new identity needs an email that the provider
 * has verified; it is linked to a new account, to the activated account of that email (its owner gets an email), or to one
 * that was never activated, which it takes over. Throws `email_taken` where the email has an account and the provider has
 * not verified it, or the account has another identity of that provider; otherwise `provider_rejected`.
 */
export async function resolveIdentity(db: Database, deps: Deps, logIn: IdentityLogIn): Promise<ResolvedIdentity> {
  const { identity } = logIn;
  await lockIdentity(db, identity);
  const linked = await lockCustomerByIdentity(db, identity);
  if (linked) return { owner: linked, isNewIdentity: false };
  const { email } = identity;
  if (email === undefined) throw providerRejected('no e-mail that we take');
  if (!identity.emailVerified)
    throw (await findCustomerByEmail(db, email)) ? throwApiError('email_taken') : providerRejected('not vouched for');
  const owner = (await createAccount(db, logIn, email)) ?? (await linkExistingAccount(db, deps, logIn, email));
  if (!(await linkIdentity(db, identity, owner))) throwApiError('email_taken');
  await claimGuestRecords(db, owner);
  return { owner, isNewIdentity: true };
}

/** Serializes the sign-ins of one identity, so that a second tab finds the account that the first one created. */
async function lockIdentity(db: Database, { issuer, subject }: ProviderIdentity): Promise<void> {
  await lockKeys(db, [`identity ${issuer} ${subject}`]);
}

/** The columns of an account that a verified identity owns. */
function identityCustomerValues({ identity, provider, locale }: IdentityLogIn) {
  return {
    displayName: identity.displayName,
    photoUrl: identity.photoUrl,
    locale: identity.locale ?? locale,
    providerId: provider,
    activatedAt: sql`now()`,
  };
}

async function createAccount(db: Database, logIn: IdentityLogIn, email: string): Promise<Customer | undefined> {
  const [inserted] = await db
    .insert(customer)
    .values({ id: uuidv7(), email, ...identityCustomerValues(logIn) })
    .onConflictDoNothing()
    .returning();
  return inserted;
}

async function linkExistingAccount(db: Database, deps: Deps, logIn: IdentityLogIn, email: string): Promise<Customer> {
  const [existing] = await db.select().from(customer).where(eq(customer.email, email)).for('update');
  if (!existing) throwApiError('busy', { retryAfter: 2 });
  return existing.activatedAt
    ? notifyIdentityLinked(db, deps, existing, logIn.provider)
    : takeOverUnverifiedAccount(db, existing.id, identityCustomerValues(logIn));
}

async function notifyIdentityLinked(db: Database, deps: Deps, owner: Customer, provider: string): Promise<Customer> {
  const data = { name: owner.displayName, provider };
  await enqueueEmail(db, deps, { kind: 'provider_joined', to: owner.email, locale: owner.locale, data });
  return owner;
}

/**
 * Gives an account that was never activated to the owner of its email, with new values: its password, sessions and links
 * stop working.
 */
export async function takeOverUnverifiedAccount(
  db: Database,
  id: string,
  values: PgUpdateSetSource<typeof customer>,
): Promise<Customer> {
  await endAllSessions(db, id, 'taken_over');
  await revokeAllEmailTokens(db, id);
  await db
    .update(customer)
    .set({ passwordHash: null, registrationHash: null, username: null, phone: null, ...values })
    .where(eq(customer.id, id));
  return requireCustomer(db, id);
}

/** An identity as its provider describes it. `emailVerified`: the provider has verified the email. */
export type ProviderIdentity = {
  issuer: string;
  subject: string;
  /** Undefined where it is missing or not valid here. */
  email: string | undefined;
  emailVerified: boolean;
  displayName: string;
  photoUrl: string | null;
  locale: Locale | undefined;
};

/** Reads the claims of a provider as untrusted input: invalid values are left out. */
export function parseProviderIdentity(issuer: string, claims: Claims): ProviderIdentity {
  const address = emailAddress.safeParse(claims.email);
  const email = address.success ? address.data : undefined;
  const photo = photoURL.safeParse(claims.picture);
  const language = typeof claims.locale === 'string' ? claims.locale.split(/[-_]/)[0]!.toLowerCase() : '';
  return {
    issuer,
    subject: claims.sub,
    email,
    emailVerified: email !== undefined && claims.email_verified === true,
    displayName: parseName(claims) ?? email?.split('@')[0] ?? claims.sub,
    photoUrl: photo.success ? photo.data : null,
    locale: isLocale(language) ? language : undefined,
  };
}

const nameSchema = line(100);

function parseName({ name: full, given_name, family_name, preferred_username }: Claims): string | undefined {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string');
  return [full, parts.join(' '), preferred_username]
    .filter((text) => typeof text === 'string')
    .map((text) => nameSchema.safeParse(text.slice(0, 100)))
    .find((parsed) => parsed.success)?.data;
}

/** The key of an identity: never its email. */
export type IdentityKey = { issuer: string; subject: string };

export async function findCustomerByIdentity(db: Database, key: IdentityKey): Promise<Customer | undefined> {
  const [found] = await selectIdentityOwner(db, key);
  return found;
}

/** The same, locked to the end of the transaction; undefined after waiting for the account's deletion. */
export async function lockCustomerByIdentity(tx: Database, key: IdentityKey): Promise<Customer | undefined> {
  const [locked] = await selectIdentityOwner(tx, key).for('no key update', { of: customer });
  return locked;
}

function selectIdentityOwner(db: Database, { issuer, subject }: IdentityKey) {
  return db
    .select(getTableColumns(customer))
    .from(identity)
    .innerJoin(customer, eq(customer.id, identity.customerId))
    .where(and(eq(identity.issuer, issuer), eq(identity.subject, subject), isNull(customer.deletedAt)));
}

/** Links an identity to an account; returns false where the account has another of that issuer, or the identity an account. */
export async function linkIdentity(db: Database, { issuer, subject }: IdentityKey, owner: Customer): Promise<boolean> {
  const added = await db
    .insert(identity)
    .values({ issuer, subject, customerId: owner.id, email: owner.email })
    .onConflictDoNothing()
    .returning({ issuer: identity.issuer });
  return added.length === 1;
}
