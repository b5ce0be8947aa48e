import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { parseCode } from '#domain/credential.ts';
import { auditEventsOf } from '../../tests/database.ts';
import { emailsTo } from '../../tests/emails.ts';
import { makeSignedInCustomer, type MadeCustomer } from '../../tests/factories.ts';
import { countValues, errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { AuthSecret } from '../secrets.ts';
import { resetCredentials } from '../sessions/reset-credentials.ts';
import { matchTimeStep, newTotpSecret, openSecret, sealSecret } from './totp.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

type Me = MadeCustomer & { token: string; secret: string; codes: string[] };

/** The code of an app so many half minutes from now. */
function codeOf({ secret }: { secret: string }, halfMinutes = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * halfMinutes });
}

/** A customer with a second step; the code that the app shows is good again, as if time had gone by. */
async function makeCareful(at = shop): Promise<Me> {
  const { app, pool } = at;
  const me = await makeSignedInCustomer(at);
  const { secret } = (await post(app, '/api/security/totp/start', {}, me)).body;
  const confirmed = await post(app, '/api/security/totp/confirm', { code: codeOf({ secret }) }, me);
  expect(confirmed.status).toBe(200);
  await pool.query('UPDATE totp SET last_step = 0 WHERE customer_id = $1', [me.id]);
  return { ...me, secret, codes: confirmed.body.codes };
}

function logIn({ username, password }: MadeCustomer, code?: string, at = app) {
  return post(at, '/customer/auth/login', { username, password, ...(code !== undefined && { code }) });
}

async function stepOf({ token }: { token: string }) {
  return (await get(app, '/api/security', { token })).body.second_step;
}

describe('setting up', () => {
  test('takes the first code of the app, and shows ten recovery codes once', async () => {
    const me = await makeSignedInCustomer(shop);
    const { body } = await post(app, '/api/security/totp/start', {}, me);
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Halaman:customer\d+%40mail\.test\?/);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(await stepOf(me)).toBeNull();
    expect((await logIn(me)).status).toBe(200);
    const wrong = await post(app, '/api/security/totp/confirm', { code: '000000' }, me);
    expect(errorOf(wrong)).toEqual([422, 'code_wrong']);
    const { codes } = (await post(app, '/api/security/totp/confirm', { code: codeOf(body) }, me)).body;
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await stepOf(me)).toEqual({ since: expect.any(String), recovery_codes: 10 });
    expect(errorOf(await post(app, '/api/security/totp/start', {}, me))).toEqual([409, 'second_step_on']);
    expect((await emailsTo(pool, me.email)).at(-1)!.data).toMatchObject({ change: 'second_step_on' });
    expect(await auditEventsOf(pool, me.id)).toContain('second_step_on');
  });

  test('keeps neither the secret nor the codes in the clear', async () => {
    const { secret, codes, id } = await makeCareful();
    const { rows } = await pool.query(
      'SELECT t::text AS row FROM totp t UNION ALL SELECT c::text FROM recovery_code c',
    );
    const stored = rows.map(({ row }) => row).join(' ');
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      for (const form of [text, Buffer.from(text).toString('hex')]) expect(stored).not.toContain(form);
    const [one, another] = [new AuthSecret('one'), new AuthSecret('another')];
    const sealed = sealSecret(one, id, secret);
    expect(openSecret(one, id, sealed)).toEqual({ secret, isOutdated: false });
    expect(openSecret(new AuthSecret('another', 'one'), id, sealed)).toEqual({ secret, isOutdated: true });
    expect(openSecret(another, id, sealed)).toBeUndefined();
    expect(openSecret(one, 'somebody else', sealed)).toBeUndefined();
  });
});

describe('signing in', () => {
  test('asks for a code after the password, and only then', async () => {
    const me = await makeCareful();
    expect(errorOf(await logIn({ ...me, password: 'wrong' }, codeOf(me)))).toEqual([401, 'wrong_credentials']);
    expect(errorOf(await logIn(me))).toEqual([401, 'code_required']);
    expect(errorOf(await logIn(me, '000000'))).toEqual([422, 'code_wrong']);
    expect((await logIn(me, ` ${codeOf(me).replace(/(...)/, '$1 ')}`)).status).toBe(200);
    expect(await auditEventsOf(pool, me.id)).toContain('code_refused');
  });

  test('takes each code once, and none that is older than a used one', async () => {
    const me = await makeCareful();
    const [before, now] = [codeOf(me, -1), codeOf(me)];
    const responses = await runConcurrently(6, 6, () => logIn(me, now));
    const counts = countValues(responses.map(({ status }) => status));
    expect(counts[200]).toBe(1);
    expect(errorOf(await logIn(me, before))[0]).not.toBe(200);
  });

  test('takes each recovery code once, in any spelling, and tells its owner', async () => {
    const me = await makeCareful();
    const responses = await runConcurrently(4, 4, () => logIn(me, me.codes[0]!.toUpperCase()));
    expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 1, 422: 3 });
    expect((await logIn(me, me.codes[1]!.replaceAll('-', ' '))).status).toBe(200);
    expect(await stepOf(me)).toMatchObject({ recovery_codes: 8 });
    const changes = (await emailsTo(pool, me.email)).map(({ data }) => (data as { change?: string }).change);
    expect(changes.filter((change) => change === 'recovery_code_used')).toHaveLength(2);
  });

  test('another customer’s recovery code is none', async () => {
    const [me, other] = [await makeCareful(), await makeCareful()];
    expect(errorOf(await logIn(me, other.codes[0]))).toEqual([422, 'code_wrong']);
  });

  test('counts wrong codes as wrong passwords are counted, of whoever sends them', async () => {
    const limited = await openTestApp({ RATE_LIMITS: 'on' });
    const me = await makeCareful(limited);
    const failures = `INSERT INTO login_attempt (key, failures, blocked_until, last_failed_at) VALUES ($1, 20, now(), now())`;
    await limited.pool.query(failures, [`code:${me.id}`]);
    expect(errorOf(await logIn(me, '000000', limited.app))).toEqual([422, 'code_wrong']);
    const blocked = await logIn(me, codeOf(me), limited.app);
    expect(errorOf(blocked)).toEqual([429, 'too_many_attempts']);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800);
  });
});

