import { and, eq, sql } from 'drizzle-orm';
import type { LogInClient } from '../accounts/auth-cookies.ts';
import { findCustomerByLogin, type Customer, findCustomerByEmail } from '../accounts/customers.ts';
import { hashPassword, needsRehash } from '../accounts/passwords.ts';
import { activateAccount, type Activation, type ActivationContext } from '../accounts/registration.ts';
import { verifyPassword } from '../accounts/verify-password.ts';
import { writeAudit } from '../audit/audit.ts';
import { requireSecondStep } from '../credentials/second-step.ts';
import { databaseTime, type Database, type Connection } from '../db/connection.ts';
import { customer, usedNonce } from '../db/tables.ts';
import type { Deps, Principal } from '../context.ts';
import { throwApiError, ApiError } from '../api-error.ts';
import { rememberDevice } from './known-devices.ts';
import { startSession, type SignedIn, type StartedSession } from './sessions.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { logInByProvider as logInByProviderEndpoint } from '#contract/sessions.ts';
import type { Locale } from '#domain/locale.ts';
import {
  findCustomerByIdentity,
  resolveIdentity,
  parseProviderIdentity,
  type ProviderIdentity,
} from './resolve-identity.ts';
import { providerRejected, type IdentityProvider, type VerifiedToken } from '../integrations/identity-provider.ts';

export type Credentials = { username: string; password: string; code?: string | undefined };

/**
 * Signs a customer in. Throws `wrong_credentials` alike for an unknown account and a wrong password, after the same work;
 * `not_activated`, `code_required` and `code_wrong` only after the correct password; `too_many_attempts` before the password is checked.
 */
export async function logIn(
  deps: Deps,
  { username, password, code }: Credentials,
  client: LogInClient,
): Promise<SignedIn> {
  const owner = await findCustomerByLogin(deps.db, username);
  const isCorrect = await verifyPassword(deps, { owner, login: username, password, cookieHash: client.cookieHash });
  if (!isCorrect || !owner?.activatedAt) {
    await writeAudit(deps.db, { event: 'sign_in_failed', customerId: owner?.id, client });
    return throwApiError(isCorrect ? 'not_activated' : 'wrong_credentials');
  }
  const hasSecondFactor = await requireSecondStep(deps, owner, { code, client });
  const newHash = needsRehash(owner.passwordHash!) ? await hashPassword(password) : undefined;
  const session = await deps.db.transaction(async (tx) => {
    await lockPassword(tx, owner, newHash);
    return startLogInSession(tx, deps, { owner, client, hasSecondFactor });
  });
  return { owner, session };
}

type NewSession = { owner: Customer; client: LogInClient; providerId?: string; hasSecondFactor?: boolean };

/** What every sign-in does at its end: a session, an entry in the audit trail, and an email about a device that is new. */
export async function startLogInSession(
  tx: Database,
  deps: Deps,
  { owner, client, ...way }: NewSession,
): Promise<StartedSession> {
  await rememberDevice(tx, deps, owner, client);
  const session = await startSession(tx, owner.id, { ...client, ...way });
  const details = way.providerId === undefined ? {} : { provider: way.providerId };
  await writeAudit(tx, { event: 'signed_in', customerId: owner.id, details, client });
  return session;
}

/** Locks the account; throws `wrong_credentials` where its password changed, or it was deleted, during the check. */
async function lockPassword(tx: Database, owner: Customer, newHash: string | undefined): Promise<void> {
  const isUnchanged = and(eq(customer.id, owner.id), eq(customer.passwordHash, owner.passwordHash!));
  const [locked] = await tx.select({ id: customer.id }).from(customer).where(isUnchanged).for('no key update');
  if (!locked) throwApiError('wrong_credentials');
  if (newHash) await tx.update(customer).set({ passwordHash: newHash }).where(eq(customer.id, owner.id));
}

/** `principal`: the browser is signed in already, and keeps that session. */
type BrowserContext = ActivationContext & { client: LogInClient; principal: Principal | undefined };

/** Activates an account, and signs in the browser that registered it. Throws as {@link activateAccount}. */
export async function activateAndLogIn(
  deps: Deps,
  activation: Activation,
  { principal, ...browser }: BrowserContext,
): Promise<{ owner: Customer; session?: StartedSession }> {
  const { owner, isRegistrant } = await activateAccount(deps, activation, browser);
  if (!isRegistrant || principal) return { owner };
  const session = await deps.db.transaction((tx) => startLogInSession(tx, deps, { owner, client: browser.client }));
  return { owner, session };
}

/** Milliseconds for all requests to the provider together. */
const PROVIDER_TIMEOUT_MS = 10_000;

