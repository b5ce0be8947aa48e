/*
 * From 0490 on, migrations expand first and contract later: servers of the release before run on the new schema while they are
 * replaced one by one. Docs: several-servers.md, "Migrations".
 */

/** Earlier files changed databases that only one release at a time ran on. */
const FIRST_CHECKED = '0490';
/** Marks a file that takes something away, which no server that knows the named migration uses any more. */
const CONTRACT = /^-- contract after (\S+\.sql)$/m;
const OUTSIDE = '-- outside a transaction\n';

type Migration = { name: string; text: string };
type Rule = { pattern: RegExp; why: string };

/** What servers of the release before may still use: allowed only in a contraction. */
const BREAKING: readonly Rule[] = [
  {
    pattern: /\bDROP (?:TABLE|VIEW|MATERIALIZED VIEW|TYPE|SCHEMA|SEQUENCE|FUNCTION)\b/,
    why: 'drops what may be in use',
  },
  {
    pattern: /^ALTER TABLE\b.*\bDROP (?!CONSTRAINT\b|NOT NULL\b|DEFAULT\b|EXPRESSION\b|IDENTITY\b)/,
    why: 'drops a column that may be in use',
  },
  { pattern: /^ALTER\b.*\bRENAME\b/, why: 'renames what may be in use' },
  { pattern: /^ALTER TABLE\b.*\bALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b/, why: 'changes the type of a column' },
  { pattern: /^ALTER TABLE\b.*\bSET NOT NULL\b/, why: 'forbids NULL in a column that may be written without' },
  { pattern: /^ALTER TABLE\b.*\bDROP DEFAULT\b/, why: 'takes the default of a column that may be written without' },
  {
    pattern:
      /\bADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT\b)[^,]*\bNOT NULL\b(?![^,]*\b(?:DEFAULT|GENERATED)\b)(?<!\bDEFAULT\b[^,]*)/,
    why: 'adds a column that must be written, without a default',
  },
];

/** What keeps others from a table for as long as it is read or written anew: never allowed. */
const BLOCKING: readonly Rule[] = [
  { pattern: /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)/, why: 'builds an index without CONCURRENTLY' },
  { pattern: /^DROP INDEX (?!CONCURRENTLY\b)/, why: 'drops an index without CONCURRENTLY' },
  {
    pattern: /\bADD (?:CONSTRAINT \S+ )?(?:CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/,
    why: 'adds a constraint without NOT VALID; validate it in a later statement outside a transaction',
  },
  {
    pattern: /\bADD (?:CONSTRAINT \S+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!.*\bUSING INDEX\b)/,
    why: 'adds a key without an index that was built CONCURRENTLY (USING INDEX)',
  },
  {
    pattern: /\bADD (?:COLUMN )?.*\bREFERENCES\b/,
    why: 'adds a column with a reference; add it as a constraint NOT VALID',
  },
  {
    pattern: /\bADD (?:COLUMN )?.*\bDEFAULT \(?(?:gen_random_uuid|random|clock_timestamp|nextval|timeofday)\b/i,
    why: 'adds a column whose default is computed for each row, which writes the table anew',
  },
  { pattern: /^(?:LOCK|CLUSTER|VACUUM FULL)\b/, why: 'locks a table' },
];

/** The expansion that a contraction names; undefined for any other file. */
export function contractedAfter(text: string): string | undefined {
  return CONTRACT.exec(text)?.[1];
}

/**
 * What is wrong with a migration that servers of the release before have to run beside, one sentence each. `names`: all
 * migrations, in order.
 */
export function findMigrationMistakes({ name, text }: Migration, names: readonly string[]): string[] {
  if (name < FIRST_CHECKED) return [];
  const statements = splitForCheck(text);
  const expansion = contractedAfter(text);
  const rules = expansion === undefined ? [...BREAKING, ...BLOCKING] : BLOCKING;
  const isOfNewTable = newTableTest(statements);
  const mistakes = statements
    .filter((statement) => !isOfNewTable(statement))
    .flatMap((statement) => {
      const broken = rules.filter(({ pattern }) => pattern.test(statement));
      return broken.map(({ why }) => `${name}: "${statement.slice(0, 80)}" ${why}.`);
    });
  return [...mistakes, ...findHeaderMistakes({ name, text }, names), ...findNullMistakes(name, statements)];
}

function findHeaderMistakes({ name, text }: Migration, names: readonly string[]): string[] {
  const expansion = contractedAfter(text);
  const statements = splitForCheck(text);
  const isOutside = text.startsWith(OUTSIDE);
  const isKnown = expansion === undefined || (names.includes(expansion) && expansion < name);
  const isConcurrent = statements.some((statement) => /\bCONCURRENTLY\b/.test(statement));
  const unrepeatable = isOutside
    ? statements.filter((statement, place) => !isRepeatable(statement, statements.slice(0, place)))
    : [];
  return [
    ...(isKnown ? [] : [`${name}: contracts after ${expansion}, which is no earlier migration.`]),
    ...(isConcurrent && !isOutside
      ? [`${name}: CONCURRENTLY needs "-- outside a transaction" as the first line.`]
      : []),
    ...unrepeatable.map(
      (statement) =>
        `${name}: "${statement.slice(0, 80)}" cannot be repeated after a failure (IF EXISTS, IF NOT EXISTS).`,
    ),
  ];
}

/** A file outside a transaction that failed runs again from its start: an invalid index of the first try is dropped before. */
function isRepeatable(statement: string, before: readonly string[]): boolean {
  const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\S+)/.exec(statement)?.[1];
  if (index) return before.some((earlier) => earlier === `DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  if (/^(?:CREATE TABLE|DROP \w+|ALTER TABLE \S+ (?:ADD COLUMN|DROP COLUMN|DROP CONSTRAINT))\b/.test(statement))
    return /\bIF (?:NOT )?EXISTS\b/.test(statement);
  return /^(?:CREATE OR REPLACE|UPDATE|ALTER TABLE \S+ (?:VALIDATE|ALTER)|SET|ANALYZE|DROP INDEX)\b/.test(statement);
}

/** SET NOT NULL reads the whole table under a lock, unless a validated check says already that there is none. */
function findNullMistakes(name: string, statements: readonly string[]): string[] {
  return statements.flatMap((statement, place) => {
    const column = /^ALTER TABLE\b.*\bALTER (?:COLUMN )?(\S+) SET NOT NULL\b/.exec(statement)?.[1];
    if (!column) return [];
    const isValidated = statements.slice(0, place).some((earlier) => /\bVALIDATE CONSTRAINT\b/.test(earlier));
    return isValidated ? [] : [`${name}: SET NOT NULL of ${column} without a check that was validated before.`];
  });
}

/** Nobody uses a table that the same file creates. */
function newTableTest(statements: readonly string[]): (statement: string) => boolean {
  const created = statements.flatMap(
    (statement) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/.exec(statement)?.[1] ?? [],
  );
  return (statement) => {
    const [, table] = /^(?:ALTER TABLE (?:ONLY )?|CREATE (?:UNIQUE )?INDEX \S+ ON )(\S+)/.exec(statement) ?? [];
    return table !== undefined && created.includes(table);
  };
}

/** The statements in one line each, without comments and without what functions and texts contain. */
function splitForCheck(text: string): string[] {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$')
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}
