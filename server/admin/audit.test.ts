import { expect, test } from 'vitest';
import { auditOperator } from '../../cli/command.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, toTestResponse } from '../../tests/test-app.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { writeAudit } from '../audit/audit.ts';
import type { AuditRow } from '#contract/admin-audit.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });
const raj = await makeSignedInCustomer(shop, { staffRole: 'owner', displayName: 'Raj' });
const client = { ip: '192.0.2.7', userAgent: 'Test browser' };
const requestOf = ({ id }: { id: string }, name: string) =>
  ({ principal: { customerId: id, name }, client }) as unknown as StaffRequest;

const entries = async (query: Record<string, string> = {}) => {
  const { status, body } = await get(app, `/api/admin/audit?${new URLSearchParams({ limit: '100', ...query })}`, raj);
  expect(status).toBe(200);
  return body as { rows: AuditRow[]; next: string | null; people: string[]; actions: string[] };
};
const named = async (query: Record<string, string>) => (await entries(query)).rows.map(({ who, what }) => [who, what]);

const change = { before: { cost: 8 }, after: { cost: 9 } };
await runAsStaff(deps, requestOf(lina, 'Lina'), { verb: 'zone set', about: 'peninsula' }, async (_, audit) =>
  audit(change),
);
await runAsStaff(deps, requestOf(lina, 'Lina'), { verb: 'order pack', about: 'BK-1' }, async () => {});
await runAsStaff(deps, requestOf(raj, 'Raj'), { verb: 'order pack', about: 'BK-2' }, async () => {});
await auditOperator(deps.db, { verb: 'zone set', about: 'east' });

test('what staff and operators did is listed newest first, with the values before and after', async () => {
  await writeAudit(deps.db, { event: 'signed_in', customerId: raj.id });
  const { rows, people, actions } = await entries();
  expect(rows.map(({ who, what, about }) => `${who}: ${what} ${about}`)).toEqual([
    'operator: zone set east',
    'Raj: order pack BK-2',
    'Lina: order pack BK-1',
    'Lina: zone set peninsula',
  ]);
  expect(rows.at(-1)).toMatchObject({ ...change, ip: '192.0.2.7', user: null });
  expect(rows[0]).toMatchObject({ before: null, after: null, user: expect.any(String) });
  expect([people, actions]).toEqual([
    ['Lina', 'Raj', 'operator'],
    ['order pack', 'zone set'],
  ]);
  await expectIntegrity(pool);
});

test('by who, what, about what, and days in Malaysia', async () => {
  expect(await named({ who: 'Lina', what: 'zone set' })).toEqual([['Lina', 'zone set']]);
  expect(await named({ what: 'order pack' })).toEqual([
    ['Raj', 'order pack'],
    ['Lina', 'order pack'],
  ]);
  expect(await named({ about: 'BK-2' })).toEqual([['Raj', 'order pack']]);
  await pool.query(
    `INSERT INTO audit_entry (chain, event, actor, at, details) VALUES (gen_random_uuid(), 'staff', 'Past',
      '2026-01-31T16:00Z', '{"verb": "x"}'), (gen_random_uuid(), 'staff', 'Past', '2026-02-01T15:59:59.999Z', '{"verb": "y"}')`,
  );
  const day = { who: 'Past', from: '2026-02-01', to: '2026-02-01' };
  expect(await named(day)).toHaveLength(2);
  expect(await named({ ...day, from: '2026-02-02', to: '2026-02-02' })).toEqual([]);
  expect(await named({ ...day, from: '2026-01-01', to: '2026-01-31' })).toEqual([]);
});

test('page after page gives every entry once, also of one moment', async () => {
  await pool.query(
    `INSERT INTO audit_entry (chain, event, actor, at, details)
      SELECT gen_random_uuid(), 'staff', 'Many', '2026-03-01T00:00:00.123456Z', '{"verb": "z"}' FROM generate_series(1, 7)`,
  );
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const page = await entries({ who: 'Many', limit: '3', ...(before && { before }) });
    seen.push(...page.rows.map(({ id }) => id));
    before = page.next;
  } while (before);
  expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  expect((await entries({ before: `${'00000000-0000-0000-0000-000000000000'}.999999` })).rows).toEqual([]);
  expect(errorOf(await get(app, '/api/admin/audit?before=x', raj))).toEqual([422, 'invalid']);
});

test('the export streams all of it as CSV with a fresh proof of identity, and is an entry itself', async () => {
  await pool.query(
    `INSERT INTO audit_entry (chain, event, actor, at, details) SELECT gen_random_uuid(), 'staff', '=Bulk', '2026-04-01T00:00Z',
      '{"verb": "z", "about": "=1+1"}' FROM generate_series(1, 2500)`,
  );
  const headers = { authorization: `Bearer ${raj.token}` };
  const download = async () =>
    toTestResponse(await app.inject({ url: '/api/admin/audit/export?who=%3DBulk', headers }));
  const { text, headers: sent } = await download();
  const lines = text.trimEnd().split('\r\n');
  expect([lines.length, lines[0], lines[1]]).toEqual([
    2501,
    '\ufeffat,who,user,what,about,ip,before,after',
    "2026-04-01T00:00:00.000Z,'=Bulk,,z,'=1+1,,,",
  ]);
  expect(sent['content-disposition']).toContain('audit-log.csv');
  expect(await named({ what: 'audit export' })).toEqual([['Raj', 'audit export']]);
  await pool.query("UPDATE session SET proven_at = now() - interval '1 day' WHERE customer_id = $1", [raj.id]);
  expect(errorOf(await download())).toEqual([403, 'proof_required']);
});

test('every filter reads along its index', async () => {
  const conditions = [
    "actor = 'a'",
    "details->>'verb' = 'b'",
    "details->>'about' = 'c'",
    "actor = 'a' AND details->>'verb' = 'b'",
  ];
  const connection = await pool.connect();
  await connection.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
  for (const condition of ['true', ...conditions]) {
    const { rows } = await connection.query(
      `EXPLAIN SELECT * FROM audit_entry WHERE event IN ('staff', 'operator') AND ${condition}
        ORDER BY at DESC, chain DESC, position DESC LIMIT 51`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect([condition, /Index Scan Backward using audit_entry_staff/.test(plan), /Sort/.test(plan)]).toEqual([
      condition,
      true,
      false,
    ]);
  }
  connection.release();
});
