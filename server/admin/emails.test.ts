import { expect, test } from 'vitest';
import { LOCALES } from '#domain/locale.ts';
import { renderedEmailsTo, sendPendingEmails } from '../../tests/emails.ts';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { EMAIL_KINDS } from '../../tests/email-samples.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { errorOf, get, post } from '../../tests/test-app.ts';
import { emailPreviewPath } from '../emails/links.ts';

const shop = await openStorefront({ SHOP_NAME: 'Kedai' });
const { app, deps, pool } = shop;
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });

test('every kind of email is listed with its subject in a language', async () => {
  const { body } = await get(app, '/api/admin/settings/emails?locale=de', lina);
  const rows: { kind: string; subject: string }[] = body.rows;
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(EMAIL_KINDS.toSorted());
  expect(rows.find(({ kind }) => kind === 'reset')!.subject).toContain('Kedai');
});

test('a preview shows the email of this shop, where nothing runs and nothing else can frame it', async () => {
  await makeProduct(shop, { title: 'Salina' });
  for (const locale of LOCALES) {
    const { body } = await get(app, `/api/admin/settings/emails/order_placed?locale=${locale}`, lina);
    expect(body.text).toContain('Salina');
    const page = await app.inject({ url: body.path });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.payload).toContain(`lang="${locale}"`);
    expect(page.payload).toContain('Salina');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox allow-same-origin$/);
    expect(policy).not.toContain('script-src');
  }
});

test('a preview is for ten minutes, and only as it was signed', async () => {
  const expired = emailPreviewPath(deps, { kind: 'reset', locale: 'en' }, Date.now() - 600_001);
  const valid = emailPreviewPath(deps, { kind: 'reset', locale: 'en' });
  const status = async (url: string) => (await app.inject({ url })).statusCode;
  expect(await status(valid)).toBe(200);
  expect(await status(expired)).toBe(404);
  expect(await status(valid.replace('reset', 'activate'))).toBe(404);
  expect(await status('/admin/email-preview/reset.en.9999999999999.x')).toBe(404);
});

test('there is no preview of a kind that there is not', async () => {
  for (const kind of ['no_such_kind', 'constructor']) {
    const preview = await get(app, `/api/admin/settings/emails/${kind}?locale=en`, lina);
    expect(errorOf(preview)).toEqual([404, 'not_found']);
    expect(errorOf(await post(app, '/api/admin/settings/emails/send', { kind, locale: 'en' }, lina))).toEqual([
      404,
      'not_found',
    ]);
  }
});

test('every kind can be sent to oneself, and to nobody else', async () => {
  for (const kind of EMAIL_KINDS) {
    const { status, body } = await post(app, '/api/admin/settings/emails/send', { kind, locale: 'en' }, lina);
    expect([kind, status, body]).toEqual([kind, 200, { to: lina.email }]);
  }
  const sent = await sendPendingEmails(deps);
  const own = sent.filter(({ to }) => to === lina.email);
  expect(own.length).toBe(sent.length);
  expect(own.length).toBeGreaterThanOrEqual(EMAIL_KINDS.length);
  expect(own.find(({ subject }) => subject.includes('BK-100013'))!.text).toContain('RM 123.82');
  expect((await renderedEmailsTo(deps, lina.email)).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(EMAIL_KINDS.filter((kind) => kind !== 'account_deleted')),
  );
  const { rows } = await pool.query(
    "SELECT count(*)::int AS entries FROM audit_entry WHERE details->>'verb' = 'email example' AND actor = 'Lina'",
  );
  expect(rows).toEqual([{ entries: EMAIL_KINDS.length }]);
});
