import * as z from 'zod/mini';
import {
  IMPORT_FAILURES,
  IMPORT_ISSUE_KINDS,
  IMPORT_KINDS,
  IMPORT_REASONS,
  IMPORT_SOURCES,
  IMPORT_STATES,
  MAX_CORRECTION,
  MAX_IMPORT_BYTES,
  PIECE_BYTES,
} from '#domain/catalogue/import-run.ts';
import { endpoint } from './endpoint.ts';
import { byId, line, opaqueId, resourceId, timestamp } from './schemas.ts';

const counts = z.object({
  records: z.int(),
  added: z.int(),
  changed: z.int(),
  prices: z.int(),
  delisted: z.int(),
  unchanged: z.int(),
  set_aside: z.int(),
  notes: z.int(),
});

const delisting = z.object({ sender: z.string(), delisted: z.int(), listed: z.int() });

const run = z.object({
  id: resourceId,
  name: z.string(),
  source: z.enum(IMPORT_SOURCES),
  /** The import whose rows it corrects. */
  corrects: z.nullable(resourceId),
  kind: z.nullable(z.enum(IMPORT_KINDS)),
  status: z.enum(IMPORT_STATES),
  is_stopping: z.boolean(),
  /** By name; `shop` for what came from the watched folder. */
  actor: z.string(),
  /** Bytes. */
  size: z.int(),
  received: z.int(),
  /** Of about `total` records; none before a server has begun. */
  progress: z.nullable(z.object({ done: z.int(), total: z.int(), started_at: timestamp, at: timestamp })),
  compared: z.nullable(counts),
  applied: z.nullable(counts),
  failure: z.nullable(z.enum(IMPORT_FAILURES)),
  created_at: timestamp,
  changed_at: timestamp,
});
export type ImportRow = z.output<typeof run>;

export const listImports = endpoint('listImports', {
  summary: 'Imports of catalogue files by the back office or from the watched folder, the newest first.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'read',
  query: z.object({
    before: z.optional(opaqueId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({ rows: z.array(run), next: z.nullable(resourceId) }),
  status: 200,
  errors: [],
});

const difference = z.object({
  kind: z.enum(['added', 'changed', 'delisted']),
  reference: z.string(),
  title: z.string(),
  /** Names of fields in English; empty for no value. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type ImportDifference = z.output<typeof difference>;

const issue = z.object({
  kind: z.enum(IMPORT_ISSUE_KINDS),
  code: z.enum(IMPORT_REASONS),
  line: z.int(),
  file: z.string(),
  reference: z.string(),
  title: z.string(),
  /** A sentence about this row, in English. */
  reason: z.string(),
});
export type ImportIssueRow = z.output<typeof issue>;

export const getImport = endpoint('getImport', {
  summary: 'One import with the first rows of what it would change, and of what it cannot take.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'read',
  params: z.object({ id: opaqueId }),
  response: z.extend(run, {
    failure_detail: z.string(),
    compared_at: z.nullable(timestamp),
    /** Whether its file is still there; it is deleted some days after the last change. */
    has_file: z.boolean(),
    /** Whether a part of its file can be read by itself. */
    is_correctable: z.boolean(),
    /** What it takes out of the shop beyond what it may unasked. */
    unconfirmed: z.array(delisting),
    differences: z.object({
      added: z.array(difference),
      changed: z.array(difference),
      prices: z.array(difference),
      delisted: z.array(difference),
    }),
    issues: z.object({ set_aside: z.array(issue), notes: z.array(issue) }),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyImport = z.output<typeof getImport.response>;

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const startImport = endpoint('startImport', {
  summary: `Announce a file that is sent in pieces of ${PIECE_BYTES} bytes. \`digest\` is the SHA-256 of the SHA-256 of its pieces: the same file goes on where it ended, and is not sent twice.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: z.object({ name: line(200), size: z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_BYTES)), digest }),
  response: z.object({ id: resourceId, received: z.int() }),
  status: 200,
  errors: ['disk_full', 'too_many'],
});

export const sendImportPiece = endpoint('sendImportPiece', {
  summary:
    'Send the piece of a file that begins at `offset`, with its SHA-256. `received` says where the next one begins; of a piece that is there, or comes too early, nothing is taken.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'upload',
  params: z.object({ id: opaqueId }),
  query: z.object({
    offset: z.coerce
      .number()
      .check(z.int(), z.minimum(0), z.maximum(MAX_IMPORT_BYTES), z.multipleOf(PIECE_BYTES, 'invalid')),
    digest,
  }),
  upload: PIECE_BYTES,
  response: z.object({ received: z.int() }),
  status: 200,
  errors: ['not_found', 'too_late', 'upload_damaged'],
});

export const compareImport = endpoint('compareImport', {
  summary: 'Compare the file of an import with the shop, once more.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const applyImport = endpoint('applyImport', {
  summary:
    'Apply a compared import, or go on with one. Where it takes more than 5 percent of a sender’s titles out of the shop it waits as `unconfirmed`, until the same numbers are sent as `confirmed`.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: z.object({
    id: opaqueId,
    confirmed: z._default(
      z
        .array(
          z.object({
            sender: z.string().check(z.maxLength(200)),
            delisted: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
            listed: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
          }),
        )
        .check(z.maxLength(100)),
      [],
    ),
  }),
  response: z.object({ status: z.enum(['applying', 'unconfirmed']) }),
  status: 200,
  errors: ['not_found', 'too_late'],
});

export const stopImport = endpoint('stopImport', {
  summary: 'Stop an import after the batch in hand, or put it aside; it can go on later.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const correctImport = endpoint('correctImport', {
  summary: 'Begin an import of corrected rows or records of another: as CSV, with or without the header, or as ONIX.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, text: z.string().check(z.minLength(1), z.maxLength(MAX_CORRECTION)) }),
  response: z.object({ id: resourceId }),
  status: 200,
  errors: ['not_found', 'too_late', 'correction_invalid'],
});

const report = {
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'read',
  params: z.object({ id: opaqueId }),
  contentType: 'text/csv; charset=utf-8',
  status: 200,
  errors: ['not_found'],
} as const;

export const exportImportDifferences = endpoint('exportImportDifferences', {
  summary: 'Everything that an import would change, as CSV: one row per field.',
  ...report,
});

export const exportImportIssues = endpoint('exportImportIssues', {
  summary:
    'Everything that an import cannot take or says of its rows, as CSV; rows that cannot be read with their cells.',
  ...report,
});
