import {
  type AnyPgColumn,
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  Delisting,
  ImportCounts,
  ImportFailure,
  ImportKind,
  ImportList,
  ImportSource,
  ImportState,
} from '#domain/catalogue/import-run.ts';
import { at, bytes, id } from './columns.ts';

/**
 * An import of a catalogue file by the page or a folder. `digest` is the SHA-256 of the SHA-256 of its pieces; those of the pieces
 * that came are in `pieceDigests`. `done` of about `total` records are dealt with since `phaseStartedAt`.
 */
export const importRun = pgTable('import_run', {
  id: id(),
  source: text().$type<ImportSource>().notNull(),
  /** The import whose rows it corrects. */
  corrects: uuid().references((): AnyPgColumn => importRun.id),
  name: text().notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  digest: bytes().notNull(),
  /** Of a file of the folder. */
  modifiedAt: at(),
  received: bigint({ mode: 'number' }).notNull().default(0),
  pieceDigests: bytes().notNull().default(Buffer.alloc(0)),
  kind: text().$type<ImportKind>(),
  state: text().$type<ImportState>().notNull().default('uploading'),
  /** Who started it last: a member of staff by name, or `shop`. */
  actor: text().notNull(),
  done: integer().notNull().default(0),
  total: integer().notNull().default(0),
  phaseStartedAt: at(),
  progressAt: at(),
  compared: jsonb().$type<ImportCounts>(),
  applied: jsonb().$type<ImportCounts>(),
  /** What is needed to read a part of the file by itself. */
  origin: jsonb().$type<ImportOrigin>(),
  delistings: jsonb().$type<readonly Delisting[]>().notNull().default([]),
  confirmed: jsonb().$type<readonly Delisting[]>().notNull().default([]),
  /** How many files of the object storage have the differences and the issues. */
  differenceFiles: integer().notNull().default(0),
  issueFiles: integer().notNull().default(0),
  failure: text().$type<ImportFailure>(),
  failureDetail: text().notNull().default(''),
  attempts: integer().notNull().default(0),
  isStopping: boolean().notNull().default(false),
  createdAt: at().notNull().defaultNow(),
  changedAt: at().notNull().defaultNow(),
  comparedAt: at(),
  appliedAt: at(),
});

/** The names of a CSV file's columns as they are there; of ONIX messages who sent the last one and when. */
export type ImportOrigin =
  | { header: readonly string[] }
  | {
      sender: string;
      isOnlySender: boolean;
      sentAt: string;
      number: number | null;
      defaults: { language: string | null; priceType: string | null; currency: string | null };
    };

/** The first rows of what an import's comparison found, by list. */
export const importList = pgTable(
  'import_list',
  {
    runId: uuid()
      .notNull()
      .references(() => importRun.id, { onDelete: 'cascade' }),
    list: text().$type<ImportList>().notNull(),
    rows: jsonb().$type<readonly unknown[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.list] })],
);
