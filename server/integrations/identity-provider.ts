import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { PROVIDER_SCOPES, type IdentityProviderInfo } from '#contract/sessions.ts';
import type { Config } from '../config.ts';
import { isTrustedUrl } from '../setting-urls.ts';
import { ApiError } from '../api-error.ts';
import * as z from 'zod/mini';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Seconds that clocks may differ, and that a token may be old at most. */
const SKEW = 60;
const MAX_TOKEN_AGE = 600;

/** Claims of an ID token or of the userinfo response, unchecked beyond `sub`. */
export type Claims = JWTPayload & { sub: string };
/** An ID token that our provider issued for us just now. From `expiresAt` on nobody would accept it. */
export type VerifiedToken = { claims: Claims; nonce: string; expiresAt: Date };

export type IdentityProvider = {
  info: IdentityProviderInfo;
  /** Verifies an ID token. Throws `provider_rejected`, or `provider_unreachable` without the provider's keys. */
  verifyIdToken(idToken: string, check: { now: Date; deadline: AbortSignal }): Promise<VerifiedToken>;
  /** The claims of an access token's owner, who must be `subject`; throws as `verifyIdToken` does. */
  fetchUserInfo(accessToken: string, check: { subject: string; deadline: AbortSignal }): Promise<Claims>;
  /** Reads the provider's discovery document, unless it is known already. */
  discover(): Promise<unknown>;
  /** The origins that a browser sends requests to for signing in, as far as they are known by now. */
  origins(): readonly string[];
};

/** The identity provider of the settings. Requests are sent when they are needed, so that it may be down at any time. */
export function openIdentityProvider(config: Config): IdentityProvider | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcName: name } = config;
  if (!issuer || !clientId || !name) return undefined;
  const discovery = createDiscovery(issuer);
  const keys = createKeySet(async () => (await discovery.get()).jwks_uri);
  return {
    info: { name, issuer, clientId, scopes: PROVIDER_SCOPES },
    verifyIdToken: (idToken, { now, deadline }) =>
      withDeadline(verifyIdToken(idToken, { issuer, clientId, keys, now }), deadline),
    fetchUserInfo: (accessToken, { subject, deadline }) => {
      const claims = discovery.get().then(({ userinfo_endpoint }) => fetchUserInfo(userinfo_endpoint, accessToken));
      return withDeadline(claims.then(requireSubject(subject)), deadline);
    },
    discover: discovery.get,
    origins: discovery.origins,
  };
}

/** The error of a sign-in that cannot be trusted. The reason is for the log and the audit log. */
export function providerRejected(reason: string): ApiError {
  return Object.assign(new ApiError('provider_rejected'), { cause: new Error(reason) });
}

type TokenCheck = { issuer: string; clientId: string; keys: JWTVerifyGetKey; now: Date };

async function verifyIdToken(idToken: string, { issuer, clientId, keys, now }: TokenCheck): Promise<VerifiedToken> {
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    requiredClaims: ['exp', 'nonce', 'sub'],
    clockTolerance: SKEW,
    maxTokenAge: MAX_TOKEN_AGE - SKEW,
    currentDate: now,
  });
  const { aud, azp, sub, nonce, exp = 0, iat = 0 } = payload;
  if (protectedHeader.typ !== undefined && !/^(application\/)?jwt$/i.test(protectedHeader.typ))
    throw providerRejected('not an ID token');
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) throw providerRejected('azp is missing');
  if (azp !== undefined && azp !== clientId) throw providerRejected('azp is not ours');
  if (typeof sub !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(sub)) throw providerRejected('sub is not a name');
  if (typeof nonce !== 'string') throw providerRejected('nonce is not a text');
  return {
    claims: { ...payload, sub },
    nonce,
    expiresAt: new Date(Math.min(exp + SKEW, iat + MAX_TOKEN_AGE + SKEW) * 1000),
  };
}

async function fetchUserInfo(address: string | undefined, accessToken: string): Promise<unknown> {
  if (!address) throw providerRejected('no e-mail, and no userinfo to ask');
  if (/[^\x21-\x7E]/.test(accessToken)) throw providerRejected('the access token is not one');
  try {
    return await fetchJson(address, { Authorization: `Bearer ${accessToken}` });
  } catch (error) {
    if (error instanceof HttpStatusError && error.status < 500) throw providerRejected(`userinfo ${error.message}`);
    throw error;
  }
}

