import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Profile } from '#contract/sessions.ts';
import { MAX_PICTURE_UPLOAD, pictureFile } from '#domain/picture.ts';
import { auditEventsOf, expectIntegrity } from '../../tests/database.ts';
import { makeCustomer, type MadeCustomer } from '../../tests/factories.ts';
import { makeCover, pngOfSize } from '../../tests/made-covers.ts';
import {
  cookiesOf,
  countValues,
  errorOf,
  get,
  openTestApp,
  post,
  runConcurrently,
  toTestResponse,
} from '../../tests/test-app.ts';
import { databaseOn } from '../db/connection.ts';
import { deleteStrayPictureFiles } from './picture.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

/** A customer as a browser knows them: with token and cookies. */
async function signedIn(of?: MadeCustomer) {
  const customer = of ?? (await makeCustomer(shop));
  const response = await post(app, '/customer/auth/login', { username: customer.email, password: customer.password });
  return { ...customer, token: response.body.api_token as string, cookie: cookiesOf(response) };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

async function upload({ token }: { token: string }, file: Buffer, type = 'image/jpeg', headers = {}) {
  const sent = { 'content-type': type, authorization: `Bearer ${token}`, ...headers };
  return toTestResponse(
    await app.inject({ method: 'POST', url: '/api/account/picture', headers: sent, payload: file }),
  );
}

const remove = (me: SignedIn) => post(app, '/api/account/picture/remove', {}, me);
const profileOf = async (me: SignedIn): Promise<Profile> => (await get(app, '/api/auth/me', me)).body;

function load(path: string, cookie: string) {
  return app.inject({ url: path, headers: { cookie } });
}

async function filesOf({ id }: { id: string }): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of deps.storage.list(`pictures/${id}/`)) keys.push(key);
  return keys;
}

/** Two halves and a red band in the middle, which alone the square has. */
async function wide(left = '#0000ff') {
  const field = (width: number, background: string) =>
    sharp({ create: { width, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const [side, middle] = [await field(300, left), await field(300, '#ff0000')];
  return sharp({ create: { width: 900, height: 300, channels: 3, background: left } })
    .composite([
      { input: side, left: 0, top: 0 },
      { input: middle, left: 300, top: 0 },
    ])
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '3/1 8/1 0/1' } })
    .toBuffer();
}

test('a picture becomes its middle, square, in two sizes of WebP without metadata', async () => {
  const me = await signedIn();
  const file = await wide();
  expect((await sharp(file).metadata()).exif).toBeDefined();
  const { status, body } = await upload(me, file, 'text/plain');
  expect(status).toBe(200);
  expect(body.picture).toMatch(/^\/api\/pictures\/[0-9a-f-]{36}$/);
  expect((await profileOf(me)).picture).toBe(body.picture);
  for (const size of [96, 256] as const) {
    const response = await load(pictureFile(body.picture, size), me.cookie);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=604800, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const { format, width, height, exif, xmp, icc } = await sharp(response.rawPayload).metadata();
    expect({ format, width, height, exif, xmp, icc }).toEqual({ format: 'webp', width: size, height: size });
    expect(response.rawPayload.includes('SecretCamera')).toBe(false);
    const { channels } = await sharp(response.rawPayload).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([1, 0, 0]);
  }
  expect(await auditEventsOf(pool, me.id)).toContain('profile_changed');
});

test('a turned photo is put upright before it is cut', async () => {
  const me = await signedIn();
  const top = await sharp({ create: { width: 200, height: 400, channels: 3, background: '#00ff00' } })
    .composite([
      {
        input: await sharp({ create: { width: 200, height: 100, channels: 3, background: '#ff0000' } })
          .png()
          .toBuffer(),
        left: 0,
        top: 100,
      },
    ])
    .png()
    .toBuffer();
  const lying = await sharp(top).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
  const { body } = await upload(me, lying);
  const { rawPayload } = await load(pictureFile(body.picture, 256), me.cookie);
  const upper = await sharp(rawPayload).extract({ left: 0, top: 0, width: 256, height: 120 }).png().toBuffer();
  const { channels } = await sharp(upper).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([1, 0, 0]);
});

describe('a file that is no picture changes nothing:', () => {
  const photo = () => makeCover({ width: 300, height: 300 });
  test.each<[string, () => Buffer | Promise<Buffer>, [number, string]]>([
    ['nothing', () => Buffer.alloc(0), [422, 'photo_invalid']],
    ['text', () => Buffer.from('GIF89a but no'), [422, 'photo_invalid']],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      [422, 'photo_invalid'],
    ],
    [
      'GIF',
      async () =>
        sharp(await photo())
          .gif()
          .toBuffer(),
      [422, 'photo_invalid'],
    ],
    ['half a photo', async () => (await photo()).subarray(0, 2000), [422, 'photo_invalid']],
    ['a bomb', () => pngOfSize(30_000, 30_000), [422, 'photo_too_large']],
    ['too many bytes', () => Buffer.alloc(MAX_PICTURE_UPLOAD + 1), [413, 'too_large']],
  ])('%s', async (_name, file, error) => {
    const me = await signedIn();
    const { body } = await upload(me, await photo());
    expect(errorOf(await upload(me, await file()))).toEqual(error);
    expect((await profileOf(me)).picture).toBe(body.picture);
    expect(await filesOf(me)).toHaveLength(2);
  });

  test.each([
    ['de', 'kein Bild'],
    ['fa', 'تصویری'],
    ['fr', 'image'],
    ['pt', 'imagem'],
    ['en', 'not a picture'],
  ])('the error in %s', async (language, words) => {
    const response = await upload(await signedIn(), Buffer.from('x'), 'image/png', { 'accept-language': language });
    expect(response.body.detail).toContain(words);
  });
});