export type ProviderCredentials = BodyOf<typeof logInByProviderEndpoint>;
type ProviderLogInContext = { client: LogInClient; locale: Locale };

/**
 * Signs a customer in by the identity provider's ID token. Throws `provider_rejected` for a token that is forged, expired,
 * of another client or consumed, `provider_unreachable` without a response within ten seconds, and as
 * {@link resolveIdentity}.
 */
export async function logInByProvider(
  deps: Deps,
  credentials: ProviderCredentials,
  device: ProviderLogInContext,
): Promise<SignedIn> {
  const provider = deps.identityProvider;
  if (!provider) throw providerRejected('no provider is set');
  let verified: VerifiedIdentity | undefined;
  try {
    verified = await verifyIdentity(deps.db, provider, credentials);
    const { token, identity } = verified;
    return await deps.db.transaction(async (tx) => {
      await consumeNonce(tx, identity.issuer, token);
      return logInWithIdentity(tx, deps, { identity, provider: provider.info.name, device });
    });
  } catch (error) {
    if (error instanceof ApiError)
      await auditFailedLogIn(deps.db, error, { provider, device, identity: verified?.identity });
    throw error;
  }
}

type VerifiedLogIn = { identity: ProviderIdentity; provider: string; device: ProviderLogInContext };

async function logInWithIdentity(
  db: Database,
  deps: Deps,
  { identity, provider, device }: VerifiedLogIn,
): Promise<SignedIn> {
  const { locale, client } = device;
  const { owner, isNewIdentity } = await resolveIdentity(db, deps, { identity, provider, locale });
  if (isNewIdentity)
    await writeAudit(db, { event: 'provider_joined', customerId: owner.id, details: { provider }, client });
  return { owner, session: await startLogInSession(db, deps, { owner, client, providerId: provider }) };
}

type VerifiedIdentity = { token: VerifiedToken; identity: ProviderIdentity };

/** The identity of a token; the provider's user info is fetched for a new identity whose token has no email. */
async function verifyIdentity(
  db: Connection,
  provider: IdentityProvider,
  credentials: ProviderCredentials,
): Promise<VerifiedIdentity> {
  const { issuer } = provider.info;
  const deadline = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  const token = await provider.verifyIdToken(credentials.idToken, { now: await databaseTime(db), deadline });
  if (token.nonce !== credentials.nonce) throw providerRejected('another nonce');
  const subject = token.claims.sub;
  const isComplete = token.claims.email !== undefined || credentials.accessToken === undefined;
  if (isComplete || (await findCustomerByIdentity(db, { issuer, subject })))
    return { token, identity: parseProviderIdentity(issuer, token.claims) };
  const userInfo = await provider.fetchUserInfo(credentials.accessToken!, { subject, deadline });
  return {
    token,
    identity: parseProviderIdentity(issuer, { ...token.claims, email_verified: undefined, ...userInfo }),
  };
}

type FailedLogIn = { provider: IdentityProvider; device: ProviderLogInContext; identity: ProviderIdentity | undefined };

/** Written to the audit trail of the account; to nobody's where there is none, or the token was not verified. */
async function auditFailedLogIn(
  db: Connection,
  error: ApiError,
  { provider, device, identity }: FailedLogIn,
): Promise<void> {
  const cause = error.cause instanceof Error ? error.cause.message : '';
  const details = { provider: provider.info.name, code: error.code, reason: cause.slice(0, 200) };
  const customerId = identity && (await findIdentityAccount(db, identity))?.id;
  await writeAudit(db, { event: 'sign_in_failed', customerId, details, client: device.client });
}

async function findIdentityAccount(db: Connection, identity: ProviderIdentity): Promise<Customer | undefined> {
  const linked = await findCustomerByIdentity(db, identity);
  return linked ?? (identity.email === undefined ? undefined : findCustomerByEmail(db, identity.email));
}

/** Consumes a provider's token: its nonce is stored until the token expires. Throws `provider_rejected` the second time. */
export async function consumeNonce(db: Database, issuer: string, { nonce, expiresAt }: VerifiedToken): Promise<void> {
  const stored = await db
    .insert(usedNonce)
    .values({ issuer, nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: usedNonce.nonce });
  if (stored.length === 0) throw providerRejected('the nonce was spent before');
  await deleteExpiredNonces(db);
}

/** Deletes a few at a time, and none that another sign-in is deleting. SQL, because of the key of two columns. */
async function deleteExpiredNonces(db: Database): Promise<void> {
  await db.execute(sql`
    DELETE FROM ${usedNonce} WHERE (issuer, nonce) IN (
      SELECT issuer, nonce FROM ${usedNonce} WHERE expires_at < now() ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED)`);
}
