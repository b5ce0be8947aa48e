import { LoadShedding } from '../http/load-shedding.ts';
import { afterAll, expect, test } from 'vitest';
import { guestTicketPath, type PageRequest, type ShopView } from '#contract/pages.ts';
import { testShop } from '../../tests/database.ts';
import { ZoneCache } from '../delivery/zones.ts';
import { registerErrorHandler } from '../http/error-responses.ts';
import { createFastify } from '../http/fastify.ts';
import { guestTicketToken } from '../emails/links.ts';
import type { StorefrontBuild } from './storefront.ts';
import { FrameCache } from '../content/site-frame.ts';
import { PageCache } from './page-cache.ts';
import { registerPages } from './routes.ts';

const { deps, pool } = await testShop({ RATE_LIMITS: 'on' });
/** Says what a page would show. */
const build = {
  renderPage: ({ view, locale }: PageRequest) => JSON.stringify({ view, locale }),
  assetsFor: () => ({}),
} as unknown as StorefrontBuild;
const app = await createFastify(deps.config);
registerErrorHandler(app);
await registerPages(app, {
  deps,
  build,
  cache: new PageCache(),
  zones: new ZoneCache(deps.db),
  frames: new FrameCache(deps.db),
  shedding: new LoadShedding(undefined),
});
afterAll(() => app.close());

type Shown = { view: ShopView; locale: string };

async function send(url: string, typed?: Record<string, string>, ip = '192.0.2.1') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = typed && { method: 'POST' as const, headers, payload: new URLSearchParams(typed).toString() };
  const { statusCode: status, headers: told, payload } = await app.inject({ url, remoteAddress: ip, ...form });
  return { status, headers: told, shown: payload.startsWith('{') ? (JSON.parse(payload) as Shown) : undefined };
}

async function newestToken(): Promise<string> {
  const { rows } = await pool.query('SELECT id FROM ticket ORDER BY id DESC LIMIT 1');
  return guestTicketToken(deps, rows[0].id);
}

const written = { name: 'Aminah', email: 'Aminah@Mail.test', subject: 'A map', message: 'One.\r\n\r\nTwo.' };

test('submitting the form creates a ticket and redirects to a confirmation in its language', async () => {
  const { status, headers } = await send('/de/contact', written);
  expect([status, headers.location]).toEqual([303, '/de/contact/sent']);
  expect((await send('/de/contact/sent')).shown).toMatchObject({ view: { page: 'contact', isSent: true } });
  const { status: there, headers: kept, shown } = await send(guestTicketPath(await newestToken()));
  expect(there).toBe(200);
  expect(kept).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
  const ticket = { subject: 'A map', email: 'aminah@mail.test', messages: [{ message: 'One.\n\nTwo.' }] };
  expect(shown).toMatchObject({ view: { page: 'ticket', ticket } });
});

test('errors appear beside their fields and the input is kept', async () => {
  const typed = { name: '', email: 'nobody', subject: 'x'.repeat(151), message: 'M' };
  const { status, shown } = await send('/fr/contact', typed, '192.0.2.2');
  expect(status).toBe(422);
  expect(shown!.view).toEqual({
    page: 'contact',
    text: expect.objectContaining({ title: 'Contactez-nous' }),
    form: {
      values: typed,
      errors: {
        name: expect.any(String),
        email: expect.stringContaining('@'),
        subject: expect.stringContaining('150'),
      },
    },
  });
  expect((await pool.query("SELECT FROM ticket WHERE guest_email = 'nobody'")).rowCount).toBe(0);
});

test('a rate-limited form keeps the input and shows the retry time', async () => {
  const ip = '192.0.2.3';
  const one = (index: number) => send('/contact', { ...written, email: `often${index}@mail.test` }, ip);
  for (let index = 0; index < 5; index += 1) expect((await one(index)).status).toBe(303);
  const { status, headers, shown } = await one(5);
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(shown!.view).toMatchObject({ form: { values: { subject: 'A map' }, error: expect.any(String) } });
});

test('the search text fills in the form, whatever it is', async () => {
  expect((await send('/contact?q=night%20train')).shown!.view).toEqual({
    page: 'contact',
    text: expect.anything(),
    words: 'night train',
  });
  for (const q of ['', 'q=', 'q=a&q=b', 'q[]=a'])
    expect((await send(`/contact?${q}`)).shown!.view).toEqual({ page: 'contact', text: expect.anything() });
});

test('the guest replies and closes through the link; an empty reply shows an error', async () => {
  await send('/contact', { ...written, email: 'reply@mail.test' }, '192.0.2.4');
  const path = guestTicketPath(await newestToken());
  expect((await send(`${path}/reply`, { message: ' ' })).shown!.view).toMatchObject({
    ticket: { messages: [{}] },
    form: { errors: { message: expect.any(String) } },
  });
  expect((await send(`/fa${path}/reply`, { message: 'More.' })).headers.location).toBe(`/fa${path}`);
  expect((await send(`${path}/close`, {})).headers.location).toBe(path);
  const { shown } = await send(path);
  expect(shown!.view).toMatchObject({ ticket: { status: 'closed', messages: [{}, { message: 'More.' }] } });
});

test('an unknown link is not found', async () => {
  expect((await send('/ticket/nosuchticket')).shown!.view).toEqual({ page: 'not_found' });
  expect((await send('/ticket/nosuchticket/reply', { message: 'M' })).status).toBe(404);
  expect((await send('/ticket/nosuchticket/close', {})).status).toBe(404);
});
