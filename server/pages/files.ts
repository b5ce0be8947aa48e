import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { htmlHeaders } from '../http/html.ts';
import type { Build } from './build.ts';

/** Built files, kept for ever by name, and the customer area's shell for every address below it. */
export async function registerFiles(
  app: FastifyInstance,
  { publicUrl, identityProvider }: Deps,
  { folders, shell }: Build,
): Promise<void> {
  const common = {
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    dotfiles: 'deny',
    decorateReply: false,
  } as const;
  await app.register(fastifyStatic, { ...common, root: join(folders.shop, 'assets'), prefix: '/assets/' });
  await app.register(fastifyStatic, { ...common, root: join(folders.customer, 'assets'), prefix: '/customer/assets/' });
  for (const url of ['/favicon.svg', '/favicon.ico'])
    app.get(url, async (_request, reply) =>
      reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(FAVICON),
    );
  const isSecure = publicUrl.startsWith('https:');
  for (const url of ['/customer', '/customer/*'])
    app.get(url, async (request, reply) =>
      htmlHeaders(reply, { isSecure, connectTo: await originsFor(request.url, identityProvider) })
        .header('Cache-Control', 'no-cache')
        .header('Vary', 'Accept')
        .header('Referrer-Policy', 'no-referrer')
        .send(shell),
    );
}

/**
 * Where the customer area's scripts may call beside the shop. Only the page to which the provider returns waits for its
 * addresses, for it is about to call them.
 */
async function originsFor(address: string, provider: Deps['identityProvider']): Promise<readonly string[]> {
  if (address.startsWith('/customer/callback')) await provider?.learn().catch(() => {});
  return provider?.origins() ?? [];
}

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#735394"/>' +
  '<path d="M16 9c-2.4-1.7-5.3-2.3-8.5-2v15.5c3.200-.3 6.100.3 8.5 2 2.4-1.7 5.3-2.3 8.5-2V7c-3.200-.3-6.100.3-8.5 2z" fill="#faf6ef"/>' +
  '<path d="M16 9v15.5" stroke="#735394" stroke-width="1.5"/></svg>';
