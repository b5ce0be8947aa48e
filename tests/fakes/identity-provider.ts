import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeJwt,
  type JWTPayload,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

export const CLIENT_ID = 'bookshop';

/** How the provider responds: `silent` never, `huge` without end, `gone` by closing the connection. */
export type ProviderBehavior = 'well' | 'silent' | 'huge' | 'broken' | 'gone';

/** A real OpenID provider on this machine, with a login form and one client, whose faults a test can choose. */
export type TestProvider = {
  issuer: string;
  /** The key that signs now. */
  key(): SigningKey;
  /** Issues an ID token for our client as of now, with `changes`. */
  signIdToken(changes?: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  changeKeys(): Promise<void>;
  setBehavior(manner: ProviderBehavior): void;
  /** How often an address was asked for, by the end of its path. */
  requestCount(path: string): number;
  close(): Promise<void>;
};

export async function startProvider(shopUrl: string, port = 0): Promise<TestProvider> {
  let manner: ProviderBehavior = 'well';
  let answer: RequestListener = () => {};
  let key = await newKey('key-1', 'PS256');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!.split('?')[0]!);
    if (manner === 'well') answer(request, response);
    else misbehave(manner, request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = () => {
    answer = listenerOf(issuer, shopUrl, key);
  };
  open();
  return {
    issuer,
    key: () => key,
    signIdToken: (changes, header) => sign(key, { ...freshClaims(issuer), ...changes }, header),
    changeKeys: async () => {
      key = await newKey(`key-${key.kid}-next`, 'PS256');
      open();
    },
    setBehavior: (next) => {
      manner = next;
    },
    requestCount: (path) => asked.filter((one) => one.endsWith(path)).length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function freshClaims(issuer: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: CLIENT_ID, sub: 'somebody', nonce: 'a-nonce', iat: now, exp: now + 3600 };
}

function misbehave(manner: ProviderBehavior, request: IncomingMessage, response: ServerResponse): void {
  if (manner === 'gone') request.socket.destroy();
  if (manner === 'broken') response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>');
  if (manner !== 'huge') return;
  response.writeHead(200, { 'content-type': 'application/json' });
  const flood = () => {
    while (!response.destroyed) if (!response.write(' '.repeat(65_536))) return response.once('drain', flood);
    return undefined;
  };
  flood();
}

function listenerOf(issuer: string, shopUrl: string, key: SigningKey): RequestListener {
  const provider = quietly(() => new Provider(issuer, configuration(shopUrl, key)));
  provider.use(async (ctx, next) => {
    if (!(await answerLogin(provider, ctx))) await next();
    await replaceIdToken(ctx as KoaContextWithOIDC, key);
  });
  return provider.callback();
}

/** Puts a wrong ID token in the place of the right one, for whom that is their fate. */
async function replaceIdToken(ctx: KoaContextWithOIDC, key: SigningKey): Promise<void> {
  const body = ctx.body as { id_token?: string } | undefined;
  if (ctx.path !== '/token' || !body?.id_token) return;
  const claims = decodeJwt(body.id_token);
  ctx.body = { ...body, id_token: await sign(key, faultyClaims(claims.sub!, claims)) };
}

function configuration(shopUrl: string, key: SigningKey): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${shopUrl}/customer/callback`],
        post_logout_redirect_uris: [`${shopUrl}/customer/`],
        id_token_signed_response_alg: 'PS256',
      },
    ],
    jwks: { keys: [key.jwk] } as NonNullable<Configuration['jwks']>,
    cookies: { keys: ['only a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'locale'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    clientBasedCORS: () => true,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => claimsOf(sub.replace(/^sub-/, '')) }),
    loadExistingGrant: grantAllScopes,
    renderError: (ctx, out) => {
      ctx.body = `${out.error}: ${out.error_description}`;
    },
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  };
}

async function grantAllScopes(ctx: KoaContextWithOIDC) {
  const { provider, client, session } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

/** Asks before it signs out. */
async function logoutSource(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  ctx.body = `<!doctype html><title>Provider</title><h1>Sign out of the provider?</h1>${form}<button name="logout" value="yes" form="op.logoutForm">Yes</button>`;
}

async function postLogoutSuccessSource(ctx: KoaContextWithOIDC): Promise<void> {
  ctx.body = '<!doctype html><title>Provider</title><h1>Signed out</h1>';
}

/** The library warns on the console of what only matters outside of tests. */
function quietly<T>(work: () => T): T {
  const { warn, info } = console;
  Object.assign(console, { warn: () => {}, info: () => {} });
  try {
    return work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/**
 * The fault that a user name requests: `nadia+expired` gets an expired token. Without
 * `+` all goes well.
 */
export const LOGIN_FAULTS = {
  unverified: 'the provider does not vouch for the address',
  unsaid: 'the provider says nothing of whether the address is theirs',
  wrong_nonce: 'the token bears another nonce',
  wrong_audience: 'the token is for another client',
  expired: 'the token ended an hour ago',
} as const;
export type LoginFault = keyof typeof LOGIN_FAULTS;

/** The provider's claims for a user name; the email address is the name without its trait. */
export function claimsOf(login: string): JWTPayload & { sub: string } {
  const [name = '', trait] = login.split('+');
  return {
    sub: `sub-${login}`,
    name: `${name[0]!.toUpperCase()}${name.slice(1)} of the provider`,
    picture: 'https://pictures.example/face.png',
    locale: 'en-GB',
    email: `${name}@example.com`,
    ...(trait !== 'unsaid' && { email_verified: trait !== 'unverified' }),
  };
}

/** Claims that replace those of the ID token. */
export function faultyClaims(subject: string, claims: JWTPayload): JWTPayload {
  const trait = subject.split('+')[1];
  const now = Math.floor(Date.now() / 1000);
  if (trait === 'wrong_nonce') return { ...claims, nonce: 'of-somebody-else' };
  if (trait === 'wrong_audience') return { ...claims, aud: 'another-shop' };
  if (trait === 'expired') return { ...claims, iat: now - 4000, exp: now - 3600 };
  return claims;
}

type Context = Pick<KoaContextWithOIDC, 'path' | 'method' | 'req' | 'res'> & {
  body?: unknown;
  type?: string;
  respond?: boolean | undefined;
};

const FORM = `<!doctype html><html lang="en"><title>Provider</title><h1>The provider</h1><form method="post">
<label>Login <input name="login"></label> <button>Enter</button> <button name="login" value="">Refuse</button></form></html>`;

/** The provider's sign-in form: any name is accepted, an empty one denied. Returns whether it handled the request. */
export async function answerLogin(provider: Provider, ctx: Context): Promise<boolean> {
  if (!ctx.path.startsWith('/interaction/')) return false;
  if (ctx.method === 'GET') {
    Object.assign(ctx, { type: 'html', body: FORM });
    return true;
  }
  const login = (await readForm(ctx.req)).getAll('login').at(-1)!;
  ctx.respond = false;
  const refused = { error: 'access_denied', error_description: 'End-User <b>said</b> no' };
  const result = login ? { login: { accountId: `sub-${login}` } } : refused;
  await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  return true;
}

async function readForm(request: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request) text += part.toString();
  return new URLSearchParams(text);
}

export type SigningKey = { jwk: JWK; kid: string; alg: string };

/** A new signing key, private part included. */
export async function newKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' }, kid, alg };
}

/** Signs claims with a key; `header` overrides the JOSE header. */
export async function sign(key: SigningKey, claims: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  const secret = (await importJWK(key.jwk, key.alg)) as CryptoKey;
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(secret);
}
