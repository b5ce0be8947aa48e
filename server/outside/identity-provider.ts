import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { PROVIDER_SCOPES, type IdentityProviderFacts } from '#contract/identity-provider.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../refuse.ts';
import { discoveryOf } from './provider-discovery.ts';
import { keysAt } from './provider-keys.ts';
import { AnswerNotOk, readJson } from './read-json.ts';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Seconds that clocks may differ, and that a token may be old at most. */
const SKEW = 60;
const MOST_AGE = 600;

/** What a token or the userinfo call says of a person, unchecked beyond `sub`. */
export type Claims = JWTPayload & { sub: string };
/** An ID token that was made for us, by our provider, just now. `goodUntil` is when nobody would take it any more. */
export type ProvenToken = { claims: Claims; nonce: string; goodUntil: Date };

export type IdentityProvider = {
  facts: IdentityProviderFacts;
  /** Proves an ID token. Refuses `provider_rejected`, or `provider_unreachable` without the provider's keys. */
  prove(idToken: string, asked: { now: Date; deadline: AbortSignal }): Promise<ProvenToken>;
  /** What the provider tells of the bearer of an access token, who must be `subject`; refuses as `prove` does. */
  askUserInfo(accessToken: string, asked: { subject: string; deadline: AbortSignal }): Promise<Claims>;
  /** Reads the provider's discovery document, unless it is known already. */
  learn(): Promise<unknown>;
  /** The origins that a browser calls to sign in, as far as they are known by now. */
  origins(): readonly string[];
};

/** The identity provider of the settings; asked only when somebody needs it, so that it can be away at any time. */
export function openIdentityProvider(config: Config): IdentityProvider | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcName: name } = config;
  if (!issuer || !clientId || !name) return undefined;
  const discovery = discoveryOf(issuer);
  const keys = keysAt(async () => (await discovery.get()).jwks_uri);
  return {
    facts: { name, issuer, clientId, scopes: PROVIDER_SCOPES },
    prove: (idToken, { now, deadline }) => answering(prove(idToken, { issuer, clientId, keys, now }), deadline),
    askUserInfo: (accessToken, { subject, deadline }) => {
      const claims = discovery.get().then(({ userinfo_endpoint }) => askUserInfo(userinfo_endpoint, accessToken));
      return answering(claims.then(sameSubject(subject)), deadline);
    },
    learn: discovery.get,
    origins: discovery.origins,
  };
}

/** A sign-in that the provider does not stand for. The reason is for the log and the trail. */
export function rejected(reason: string): Refusal {
  return Object.assign(new Refusal('provider_rejected'), { cause: new Error(reason) });
}

type Proof = { issuer: string; clientId: string; keys: JWTVerifyGetKey; now: Date };

async function prove(idToken: string, { issuer, clientId, keys, now }: Proof): Promise<ProvenToken> {
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    requiredClaims: ['exp', 'nonce', 'sub'],
    clockTolerance: SKEW,
    maxTokenAge: MOST_AGE - SKEW,
    currentDate: now,
  });
  const { aud, azp, sub, nonce, exp = 0, iat = 0 } = payload;
  if (protectedHeader.typ !== undefined && !/^(application\/)?jwt$/i.test(protectedHeader.typ))
    throw rejected('not an ID token');
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) throw rejected('azp is missing');
  if (azp !== undefined && azp !== clientId) throw rejected('azp is not ours');
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw rejected('sub is not a name');
  if (typeof nonce !== 'string') throw rejected('nonce is not a text');
  return {
    claims: { ...payload, sub },
    nonce,
    goodUntil: new Date(Math.min(exp + SKEW, iat + MOST_AGE + SKEW) * 1000),
  };
}

async function askUserInfo(address: string | undefined, accessToken: string): Promise<unknown> {
  if (!address) throw rejected('no e-mail, and no userinfo to ask');
  if (/[^\x21-\x7E]/.test(accessToken)) throw rejected('the access token is not one');
  try {
    return await readJson(address, { Authorization: `Bearer ${accessToken}` });
  } catch (error) {
    if (error instanceof AnswerNotOk && error.status < 500) throw rejected(`userinfo ${error.message}`);
    throw error;
  }
}

function sameSubject(subject: string): (claims: unknown) => Claims {
  return (claims) => {
    if ((claims as Claims | null)?.sub !== subject) throw rejected('userinfo tells of somebody else');
    return claims as Claims;
  };
}

/** What comes before the deadline; says in our words why a provider's answer is no good, or that there was none. */
async function answering<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(deadline.reason);
  deadline.addEventListener('abort', end);
  // A signal that is over already tells nobody again.
  if (deadline.aborted) end();
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid)) throw rejected(error.message);
    throw new Refusal('provider_unreachable', { retryAfter: 30 }, error);
  } finally {
    deadline.removeEventListener('abort', end);
  }
}