test('with a second step a password alone proves nothing, a code does', async () => {
  const me = await makeCareful();
  await pool.query("UPDATE session SET proven_at = '-infinity' WHERE customer_id = $1", [me.id]);
  const prove = (proof: object) => post(app, '/api/security/proof', proof, me);
  expect((await post(app, '/api/security/proof/start', {}, me)).body).toMatchObject({ password: false, code: true });
  expect(errorOf(await prove({ password: me.password }))).toEqual([401, 'code_required']);
  const form = { currentPassword: me.password, password: 'a third password', confirmPassword: 'a third password' };
  expect(errorOf(await post(app, '/api/auth/change-password', form, me))).toEqual([403, 'proof_required']);
  expect((await prove({ code: codeOf(me) })).status).toBe(204);
  expect((await post(app, '/api/auth/change-password', form, me)).status).toBe(204);
});

test('new recovery codes void the old ones, and turning off voids all', async () => {
  const me = await makeCareful();
  const { codes } = (await post(app, '/api/security/recovery-codes', {}, me)).body;
  expect(errorOf(await logIn(me, me.codes[0]))).toEqual([422, 'code_wrong']);
  expect((await logIn(me, codes[0])).status).toBe(200);
  expect((await post(app, '/api/security/totp/remove', {}, me)).status).toBe(204);
  expect(errorOf(await post(app, '/api/security/totp/remove', {}, me))).toEqual([404, 'not_found']);
  expect(errorOf(await post(app, '/api/security/recovery-codes', {}, me))).toEqual([404, 'not_found']);
  expect(await stepOf(me)).toBeNull();
  expect((await logIn(me)).status).toBe(200);
  expect((await pool.query('SELECT FROM recovery_code WHERE customer_id = $1', [me.id])).rowCount).toBe(0);
});

test('the operator resets an account, which tells its owner and signs them out', async () => {
  const me = await makeCareful();
  expect(await resetCredentials(deps, me.id)).toBe(true);
  expect(await resetCredentials(deps, me.id)).toBe(false);
  expect((await get(app, '/api/auth/me', me)).status).toBe(401);
  expect((await logIn(me)).status).toBe(200);
  expect((await emailsTo(pool, me.email)).map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ change: 'reset' }),
  );
});

test('the export tells of it without secrets, and deletion removes it', async () => {
  const me = await makeCareful();
  const { body, text } = await get(app, '/api/account/export', me);
  expect(body.second_step).toMatchObject([{ confirmed_at: expect.any(String) }]);
  expect(body.recovery_codes).toHaveLength(10);
  expect(text).not.toContain(me.secret);
  expect((await post(app, '/api/account/delete', {}, me)).status).toBe(204);
  expect((await pool.query('SELECT FROM totp WHERE customer_id = $1', [me.id])).rowCount).toBe(0);
});

test('a code is good in its half minute and in those beside it', () => {
  const secret = newTotpSecret();
  const now = new Date('2026-11-23T12:00:10Z');
  const step = now.getTime() / 30_000;
  const at = (halfMinutes: number) => generateSync({ secret, epoch: now.getTime() / 1000 + 30 * halfMinutes });
  const match = (code: string, after = 0) => matchTimeStep({ secret, code, now, after });
  expect([-2, -1, 0, 1, 2].map((shift) => match(at(shift)))).toEqual([
    undefined,
    Math.floor(step) - 1,
    Math.floor(step),
    Math.floor(step) + 1,
    undefined,
  ]);
  expect(match(at(0), Math.floor(step))).toBeUndefined();
});

test.each([
  ['123456', { app: '123456' }],
  [' 123 456 ', { app: '123456' }],
  ['۱۲۳۴۵۶', { app: '123456' }],
  ['ABCD-efgh-jk23', { recovery: 'abcdefghjk23' }],
  ['12345', undefined],
  ['abcd-efgh-ijkl', undefined],
  ['', undefined],
])('"%s" is read as %o', (text, code) => {
  expect(parseCode(text)).toEqual(code);
});
