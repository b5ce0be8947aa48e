import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testShop, waitUntilBlocked } from '../../tests/database.ts';
import { databaseOn, withUnlimitedClients } from '../db/connection.ts';
import { lockCatalogue } from './import-products.ts';
import { splitIntoIndependent, writeAtOnce, type ImportConnections } from './write-at-once.ts';

const { connect, deps, pool } = await testShop();
await deps.db.execute(sql`CREATE TABLE written (part text CHECK (part <> 'refused'))`);

const EDITOR = { actor: 'operator' };

function withConnections<T>(work: (connections: ImportConnections) => Promise<T>): Promise<T> {
  return withUnlimitedClients(connect, 3, ([reader, ...writers]) =>
    work({ reader: databaseOn(reader!), writers: writers.map(databaseOn) }),
  );
}

const writtenParts = async () => {
  const { rows } = await deps.db.execute<{ part: string }>(sql`DELETE FROM written RETURNING part`);
  return rows.map(({ part }) => part).toSorted();
};

test('parts are written at once, and whoever else writes the catalogue waits for all of them', async () => {
  const begun = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
  const bothBegun = Promise.all([begun.first.promise, begun.second.promise]);
  await withConnections(async (connections) => {
    const writing = writeAtOnce<keyof typeof begun, string>(connections, {
      editor: EDITOR,
      findParts: () => Promise.resolve(['first', 'second']),
      writePart: async (tx, part) => {
        await tx.execute(sql`INSERT INTO written VALUES (${part})`);
        begun[part].resolve();
        await bothBegun;
        if (part === 'second') await waitUntilBlocked(pool);
        return part;
      },
    });
    await bothBegun;
    const seen = deps.db.transaction(async (tx) => {
      await lockCatalogue(tx, EDITOR);
      return writtenParts();
    });
    expect(await writing).toEqual({ written: ['first', 'second'], refused: [] });
    expect(await seen).toEqual(['first', 'second']);
  });
});

test('a part that the database refuses leaves the other; another failure fails all that is not written', async () => {
  await withConnections(async (connections) => {
    const write = (parts: readonly string[]) =>
      writeAtOnce(connections, {
        editor: EDITOR,
        findParts: () => Promise.resolve(parts),
        writePart: async (tx, part) => {
          await tx.execute(sql`INSERT INTO written VALUES (${part})`);
          if (part === 'failed') throw new Error('The disk is full.');
          return part;
        },
      });
    const { written, refused } = await write(['refused', 'fine']);
    expect(written).toEqual(['fine']);
    expect(refused).toMatchObject([{ part: 'refused', reason: expect.stringContaining('does not take it') }]);
    expect(await writtenParts()).toEqual(['fine']);
    await expect(write(['failed', 'fine'])).rejects.toThrow('The disk is full.');
    expect(await writtenParts()).toEqual(['fine']);
  });
});

test('whoever writes is named in the history, in every part', async () => {
  const named = await withConnections((connections) =>
    writeAtOnce(connections, {
      editor: { actor: 'Siti', source: 'file.xml' },
      findParts: () => Promise.resolve([1, 2]),
      writePart: async (tx) =>
        (await tx.execute(sql`SELECT current_setting('shop.actor') AS actor, current_setting('shop.source') AS source`))
          .rows,
    }),
  );
  expect(named.written.flat()).toEqual(Array.from({ length: 2 }, () => ({ actor: 'Siti', source: 'file.xml' })));
});

const keys = fc.array(fc.nat(400).map(String), { maxLength: 3 });

test('parts have no key in common, and every item is in one of them, in its order', () => {
  fc.assert(
    fc.property(fc.array(keys, { minLength: 150, maxLength: 400 }), fc.integer({ min: 1, max: 4 }), (all, count) => {
      const items = all.map((own, index) => ({ own, index }));
      const parts = splitIntoIndependent(items, { count, keysOf: ({ own }) => own });
      expect(parts.length).toBeLessThanOrEqual(count);
      expect(parts.flat().toSorted((a, b) => a.index - b.index)).toEqual(items);
      for (const part of parts) expect(part).toEqual(part.toSorted((a, b) => a.index - b.index));
      const sets = parts.map((part) => new Set(part.flatMap(({ own }) => own)));
      for (const [index, one] of sets.entries())
        for (const other of sets.slice(index + 1)) expect([...one].filter((key) => other.has(key))).toEqual([]);
    }),
  );
});

test('items without common keys are shared out evenly; tied ones and few ones are one part', () => {
  const items = Array.from({ length: 400 }, (_, index) => String(index));
  const sizesOf = (all: readonly string[], keysOf: (item: string) => string[]) =>
    splitIntoIndependent(all, { count: 2, keysOf }).map(({ length }) => length);
  expect(sizesOf(items, (item) => [item])).toEqual([200, 200]);
  expect(sizesOf(items, () => [])).toEqual([200, 200]);
  expect(sizesOf(items, (item) => [item, String(Number(item) + 1)])).toEqual([400]);
  expect(sizesOf(items.slice(0, 150), (item) => [item])).toEqual([150]);
  expect(sizesOf([], () => [])).toEqual([]);
});
