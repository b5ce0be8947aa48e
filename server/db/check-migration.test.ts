import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMigrationMistakes } from './check-migration.ts';
import { listMigrations } from './migrate.ts';

const NAMES = ['0490_add_shelf.sql', '0491_next.sql'];
const OUTSIDE = '-- outside a transaction\n';
const mistakesIn = (text: string) => findMigrationMistakes({ name: '0491_next.sql', text }, NAMES);

test('every migration from 0490 on may run beside servers of the release before', () => {
  const names = listMigrations();
  const texts = names.map((name) => ({
    name,
    text: readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8'),
  }));
  expect(texts.flatMap((migration) => findMigrationMistakes(migration, names))).toEqual([]);
});

describe('an expansion', () => {
  test.each([
    'CREATE TABLE shelf (id uuid PRIMARY KEY, room text NOT NULL); CREATE INDEX shelf_room ON shelf (room);',
    'ALTER TABLE product ADD COLUMN shelf text;',
    "ALTER TABLE product ADD COLUMN shelf text NOT NULL DEFAULT 'A';",
    "ALTER TABLE product ADD COLUMN shelf text DEFAULT 'A' NOT NULL;",
    'ALTER TABLE product ADD CONSTRAINT shelf_named CHECK (shelf IS NOT NULL) NOT VALID;',
    'ALTER TABLE product ALTER COLUMN shelf DROP NOT NULL;',
    'ALTER TABLE product DROP CONSTRAINT shelf_named;',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE x; RETURN NEW; END $$; -- DROP TABLE y;',
    `${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS product_shelf;\nCREATE INDEX CONCURRENTLY product_shelf ON product (shelf);\n`,
    `${OUTSIDE}ALTER TABLE product VALIDATE CONSTRAINT shelf_named;\n`,
  ])('%s', (text) => {
    expect(mistakesIn(text)).toEqual([]);
  });
});

const BREAKING = [
  ['DROP TABLE shelf;', 'drops what may be in use'],
  ['ALTER TABLE product DROP COLUMN shelf;', 'drops a column'],
  ['ALTER TABLE product DROP shelf;', 'drops a column'],
  ['ALTER TABLE product RENAME COLUMN shelf TO rack;', 'renames'],
  ['ALTER TABLE product RENAME TO item;', 'renames'],
  ['ALTER TABLE product ALTER COLUMN shelf TYPE integer USING 1;', 'changes the type'],
  ['ALTER TABLE product ALTER shelf SET DATA TYPE integer;', 'changes the type'],
  ['ALTER TABLE product ALTER COLUMN shelf DROP DEFAULT;', 'takes the default'],
  ['ALTER TABLE product ADD COLUMN shelf text NOT NULL;', 'without a default'],
] as const;

describe('what breaks servers of the release before', () => {
  test.each(BREAKING)('%s is refused', (text, why) => {
    expect(mistakesIn(text).join()).toContain(why);
  });

  test.each(BREAKING)('%s may follow its expansion', (text) => {
    expect(mistakesIn(`-- contract after 0490_add_shelf.sql\n${text}`)).toEqual([]);
  });

  test('a contraction names an earlier migration', () => {
    expect(mistakesIn('-- contract after 0499_other.sql\nDROP TABLE shelf;')).toEqual([
      '0491_next.sql: contracts after 0499_other.sql, which is no earlier migration.',
    ]);
  });

  test('NOT NULL comes after a validated check', () => {
    const contract = '-- contract after 0490_add_shelf.sql\n';
    const setNotNull = 'ALTER TABLE product ALTER COLUMN shelf SET NOT NULL;';
    expect(mistakesIn(contract + setNotNull).join()).toContain('without a check that was validated');
    expect(mistakesIn(`${contract}ALTER TABLE product VALIDATE CONSTRAINT shelf_named; ${setNotNull}`)).toEqual([]);
  });
});

describe('what keeps others from a table is refused', () => {
  test.each([
    ['CREATE INDEX product_shelf ON product (shelf);', 'without CONCURRENTLY'],
    ['DROP INDEX product_shelf;', 'without CONCURRENTLY'],
    ['CREATE INDEX CONCURRENTLY product_shelf ON product (shelf);', 'needs "-- outside a transaction"'],
    [`${OUTSIDE}CREATE INDEX CONCURRENTLY product_shelf ON product (shelf);\n`, 'cannot be repeated'],
    [`${OUTSIDE}ALTER TABLE product ADD COLUMN shelf text;\n`, 'cannot be repeated'],
    ['ALTER TABLE product ADD CONSTRAINT named CHECK (shelf IS NOT NULL);', 'without NOT VALID'],
    ['ALTER TABLE product ADD CONSTRAINT one UNIQUE (shelf);', 'USING INDEX'],
    ['ALTER TABLE product ADD COLUMN shelf_id uuid REFERENCES shelf (id);', 'with a reference'],
    ['ALTER TABLE product ADD COLUMN key uuid DEFAULT gen_random_uuid();', 'writes the table anew'],
    ['LOCK TABLE product;', 'locks a table'],
  ])('%s', (text, why) => {
    expect(mistakesIn(text).join()).toContain(why);
  });
});
