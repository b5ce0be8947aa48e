import { sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type { logInByProvider as contract } from '#contract/identity-provider.ts';
import type { Locale } from '#domain/locale.ts';
import { findCustomerByEmail, type Customer } from '../accounts/customers.ts';
import { findCustomerByIdentity } from '../accounts/identities.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Connection, Database } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { rejected, type IdentityProvider, type ProvenToken } from '../outside/identity-provider.ts';
import { Refusal } from '../refuse.ts';
import { accountOfPerson } from './account-of-person.ts';
import { readPerson, type Person } from './person.ts';
import { spendNonce } from './spend-nonce.ts';
import { startSession, type SignedIn } from './start-session.ts';

/** Milliseconds for everything that is asked of the provider. */
const PATIENCE = 10_000;

export type Offered = BodyOf<typeof contract>;
type Device = { from: Origin; locale: Locale };

/**
 * Signs somebody in by the identity provider's ID token. Refuses `provider_rejected` for a token that is forged, old,
 * another's or spent, `provider_unreachable` without an answer in ten seconds, and as {@link accountOfPerson} does.
 */
export async function logInByProvider(deps: Deps, offered: Offered, device: Device): Promise<SignedIn> {
  const provider = deps.identityProvider;
  if (!provider) throw rejected('no provider is set');
  let asked: Asked | undefined;
  try {
    asked = await whoIsIt(deps.db, provider, offered);
    const { token, person } = asked;
    return await deps.db.transaction(async (tx) => {
      await spendNonce(tx, person.issuer, token);
      return enter(tx, deps, { person, provider: provider.facts.name, device });
    });
  } catch (error) {
    if (error instanceof Refusal) await noteFailure(deps.db, error, { provider, device, person: asked?.person });
    throw error;
  }
}

type Entering = { person: Person; provider: string; device: Device };

async function enter(db: Database, deps: Deps, { person, provider, device }: Entering): Promise<SignedIn> {
  const { locale, from } = device;
  const { owner, isJoined } = await accountOfPerson(db, deps, { person, provider, locale });
  const session = await startSession(db, owner.id, { ...from, providerId: provider });
  const trail = { customerId: owner.id, facts: { provider }, from };
  if (isJoined) await writeAudit(db, { event: 'provider_joined', ...trail });
  await writeAudit(db, { event: 'signed_in', ...trail });
  return { owner, session };
}

type Asked = { token: ProvenToken; person: Person };

/** Who the token stands for; who is new and comes without an address is asked about. */
async function whoIsIt(db: Connection, provider: IdentityProvider, offered: Offered): Promise<Asked> {
  const { issuer } = provider.facts;
  const deadline = AbortSignal.timeout(PATIENCE);
  const token = await provider.prove(offered.idToken, { now: await databaseTime(db), deadline });
  if (token.nonce !== offered.nonce) throw rejected('another nonce');
  const subject = token.claims.sub;
  const isTold = token.claims.email !== undefined || offered.accessToken === undefined;
  if (isTold || (await findCustomerByIdentity(db, { issuer, subject })))
    return { token, person: readPerson(issuer, token.claims) };
  const more = await provider.askUserInfo(offered.accessToken!, { subject, deadline });
  return { token, person: readPerson(issuer, { ...token.claims, email_verified: undefined, ...more }) };
}

async function databaseTime(db: Connection): Promise<Date> {
  const { rows } = await db.execute<{ now: number }>(sql`SELECT extract(epoch FROM now())::float AS now`);
  return new Date(rows[0]!.now * 1000);
}

type Failed = { provider: IdentityProvider; device: Device; person: Person | undefined };

/** In the trail of the account that was not entered; nobody's where there is none, or no token was proven. */
async function noteFailure(db: Connection, refusal: Refusal, { provider, device, person }: Failed): Promise<void> {
  const cause = refusal.cause instanceof Error ? refusal.cause.message : '';
  const facts = { provider: provider.facts.name, code: refusal.code, reason: cause.slice(0, 200) };
  const customerId = person && (await findAccount(db, person))?.id;
  await writeAudit(db, { event: 'sign_in_failed', customerId, facts, from: device.from });
}

async function findAccount(db: Connection, person: Person): Promise<Customer | undefined> {
  const known = await findCustomerByIdentity(db, person);
  return known ?? (person.email === undefined ? undefined : findCustomerByEmail(db, person.email));
}