function requireSubject(subject: string): (claims: unknown) => Claims {
  return (claims) => {
    if ((claims as Claims | null)?.sub !== subject) throw providerRejected('userinfo tells of somebody else');
    return claims as Claims;
  };
}

/** The result, if it comes before the deadline; errors of the libraries and of the network become ours. */
async function withDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(deadline.reason);
  deadline.addEventListener('abort', end);
  // A signal that is aborted already sends no event.
  if (deadline.aborted) end();
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const isKeySetError = error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout;
    if (error instanceof errors.JOSEError && !isKeySetError) throw providerRejected(error.message);
    throw new ApiError('provider_unreachable', { retryAfter: 30 }, error);
  } finally {
    deadline.removeEventListener('abort', end);
  }
}

const trustedUrl = z.string().check(z.maxLength(2000), z.refine(isTrustedUrl));

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: trustedUrl,
  token_endpoint: trustedUrl,
  jwks_uri: trustedUrl,
  userinfo_endpoint: z.optional(trustedUrl),
  end_session_endpoint: z.optional(trustedUrl),
});
/** A provider's metadata (OpenID Connect Discovery). */
type Discovery = z.output<typeof discoveryDocument>;

/** Seconds after a failure in which `origins` does not fetch the document again. */
const DISCOVERY_RETRY_SECONDS = 30;

/** A provider's discovery document: fetched when it is first needed, once for all who wait, and cached. */
function createDiscovery(issuer: string) {
  let known: Discovery | undefined;
  let pending: Promise<Discovery> | undefined;
  let retryAt = 0;
  const fetchDocument = async (): Promise<Discovery> => {
    retryAt = performance.now() + DISCOVERY_RETRY_SECONDS * 1000;
    const document = discoveryDocument.parse(await fetchJson(discoveryUrl(issuer)));
    if (document.issuer !== issuer) throw new Error(`calls itself ${document.issuer}, not ${issuer}`);
    known = document;
    return document;
  };
  const get = async (): Promise<Discovery> => {
    if (known) return known;
    pending ??= fetchDocument().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  return {
    /** The document; throws where the provider does not send a valid one. */
    get,
    /** The origins in the document, if it is known by now; else it is fetched in the background. */
    origins: (): readonly string[] => {
      if (!known && performance.now() >= retryAt) get().catch(() => {});
      return [...new Set([issuer, ...urlsIn(known)].map((one) => new URL(one).origin))];
    },
  };
}

function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

function urlsIn(document: Discovery | undefined): string[] {
  return Object.values(document ?? {}).filter((value) => value !== undefined);
}

/** Milliseconds in which tokens of unknown keys do not make us fetch the keys again. */
const KEYS_RETRY_MS = 30_000;

/**
 * A provider's keys by the header of a token, kept for ten minutes. For a key that is not among them they are fetched once
 * more, also where they were fetched a moment ago: a provider may rotate its keys at any time, and nobody can make us
 * fetch them without end.
 */
function createKeySet(findUrl: () => Promise<string>): JWTVerifyGetKey {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  let mayReloadAt = 0;
  return async (header, token) => {
    const url = await findUrl();
    // After the wait, so that all who waited share one set.
    keys ??= createRemoteJWKSet(new URL(url), {
      [customFetch]: async (address) => Response.json(await fetchJson(address)),
      // Its own pause would begin with the first fetch; ours begins with the first unknown key.
      cooldownDuration: Infinity,
      timeoutDuration: RESPONSE_TIMEOUT_MS,
    });
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (!keys.reloading && performance.now() < mayReloadAt) throw error;
      mayReloadAt = performance.now() + KEYS_RETRY_MS;
      await keys.reload();
      return keys(header, token);
    }
  };
}

/** Milliseconds for a response with its body: fewer than a sign-in waits, so that the next one sends a new request. */
const RESPONSE_TIMEOUT_MS = 9_000;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** Fetches JSON from another server: within 9 seconds, at most 256 KiB, without redirects. Throws otherwise. */
async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const text = await readText(response);
  if (!response.ok) throw new HttpStatusError(response.status);
  return JSON.parse(text);
}

/** Another server responded with an error status. */
class HttpStatusError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`answered more than ${MAX_RESPONSE_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
