import type pg from 'pg';
import { delistingsToConfirm, type Delisting, type ImportCounts } from '#domain/catalogue/import-run.ts';
import { importCsv } from '../catalogue/import-csv.ts';
import { refreshSearchStatistics } from '../catalogue/search-index.ts';
import type { CsvIssue } from '../catalogue/stage-csv.ts';
import { findOwnMessages } from '../onix/export/export-onix.ts';
import { UnconfirmedDelistsError } from '../onix/confirm-delistings.ts';
import { importOnix } from '../onix/import-onix.ts';
import type { OnixIssue } from '../onix/import-issues.ts';
import { withMessages, type Message } from '../onix/open-message.ts';
import type { ImportOrigin } from '../db/tables.ts';
import { readHeader } from '../catalogue/read-csv.ts';
import type { CatalogueFile } from './expand-file.ts';
import type { ImportRun } from './import-runs.ts';
import type { ImportReport } from './report.ts';

/** An ONIX message that the shop wrote itself: imported, it would be a second source of every title. */
export class OwnExportError extends Error {}

export type Running = {
  connect: pg.ClientConfig;
  run: ImportRun;
  file: CatalogueFile;
  isDryRun: boolean;
  report: ImportReport;
  onProgress: (done: number, total: number) => void;
  /** At the beginning of each part of the work. */
  onPhase: () => Promise<void>;
  signal: AbortSignal;
};

export type Ran = {
  /** What came of it, besides what the report has counted. */
  counts: Partial<ImportCounts>;
  delistings: readonly Delisting[];
  /** Those that nobody has confirmed; then nothing was changed. */
  unconfirmed: readonly Delisting[];
  origin: ImportOrigin;
};

/** Compares a file with the shop or applies it, as the operator's commands do. */
export function runImport(running: Running): Promise<Ran> {
  return running.file.kind === 'onix' ? runOnix(running) : runCsv(running);
}

async function runCsv({ connect, run, file, isDryRun, report, signal, ...progress }: Running): Promise<Ran> {
  const origin = { header: await readHeader(file.path) };
  const done = await importCsv(connect, file.path, {
    isDryRun,
    signal,
    stockMode: { kind: 'stated', actor: run.actor },
    onIssue: (issue) => report.addIssue(csvIssue(issue)),
    onDifference: (difference) => report.addDifference(difference),
    withProgress: phasesOf(progress),
  });
  if (!isDryRun) await refreshSearchStatistics(connect, done);
  const { titles, known, changed } = done;
  const added = titles - known;
  const applied = { added, changed: Math.max(0, changed - added) };
  const counts = { records: titles, unchanged: Math.max(0, titles - changed), ...(!isDryRun && applied) };
  return { counts, delistings: [], unconfirmed: [], origin };
}

function phasesOf({ onProgress, onPhase }: Pick<Running, 'onProgress' | 'onPhase'>) {
  return async <T>(_label: string, work: (onStep: Running['onProgress']) => Promise<T>): Promise<T> => {
    await onPhase();
    return work(onProgress);
  };
}

function csvIssue({ kind, code, line, title, reason, cells }: CsvIssue) {
  return {
    kind: kind === 'rejected' ? ('set_aside' as const) : ('note' as const),
    code,
    line,
    file: '',
    reference: '',
    title,
    reason,
    ...(cells && { cells }),
  };
}

function runOnix({ connect, run, file, isDryRun, report, signal, ...progress }: Running): Promise<Ran> {
  return withMessages(file.path, async (messages) => {
    if ((await findOwnMessages(connect, messages)).length > 0) throw new OwnExportError();
    const delistings: Delisting[] = [];
    const unconfirmed: Delisting[] = [];
    const running = importOnix(connect, messages, {
      isDryRun,
      signal,
      actor: run.actor,
      onIssue: (issue) => report.addIssue(onixIssue(issue, messages)),
      onDifference: (difference) => report.addDifference(difference),
      onDelisting: (delisting) => delistings.push(delisting),
      withProgress: phasesOf(progress),
      confirmDelists: async (sender, delisted, listed) => {
        unconfirmed.push(...delistingsToConfirm([{ sender, delisted, listed }], run.confirmed));
        return unconfirmed.length === 0;
      },
    });
    const counts = await running.catch((error: unknown) => {
      if (!(error instanceof UnconfirmedDelistsError)) throw error;
    });
    if (!counts) return { counts: {}, delistings, unconfirmed, origin: originOf(messages) };
    const { read: records, added, changed, delisted, unchanged, outdated, ignored } = counts;
    if (!isDryRun) await refreshSearchStatistics(connect, { changed: added + changed + delisted });
    return {
      counts: { records, unchanged: unchanged + outdated + ignored, ...(!isDryRun && { added, changed, delisted }) },
      delistings,
      unconfirmed,
      origin: originOf(messages),
    };
  });
}

function onixIssue({ kind, ...issue }: OnixIssue, messages: readonly Message[]) {
  return {
    ...issue,
    kind: kind === 'quarantined' ? ('set_aside' as const) : kind,
    file: messages.length > 1 ? issue.file : '',
    title: '',
  };
}

function originOf(messages: readonly Message[]): ImportOrigin {
  const { sender, sentAt, number, defaults } = messages.at(-1)!;
  const isOnlySender = messages.every((one) => one.sender === sender);
  return { sender, isOnlySender, sentAt: sentAt.toISOString(), number, defaults };
}
