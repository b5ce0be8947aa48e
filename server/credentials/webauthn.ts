import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/security.ts';
import { CHALLENGE_MINUTES } from '#domain/credential.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { webauthnChallenge } from '../db/tables.ts';

/* What the standard asks of a shop, whoever signs in to it: the tables of keys are their owners' own. */

/** Loaded for the first passkey: 300 modules that most starts do without. */
const webauthn = () => import('@simplewebauthn/server');

/** Who authenticators know the shop as. */
type RelyingParty = Pick<Deps, 'publicUrl' | 'config'>;
/** `subject`: who is asked to sign; nobody in particular at a sign-in. */
export type ChallengePurpose = { purpose: 'add' | 'prove'; subject: string } | { purpose: 'sign_in' };

/** A public key as it is stored. */
export type PublicKey = {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
};

/** We ask for none, and read none. */
const NO_EXTENSIONS = { clientExtensionResults: {} };

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
/** Expired challenges that each new one deletes, besides the nightly maintenance. */
const CLEANUP_BATCH = 20;

function rpIdOf({ publicUrl }: RelyingParty): string {
  return new URL(publicUrl).hostname;
}

type KeyOwner = { id: string; name: string; displayName: string; keys: readonly PublicKey[] };

/** What a browser needs to create a key that `owner` does not have yet. */
export async function startRegistration(db: Database, party: RelyingParty, owner: KeyOwner) {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: party.config.shopName,
    rpID: rpIdOf(party),
    userID: new TextEncoder().encode(owner.id),
    userName: owner.name,
    userDisplayName: owner.displayName,
    timeout: TIMEOUT_MS,
    excludeCredentials: owner.keys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(db, options.challenge, { purpose: 'add', subject: owner.id });
  return options;
}

/** The key that a browser has created. Throws `passkey_rejected`; its challenge is spent in either case. */
export async function finishRegistration(
  db: Database,
  party: RelyingParty,
  { response, subject }: { response: PasskeyAttestation; subject: string },
): Promise<PublicKey> {
  const expectedChallenge = await consumeChallenge(db, response, { purpose: 'add', subject });
  const { verifyRegistrationResponse } = await webauthn();
  const { verified, registrationInfo } = await orRejected(
    verifyRegistrationResponse({ response: { ...response, ...NO_EXTENSIONS }, expectedChallenge, ...expected(party) }),
  );
  if (!verified) throwApiError('passkey_rejected');
  const { credential, credentialBackedUp: isBackedUp } = registrationInfo;
  const { id: credentialId, publicKey, counter, transports = [] } = credential;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports, isBackedUp };
}

/** What a browser needs to sign in or to prove who is there: with one of `keys`, else with any key for this shop. */
export async function startAuthentication(
  db: Database,
  party: RelyingParty,
  { keys, ...purpose }: ChallengePurpose & { keys?: readonly PublicKey[] },
) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(party),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(keys && { allowCredentials: keys.map(({ credentialId, transports }) => ({ id: credentialId, transports })) }),
  });
  await storeChallenge(db, options.challenge, purpose);
  return options;
}

type Assertion = { response: PasskeyAssertion; key: PublicKey; challenge: string };

/**
 * What a signature says of its key. Throws `passkey_rejected` for one that is not the key's own, of another site, without the
 * person's consent, or whose counter does not go up: then the key was copied.
 */
export async function verifyAssertion(
  party: RelyingParty,
  { response, key, challenge }: Assertion,
): Promise<Pick<PublicKey, 'counter' | 'isBackedUp'>> {
  const { credentialId: id, publicKey, counter, transports } = key;
  const credential = { id, publicKey: new Uint8Array(publicKey), counter, transports };
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await orRejected(
    verifyAuthenticationResponse({
      response: { ...response, ...NO_EXTENSIONS },
      expectedChallenge: challenge,
      credential,
      ...expected(party),
    }),
  );
  if (!verified) throwApiError('passkey_rejected');
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
}

function expected(party: RelyingParty) {
  return {
    expectedOrigin: party.publicUrl,
    expectedRPID: rpIdOf(party),
    requireUserVerification: true,
  };
}

/** The library throws for what a client sent. */
async function orRejected<T>(verification: Promise<T>): Promise<T> {
  return verification.catch((error: unknown) => throwApiError('passkey_rejected', {}, error));
}

async function storeChallenge(db: Database, challenge: string, purpose: ChallengePurpose): Promise<void> {
  await db.insert(webauthnChallenge).values({
    challenge,
    purpose: purpose.purpose,
    subject: 'subject' in purpose ? purpose.subject : null,
    expiresAt: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
  });
  const expired = db
    .select({ challenge: webauthnChallenge.challenge })
    .from(webauthnChallenge)
    .where(lt(webauthnChallenge.expiresAt, sql`now()`))
    .orderBy(webauthnChallenge.expiresAt)
    .limit(CLEANUP_BATCH)
    .for('update', { skipLocked: true });
  await db.delete(webauthnChallenge).where(inArray(webauthnChallenge.challenge, expired));
}

/** Takes the challenge of a response, which no other response can use any more. Throws `passkey_rejected` for any but our own. */
export async function consumeChallenge(
  db: Database,
  { response }: { response: { clientDataJSON: string } },
  purpose: ChallengePurpose,
): Promise<string> {
  const challenge = challengeIn(response.clientDataJSON);
  const [consumed] = await db
    .delete(webauthnChallenge)
    .where(
      and(
        eq(webauthnChallenge.challenge, challenge),
        eq(webauthnChallenge.purpose, purpose.purpose),
        'subject' in purpose ? eq(webauthnChallenge.subject, purpose.subject) : isNull(webauthnChallenge.subject),
        gt(webauthnChallenge.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: webauthnChallenge.challenge });
  return consumed?.challenge ?? throwApiError('passkey_rejected');
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as Record<
      string,
      unknown
    >;
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
}
