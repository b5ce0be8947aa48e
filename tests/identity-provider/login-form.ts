import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

type Context = Pick<KoaContextWithOIDC, 'path' | 'method' | 'req' | 'res'> & {
  body?: unknown;
  type?: string;
  respond?: boolean | undefined;
};

const FORM = `<!doctype html><html lang="en"><title>Provider</title><h1>The provider</h1><form method="post">
<label>Login <input name="login"></label> <button>Enter</button> <button name="login" value="">Refuse</button></form></html>`;

/** The provider's own login: any name enters, an empty one is refused. Answers whether the call was its. */
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
