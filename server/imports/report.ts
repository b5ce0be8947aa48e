import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  MAX_LISTED_ROWS,
  NO_COUNTS,
  type ImportCounts,
  type ImportIssueKind,
  type ImportList,
  type ImportReason,
} from '#domain/catalogue/import-run.ts';
import type { Difference } from '../catalogue/difference.ts';
import type { FileCells } from '../catalogue/read-csv.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';

/** What an import could not take, or says of what it took. */
export type ImportIssue = {
  kind: ImportIssueKind;
  code: ImportReason;
  line: number;
  /** Of several messages. */
  file: string;
  reference: string;
  title: string;
  /** A sentence about this row, in English. */
  reason: string;
  /** Of a row that cannot be read. */
  cells?: FileCells;
};

export const REPORTS = ['differences', 'issues'] as const;
export type Report = (typeof REPORTS)[number];

export const IMPORT_REPORTS = 'import-reports/';
/** Characters of a file of a report. */
const FILE_LENGTH = 4_000_000;
const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

const reportKey = (id: string, report: Report, place: number) => `${IMPORT_REPORTS}${id}-${report}-${place}.gz`;

/** Everything that an import finds: counted, the first rows in lists, all of them in files of the object storage. */
export class ImportReport {
  readonly lists = new Map<ImportList, unknown[]>();
  readonly counts: ImportCounts = { ...NO_COUNTS };
  readonly #writers: Record<Report, ReportWriter>;

  constructor(storage: ObjectStorage, id: string, lists: readonly ImportList[]) {
    for (const list of lists) this.lists.set(list, []);
    this.#writers = {
      differences: new ReportWriter(storage, id, 'differences'),
      issues: new ReportWriter(storage, id, 'issues'),
    };
  }

  addDifference(difference: Difference): void {
    const { kind, isDelisted, isBigMove } = difference;
    if (isDelisted) this.#add('delisted', difference);
    else this.#add(kind, difference);
    if (isBigMove) this.#add('prices', difference);
    this.#writers.differences.add(difference);
  }

  addIssue(issue: ImportIssue): void {
    const { cells: _, ...listed } = issue;
    this.#add(issue.kind === 'set_aside' ? 'set_aside' : 'notes', listed);
    this.#writers.issues.add(issue);
  }

  /** Waits until everything is stored. Returns the number of files of each report. */
  async close(): Promise<Record<Report, number>> {
    const [differences, issues] = [await this.#writers.differences.close(), await this.#writers.issues.close()];
    return { differences, issues };
  }

  #add(list: ImportList, row: unknown): void {
    this.counts[list] += 1;
    const rows = this.lists.get(list);
    if (rows && rows.length < MAX_LISTED_ROWS) rows.push(row);
  }
}

/** A report as lines of JSON, packed in files. */
class ReportWriter {
  readonly #storage: ObjectStorage;
  readonly #id: string;
  readonly #report: Report;
  #text = '';
  #files = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(storage: ObjectStorage, id: string, report: Report) {
    this.#storage = storage;
    this.#id = id;
    this.#report = report;
  }

  add(row: unknown): void {
    this.#text += `${JSON.stringify(row)}\n`;
    if (this.#text.length >= FILE_LENGTH) this.#write();
  }

  async close(): Promise<number> {
    if (this.#text !== '') this.#write();
    await this.#writing;
    return this.#files;
  }

  #write(): void {
    const text = this.#text;
    const key = reportKey(this.#id, this.#report, this.#files);
    this.#text = '';
    this.#files += 1;
    this.#writing = this.#writing.then(async () => this.#storage.put(key, await gzipAsync(text), 'application/gzip'));
    // Thrown to whoever waits for it.
    this.#writing.catch(() => {});
  }
}

type Stored = { id: string; report: Report; files: number };

/** The rows of a report, a file at a time; none where its files are deleted. */
export async function* readReport<Row>(storage: ObjectStorage, { id, report, files }: Stored): AsyncGenerator<Row[]> {
  for (let place = 0; place < files; place += 1) {
    const packed = await storage.get(reportKey(id, report, place));
    if (!packed) return;
    const lines = (await gunzipAsync(packed)).toString('utf8').split('\n');
    yield lines.filter(Boolean).map((line) => JSON.parse(line) as Row);
  }
}
