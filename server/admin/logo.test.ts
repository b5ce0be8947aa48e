import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeCover } from '../../tests/made-covers.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { errorOf, get, post, toTestResponse } from '../../tests/test-app.ts';
import { databaseOn, listenTo, withUnlimitedClient } from '../db/connection.ts';
import { emailContext } from '../emails/email-content.ts';
import { renderHtml } from '../emails/email-html.ts';
import { deleteStrayLogoFiles, storeLogo } from '../shop-settings/logo.ts';
import { waitUntil } from '../startup.ts';

const shop = await openStorefront({ SHOP_NAME: 'Kedai & Co' });
const { app, deps, connect, channels, visit } = shop;
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });

const upload = async (payload: Buffer, version: number) =>
  toTestResponse(
    await app.inject({
      method: 'POST',
      url: `/api/admin/settings/logo/${version}`,
      headers: { authorization: `Bearer ${lina.token}`, 'content-type': 'image/png' },
      payload,
    }),
  );
const current = async () => (await get(app, '/api/admin/settings', lina)).body.logo;
const html = async (path: string) => (await visit(path)).payload;
const email = () => renderHtml({ subject: 'S', blocks: [] }, emailContext(deps, 'en'));

const transparent = await sharp({
  create: { width: 800, height: 80, channels: 4, background: { r: 90, g: 40, b: 120, alpha: 0.5 } },
})
  .png()
  .toBuffer();

test('without a logo pages and emails show the name', async () => {
  expect(await current()).toEqual({ shown: null, version: 0 });
  expect(await html('/contact')).not.toContain('class="logo"');
  expect(await html('/contact')).toMatch(/class="wordmark"[^>]*>Kedai &amp; Co</);
  expect(errorOf(await post(app, '/api/admin/settings/logo/remove', { version: 0 }, lina))).toEqual([404, 'not_found']);
});

test('what is no picture, SVG included, changes nothing', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
  for (const broken of [svg, Buffer.from('GIF89a'), transparent.subarray(0, 100)])
    expect(errorOf(await upload(broken, 0))).toEqual([422, 'photo_invalid']);
  expect(errorOf(await upload(Buffer.alloc(10_000_001), 0))).toEqual([413, 'too_large']);
  expect(await current()).toEqual({ shown: null, version: 0 });
});

test('a logo stands in pages, their data and emails with its size, until it is removed', async () => {
  const listener = listenTo(connect, channels);
  expect((await upload(transparent, 0)).status).toBe(204);
  const { shown, version } = await current();
  expect({ ...shown, id: '', version }).toEqual({ id: '', width: 200, height: 20, version: 1 });
  const path = `/logos/${shown.id}`;
  const hasLogo = async () => (await html('/contact')).includes('class="logo"');
  await waitUntil(hasLogo, { seconds: 10, what: 'the logo' });
  const page = await html('/contact');
  expect(page).toContain(`src="${path}.webp" alt="Kedai &amp; Co" width="200" height="20"`);
  expect(page).toContain(`"logo":"${deps.publicUrl}${path}.png"`);
  expect(email()).toContain(`${deps.publicUrl}${path}.png`);
  for (const type of ['webp', 'png']) {
    const { statusCode, headers, rawPayload } = await app.inject(`${path}.${type}`);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      `image/${type}`,
      'public, max-age=31536000, immutable',
    ]);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 600, height: 60, hasAlpha: true, format: type });
  }
  expect((await app.inject(`${path}.svg`)).statusCode).toBe(404);
  expect(errorOf(await upload(await makeCover({ width: 90, height: 90 }), 0))).toEqual([409, 'edited_meanwhile']);
  expect(errorOf(await post(app, '/api/admin/settings/logo/remove', { version: 0 }, lina))).toEqual([
    409,
    'edited_meanwhile',
  ]);
  expect((await post(app, '/api/admin/settings/logo/remove', { version: 1 }, lina)).status).toBe(204);
  expect(await current()).toEqual({ shown: null, version: 2 });
  await waitUntil(async () => !(await hasLogo()), { seconds: 10, what: 'the name' });
  await listener.stop();
  expect(email()).not.toContain('/logos/');
  const { rows } = (await get(app, '/api/admin/settings/changes?name=logo', lina)).body;
  expect(rows).toMatchObject([
    { actor: 'Lina', before: shown, after: null },
    { actor: 'Lina', before: null, after: shown },
  ]);
});

test('maintenance deletes what never became a logo, and keeps what sent emails show', async () => {
  const [{ before }] = (await get(app, '/api/admin/settings/changes?name=logo', lina)).body.rows;
  const stray = await storeLogo(deps.storage, {
    width: 1,
    height: 1,
    files: [{ type: 'png', contents: Buffer.from('x') }],
  });
  const later = Date.now() + 2 * 3_600_000;
  const clean = () =>
    withUnlimitedClient(connect, (client) => deleteStrayLogoFiles(databaseOn(client), deps.storage, later));
  expect(await clean()).toBeGreaterThanOrEqual(1);
  expect(await deps.storage.exists(`logos/${stray.id}.png`)).toBe(false);
  expect(await deps.storage.exists(`logos/${before.id}.png`)).toBe(true);
  expect(await clean()).toBe(0);
});
