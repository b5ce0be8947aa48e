import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import {
  keepForms,
  keepInsert,
  keepSql,
  keepStatement,
  together,
  transactionAtOnce,
  type Given,
  type PerhapsGiven,
} from './kept-statement.ts';
import { customer, emailMessage } from './tables.ts';

const { deps } = await testShop();
const { db, preparedDb } = deps;

const insertEmail = keepInsert(emailMessage, ['id', 'messageId', 'recipient', 'kind', 'locale', 'data', 'sentAt'], {
  lastError: sql`upper(${sql.placeholder('kind')}::text)`,
});
const selectEmail = keepStatement((written, given: Given<{ id: string }>) =>
  written
    .select()
    .from(emailMessage)
    .where(eq(emailMessage.id, given('id'))),
);

function newEmail() {
  const id = uuidv7();
  return {
    id,
    messageId: id,
    recipient: 'a@mail.test',
    kind: 'reset',
    locale: 'en' as const,
    data: { a: [1] },
    sentAt: null,
  };
}

test('it runs in whichever transaction it is given, and again after that', async () => {
  const [first, second] = [newEmail(), newEmail()];
  const undone = preparedDb.transaction(async (tx) => {
    await insertEmail(tx, first);
    expect(await selectEmail(tx, first)).toHaveLength(1);
    expect(await selectEmail(db, first)).toHaveLength(0);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await selectEmail(db, first)).toHaveLength(0);
  await transactionAtOnce(preparedDb, (tx) => insertEmail(tx, second));
  expect(await selectEmail(preparedDb, second)).toHaveLength(1);
});

test('values are written and read as drizzle does: nothing is NULL, also in JSON and times, and the rest has its default', async () => {
  const email = newEmail();
  await insertEmail(db, email);
  const [found] = await db.select().from(emailMessage).where(eq(emailMessage.id, email.id));
  expect(found).toMatchObject({ ...email, lastError: 'RESET', attempts: 0, orderId: null });
  expect(await selectEmail(db, email)).toEqual([found]);
  const at = new Date('2026-11-27T10:00:00.123Z');
  await insertEmail(db, { ...newEmail(), id: email.id.replace(/^./, 'f'), sentAt: at });
  const [sent] = await selectEmail(db, { id: email.id.replace(/^./, 'f') });
  expect(sent!.sentAt).toEqual(at);
});

test('an insertion that would give each row the same id is refused', () => {
  expect(() => keepInsert(emailMessage, ['id', 'messageId'])).not.toThrow();
  expect(() => keepInsert(emailMessage, ['messageId'])).toThrow('has to be given id');
});

test('a value that is missing is an error, not NULL', async () => {
  await expect(async () => selectEmail(db, {} as { id: string })).rejects.toThrow('no value for id');
});

type Values = { kind?: string | undefined; recipient: string };
type Form = { isSent?: boolean; limit: number };

test('each form of a statement is written once, for the values that are given; some only choose it', async () => {
  let written = 0;
  const selectIds = keepForms((one, given: PerhapsGiven<Values>, { isSent, limit }: Form) => {
    written += 1;
    const kind = given('kind');
    return one
      .select({ id: emailMessage.id })
      .from(emailMessage)
      .where(
        and(
          eq(emailMessage.recipient, given('recipient')),
          kind && eq(emailMessage.kind, kind),
          isSent ? isNotNull(emailMessage.sentAt) : undefined,
        ),
      )
      .orderBy(asc(emailMessage.id))
      .limit(limit);
  });
  const recipient = `${uuidv7()}@mail.test`;
  const [queued, sent, other] = [newEmail(), { ...newEmail(), sentAt: new Date() }, { ...newEmail(), kind: 'ticket' }];
  for (const email of [queued, sent, other]) await insertEmail(db, { ...email, recipient });
  const find = async (values: Omit<Values, 'recipient'>, form: Form = { limit: 9 }) =>
    (await selectIds(preparedDb, { ...values, recipient }, form)).map(({ id }) => id);
  for (let round = 0; round < 3; round += 1) {
    expect(await find({})).toEqual([queued.id, sent.id, other.id]);
    expect(await find({ kind: undefined }, { limit: 2 })).toEqual([queued.id, sent.id]);
    expect(await find({ kind: 'reset' })).toEqual([queued.id, sent.id]);
    expect(await find({ kind: 'ticket' })).toEqual([other.id]);
    expect(await find({ kind: 'reset' }, { isSent: true, limit: 9 })).toEqual([sent.id]);
  }
  expect(written).toBe(4);
});

test('what is the same in each call is part of the text, whatever is in it', async () => {
  const odd = "it's $1 \\ '; --";
  const read = keepSql<{ value: string }, { odd: string; given: string }>(
    (given) => sql`SELECT ${odd}::text AS odd, ${given('value')}::text AS given LIMIT ${7}`,
  );
  const planned = await together(preparedDb, async (one) => {
    expect((await read(one, { value: '$2' })).rows).toEqual([{ odd, given: '$2' }]);
    return one.execute<{ parameter_types: string; statement: string }>(
      sql`SELECT parameter_types, statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT  E%'`,
    );
  });
  expect(planned.rows).toEqual([{ parameter_types: '{text}', statement: expect.stringMatching(/LIMIT '7'$/) }]);
});

test('statements run in the order of their calls', async () => {
  const append = keepSql<{ part: string }, { value: string }>(
    (given) => sql`UPDATE customer SET display_name = display_name || ${given('part')} WHERE id = ${OWNER}::uuid`,
  );
  await db.insert(customer).values({ id: OWNER, email: 'order@mail.test', displayName: '' });
  await transactionAtOnce(preparedDb, (tx, begun) =>
    Promise.all([begun, ...[...'abcdef'].map((part) => append(tx, { part }))]),
  );
  const [found] = await db.select().from(customer).where(eq(customer.id, OWNER));
  expect(found!.displayName).toBe('abcdef');
});

const OWNER = uuidv7();

test('a transaction that failed leaves nothing, and its connection serves the next', async () => {
  const email = newEmail();
  const failed = transactionAtOnce(preparedDb, async (tx) => {
    await insertEmail(tx, email);
    await insertEmail(tx, email);
  });
  await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } });
  await transactionAtOnce(preparedDb, (tx) => insertEmail(tx, email), 'SET LOCAL plan_cache_mode = force_generic_plan');
  expect(await selectEmail(db, email)).toHaveLength(1);
  const mode = await preparedDb.execute<{ mode: string }>(sql`SELECT current_setting('plan_cache_mode') AS mode`);
  expect(mode.rows).toEqual([{ mode: 'auto' }]);
});

