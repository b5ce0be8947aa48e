import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import * as tables from './tables.ts';

type Column = { table: string; column: string; isNullable: boolean };

const shop = await testShop();

function declared(): Column[] {
  const casing = new CasingCache('snake_case');
  return Object.values(tables as Record<string, unknown>)
    .filter((table): table is PgTable => is(table, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => ({
        table: getTableName(table),
        column: casing.getColumnCasing(column),
        isNullable: !column.notNull,
      })),
    );
}

async function migrated(): Promise<Column[]> {
  const { rows } = await shop.pool.query<Column>(`
    SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS "isNullable"
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migration'`);
  return rows;
}

const byName = (one: Column, other: Column) =>
  `${one.table}.${one.column}`.localeCompare(`${other.table}.${other.column}`);

test('the migrations make exactly the tables that the code declares', async () => {
  expect((await migrated()).toSorted(byName)).toEqual(declared().toSorted(byName));
});
