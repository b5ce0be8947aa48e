import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { AuditRow } from '#contract/admin-audit.ts';
import { writeAudit } from '../audit/audit.ts';
import {
  listStaffEntries,
  listStaffEntryNames,
  readStaffEntries,
  type StaffEntryFilter,
} from '../audit/staff-entries.ts';
import { escapeFormula } from '../catalogue/csv-format.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { staffEntry } from './staff-action.ts';

export function auditHandlers(deps: Deps): Pick<Handlers, 'listAuditEntries' | 'exportAuditEntries'> {
  const { db, preparedDb, recentReads } = deps;
  return {
    listAuditEntries: async ({ query: { before, limit, ...filter } }) => {
      const [page, names] = await Promise.all([
        listStaffEntries(db, filter, { before, limit }),
        listStaffEntryNames(preparedDb),
      ]);
      return { ...page, ...names };
    },
    exportAuditEntries: async ({ query, principal, client }) => {
      const about = Object.values(query).join(' ');
      await writeAudit(db, staffEntry({ principal, client }, { verb: 'audit export', about }));
      const headers = { 'Content-Disposition': 'attachment; filename="audit-log.csv"' };
      return new ResponseWith(Readable.from(writeCsv(await recentReads.currentDatabase(), query)), { headers });
    },
  };
}

const COLUMNS = ['at', 'who', 'user', 'what', 'about', 'ip', 'before', 'after'] as const;

/** CSV (RFC 4180 with a byte order mark for spreadsheets), a batch at a time. */
async function* writeCsv(db: Database, filter: StaffEntryFilter): AsyncGenerator<string> {
  const format = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;
  yield stringify([[...COLUMNS]], { ...format, bom: true });
  for await (const rows of readStaffEntries(db, filter)) yield stringify(rows.map(cellsOf), format);
}

function cellsOf(row: AuditRow): string[] {
  return COLUMNS.map((column) => {
    const value = row[column];
    return value === null ? '' : typeof value === 'string' ? escapeFormula(value) : JSON.stringify(value);
  });
}