test('a transaction that does not begin says so before anything else is sent', async () => {
  const sent: string[] = [];
  const work = transactionAtOnce(
    preparedDb,
    async (_tx, begun) => {
      await begun;
      sent.push('later');
    },
    'SET LOCAL nothing_of_that_name = 1',
  );
  await expect(work).rejects.toThrow('nothing_of_that_name');
  expect(sent).toEqual([]);
});

test('it is planned once on a connection, however many other statements were asked before', async () => {
  for (let index = 0; index < 150; index += 1)
    await preparedDb.execute(sql`SELECT ${index}::int AS ${sql.identifier(`column_${index}`)}`);
  const late = keepSql<{ value: number }, { doubled: number }>(
    (given) => sql`SELECT 2 * ${given('value')}::int AS doubled`,
  );
  const planned = await together(preparedDb, async (one) => {
    expect((await late(one, { value: 21 })).rows).toEqual([{ doubled: 42 }]);
    return one.execute<{ statement: string }>(sql`SELECT statement FROM pg_prepared_statements`);
  });
  expect(planned.rows.map(({ statement }) => statement)).toContain('SELECT 2 * $1::int AS doubled');
});

test('what is asked for at once on one connection travels together and comes in its order', async () => {
  const processes = await together(preparedDb, (one) =>
    Promise.all([1, 2, 3].map(() => one.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))),
  );
  expect(new Set(processes.map(({ rows }) => rows[0]!.pid)).size).toBe(1);
});
