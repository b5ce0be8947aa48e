import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, type JWTPayload } from 'jose';
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { newKey, sign, type SigningKey } from './keys.ts';
import { answerLogin } from './login-form.ts';
import { claimsOf, spoiltFor } from './people.ts';

export const CLIENT_ID = 'bookshop';

/** How the provider treats whoever asks: `silent` never answers, `huge` answers without end, `gone` hangs up. */
export type Manner = 'well' | 'silent' | 'huge' | 'broken' | 'gone';

/** A real OpenID provider on this machine, with a login form and one client, whose faults a test can choose. */
export type TestProvider = {
  issuer: string;
  /** The key that signs now. */
  key(): SigningKey;
  /** Signs as if somebody had signed in just now: an ID token for our client, with `changes`. */
  mint(changes?: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  changeKeys(): Promise<void>;
  behave(manner: Manner): void;
  /** How often an address was asked for, by the end of its path. */
  askedFor(path: string): number;
  close(): Promise<void>;
};

export async function startProvider(shopUrl: string, port = 0): Promise<TestProvider> {
  let manner: Manner = 'well';
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
    mint: (changes, header) => sign(key, { ...freshClaims(issuer), ...changes }, header),
    changeKeys: async () => {
      key = await newKey(`key-${key.kid}-next`, 'PS256');
      open();
    },
    behave: (next) => {
      manner = next;
    },
    askedFor: (path) => asked.filter((one) => one.endsWith(path)).length,
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

function misbehave(manner: Manner, request: IncomingMessage, response: ServerResponse): void {
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
    await spoil(ctx as KoaContextWithOIDC, key);
  });
  return provider.callback();
}

/** Puts a wrong ID token in the place of the right one, for whom that is their fate. */
async function spoil(ctx: KoaContextWithOIDC, key: SigningKey): Promise<void> {
  const body = ctx.body as { id_token?: string } | undefined;
  if (ctx.path !== '/token' || !body?.id_token) return;
  const claims = decodeJwt(body.id_token);
  ctx.body = { ...body, id_token: await sign(key, spoiltFor(claims.sub!, claims)) };
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
    loadExistingGrant: grantWhatIsAsked,
    renderError: (ctx, out) => {
      ctx.body = `${out.error}: ${out.error_description}`;
    },
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  };
}

async function grantWhatIsAsked(ctx: KoaContextWithOIDC) {
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