test('a request is refused before anything of it is read', async () => {
  const { token } = await signedIn();
  const response = await app.inject({
    method: 'POST',
    url: '/api/account/picture',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}x` },
    payload: Buffer.alloc(MAX_PICTURE_UPLOAD + 1),
  });
  expect(errorOf(toTestResponse(response))).toEqual([401, 'token_invalid']);
});

test('only the browsers of its owner get a picture', async () => {
  const me = await signedIn();
  const other = await signedIn();
  const path = pictureFile((await upload(me, await wide())).body.picture, 96);
  const second = await signedIn(me);
  expect((await load(path, me.cookie)).statusCode).toBe(200);
  expect((await load(path, second.cookie)).statusCode).toBe(200);
  for (const cookie of ['', other.cookie, 'bk=x', `bk=${'A'.repeat(43)}`])
    expect((await load(path, cookie)).statusCode).toBe(404);
  expect((await app.inject({ url: path, headers: { authorization: `Bearer ${me.token}` } })).statusCode).toBe(404);
  await post(app, '/api/auth/logout', {}, me);
  expect((await load(path, me.cookie)).statusCode).toBe(404);
  expect((await load(path, second.cookie)).statusCode).toBe(200);
  for (const odd of ['-97.webp', '-96.avif', '-96.webp%00', '', '-096.webp'])
    expect((await load(path.replace('-96.webp', odd), second.cookie)).statusCode).toBe(404);
});

test('a new picture replaces the one before, the same one again changes nothing, and its removal deletes the files', async () => {
  const me = await signedIn();
  const first = await upload(me, await wide());
  expect((await upload(me, await wide())).body).toEqual(first.body);
  const second = await upload(me, await wide('#00ff00'));
  expect(second.body.picture).not.toBe(first.body.picture);
  expect((await load(pictureFile(first.body.picture, 96), me.cookie)).statusCode).toBe(404);
  expect(await filesOf(me)).toHaveLength(2);
  const events = await auditEventsOf(pool, me.id);
  expect(events.filter((event) => event === 'profile_changed')).toHaveLength(2);
  expect((await remove(me)).body.picture).toBeNull();
  expect((await remove(me)).body.picture).toBeNull();
  expect(await filesOf(me)).toEqual([]);
  expect(await auditEventsOf(pool, me.id)).toHaveLength(events.length + 1);
});

test('of many uploads at once one picture stays, whose files are the only ones', async () => {
  const me = await signedIn();
  const files = await Promise.all(['#000000', '#004400', '#444400', '#440044'].map(wide));
  const responses = await Promise.all(files.map((file) => upload(me, file)));
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 4 });
  const { picture } = await profileOf(me);
  expect((await filesOf(me)).toSorted()).toEqual(
    [256, 96].map((size) => `pictures/${me.id}/${picture!.slice('/api/pictures/'.length)}-${size}.webp`),
  );
});

test('the export contains the picture, and a deleted account leaves no file', async () => {
  const me = await signedIn();
  expect((await get(app, '/api/account/export', me)).body.picture).toBeNull();
  const { picture } = (await upload(me, await wide())).body;
  const { rawPayload } = await load(pictureFile(picture, 256), me.cookie);
  const { body } = await get(app, '/api/account/export', me);
  expect(body.picture).toBe(`data:image/webp;base64,${rawPayload.toString('base64')}`);
  expect(JSON.stringify(body)).not.toContain('picture_hash');
  expect((await post(app, '/api/account/delete', {}, me)).status).toBe(204);
  expect(await filesOf(me)).toEqual([]);
  expect((await load(pictureFile(picture, 96), me.cookie)).statusCode).toBe(404);
  await expectIntegrity(pool);
});

test('an upload that races a deletion of the account leaves no file either', async () => {
  const me = await signedIn();
  await upload(me, await wide());
  const responses = await runConcurrently(6, 6, async (index) =>
    index === 3 ? post(app, '/api/account/delete', {}, me) : upload(me, await wide(`#${index}${index}0000`)),
  );
  expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await filesOf(me)).toEqual([]);
  await expectIntegrity(pool);
});

test('maintenance deletes files that are nobody’s, but none that is just being written', async () => {
  const me = await signedIn();
  await upload(me, await wide());
  const old = `pictures/${me.id}/0198f0a0-0000-7000-8000-000000000000-96.webp`;
  const now = `pictures/${me.id}/${Date.now().toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-8000-000000000000-96.webp`;
  for (const key of [old, now]) await deps.storage.put(key, Buffer.from('x'), 'image/webp');
  const client = await pool.connect();
  expect(await deleteStrayPictureFiles(databaseOn(client), deps.storage)).toBe(1);
  client.release();
  const left = await filesOf(me);
  expect([left.length, left.includes(old), left.includes(now)]).toEqual([3, false, true]);
});

test('uploads of a customer are limited', async () => {
  const limited = await openTestApp({ RATE_LIMITS: 'on' });
  const customer = await makeCustomer(limited);
  const response = await post(limited.app, '/customer/auth/login', {
    username: customer.email,
    password: customer.password,
  });
  const send = async () =>
    toTestResponse(
      await limited.app.inject({
        method: 'POST',
        url: '/api/account/picture',
        headers: { authorization: `Bearer ${response.body.api_token}`, 'content-type': 'image/png' },
        payload: Buffer.from('x'),
      }),
    ).status;
  const statuses = await runConcurrently(8, 1, send);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
});
