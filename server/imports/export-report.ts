import { stringify } from 'csv-stringify/sync';
import { IMPORT_REASONS } from '#domain/catalogue/import-run.ts';
import type { Locale } from '#domain/locale.ts';
import { escapeFormula } from '../catalogue/csv-format.ts';
import type { Difference } from '../catalogue/difference.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { getTranslator } from '../translations.ts';
import { ISSUE_COLUMNS } from './corrections.ts';
import type { ImportRun } from './import-runs.ts';
import { readReport, type ImportIssue } from './report.ts';

const FORMAT = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;
const DIFFERENCE_COLUMNS = ['kind', 'reference', 'title', 'field', 'from', 'to', 'price', 'delisted'] as const;

function toCsv(rows: readonly (readonly string[])[], bom = false): string {
  return stringify(
    rows.map((cells) => cells.map(escapeFormula)),
    { ...FORMAT, bom },
  );
}

/** All differences as CSV (RFC 4180 with a byte order mark for spreadsheets), one row per field. */
export async function* writeDifferences(
  storage: ObjectStorage,
  { id, differenceFiles: files }: ImportRun,
  locale: Locale,
): AsyncGenerator<string> {
  const t = getTranslator(locale);
  const mark = (isSet: boolean) => (isSet ? t('adminImports.export.yes') : '');
  yield toCsv([DIFFERENCE_COLUMNS.map((column) => t(`adminImports.export.${column}`))], true);
  for await (const rows of readReport<Difference>(storage, { id, report: 'differences', files }))
    yield toCsv(
      rows.flatMap(({ kind, reference, title, changes, isBigMove, isDelisted }) => {
        const fields = changes.length > 0 ? changes : [{ field: '', from: '', to: '' }];
        return fields.map(({ field, from, to }) => [
          t(`adminImports.kinds.${kind}`),
          reference,
          title,
          field,
          from,
          to,
          mark(isBigMove),
          mark(isDelisted),
        ]);
      }),
    );
}

/** All issues as CSV. Rows of a CSV file come with its own columns first, so that they can be corrected and sent as they are. */
export async function* writeIssues(
  storage: ObjectStorage,
  { id, issueFiles: files, origin }: ImportRun,
  locale: Locale,
): AsyncGenerator<string> {
  const t = getTranslator(locale);
  const own = origin && 'header' in origin ? origin.header : [];
  const extra = ISSUE_COLUMNS.map((name) => (own.length > 0 ? `# ${name}` : t(`adminImports.export.${name}`)));
  yield toCsv([[...own, ...extra]], true);
  const wordsOf = ({ code, reason }: ImportIssue) =>
    IMPORT_REASONS.includes(code) ? t(`adminImports.reasons.${code}`) : reason;
  for await (const rows of readReport<ImportIssue>(storage, { id, report: 'issues', files }))
    yield toCsv(
      rows.map((issue) => {
        const { kind, line, file, reference, title, reason, cells = {} } = issue;
        const about = [t(`adminImports.issueKinds.${kind}`), String(line), file, reference, title];
        const said = [wordsOf(issue), reason, t(`adminImports.whatToDo.${kind}`)];
        return [...own.map((name) => cells[name.trim().toLowerCase()] ?? ''), ...about, ...said];
      }),
    );
}
