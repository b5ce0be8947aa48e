import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type pg from 'pg';
import { MAX_DELISTED_PERCENT } from '#domain/catalogue/import-run.ts';
import { StoppedImportError } from '../../server/catalogue/import-products.ts';
import { refreshSearchStatistics } from '../../server/catalogue/search-index.ts';
import { importFeedCovers, type FeedCoverCounts } from '../../server/onix/feed-covers.ts';
import type { Difference } from '../../server/catalogue/difference.ts';
import type { OnixCounts, OnixIssue } from '../../server/onix/import-issues.ts';
import { UnconfirmedDelistsError } from '../../server/onix/confirm-delistings.ts';
import { importOnix, type OnixImport } from '../../server/onix/import-onix.ts';
import { findOwnMessages } from '../../server/onix/export/export-onix.ts';
import { withMessages, type Message } from '../../server/onix/open-message.ts';
import { CommandError, readLimit, type Command, type CommandInput, type CommandResult } from '../command.ts';
import { openImportReport } from '../import-report.ts';
import { formatTable, formatTime, withProgress } from '../output.ts';

export const importOnixCommand: Command = {
  name: 'import onix',
  args: ['FILE'],
  options: {
    'dry-run': { summary: 'List what would change without changing anything.' },
    limit: { placeholder: 'N', summary: 'How many differences and issues to list. Default: 50.' },
    'confirm-delists': {
      summary: `Allow messages to delist more than ${MAX_DELISTED_PERCENT} percent of a sender's titles.`,
    },
  },
  summary: 'Import ONIX 3.0 or 3.1 messages: a file, a folder in the order of sending, or - for standard input.',
  isAudited: true,
  isInterruptible: true,
  requires: 'shop',
  run: async (input, { deps: { db, storage, config }, connect }) => {
    const [path = ''] = input.args;
    const isDryRun = input.options['dry-run'] === true;
    const listed = collectListed(readLimit(input));
    const report = isDryRun ? undefined : openImportReport(join(config.dataDir, 'onix'), path, REPORT_COLUMNS);
    const onIssue = (issue: OnixIssue) => {
      listed.addIssue(issue);
      report?.add({ ...issue, what_to_do: WHAT_TO_DO[issue.kind] });
    };
    try {
      return await withMessages(path, async (messages) => {
        await rejectOwnMessages(connect, messages);
        const counts = await importOnix(connect, messages, {
          isDryRun,
          actor: 'operator',
          signal: input.signal,
          onIssue,
          withProgress,
          onDifference: listed.addDifference,
          confirmDelists: (...delists) => confirmDelists(input, delists),
        });
        const changed = counts.added + counts.changed + counts.delisted;
        if (!isDryRun) await refreshSearchStatistics(connect, { changed });
        const isOnDisk = !isDryRun && path !== '-';
        const covers = isOnDisk ? await importFeedCovers({ db, storage }, messages, { onIssue, withProgress }) : null;
        return importResult(counts, { path, isDryRun, messages, listed, covers, reportFile: report?.file() });
      });
    } catch (error) {
      if (error instanceof StoppedImportError) throw new CommandError(error.message);
      if (!(error instanceof UnconfirmedDelistsError)) throw error;
      throw new CommandError(`${error.message} Repeat with --confirm-delists if that is right.`);
    } finally {
      report?.close();
    }
  },
};

/** An export of this shop states its own catalogue of another day: imported, it would be a second source of every title. */
async function rejectOwnMessages(connect: pg.ClientConfig, messages: readonly Message[]): Promise<void> {
  const own = await findOwnMessages(connect, messages);
  if (own.length === 0) return;
  const names = own.map(({ name }) => name).join(', ');
  throw new CommandError(`${names} is an export of this shop itself. Nothing was changed.`);
}

/** Asks on a terminal; elsewhere only the option confirms. */
async function confirmDelists(
  { args, options }: CommandInput,
  [sender, delisted, listed]: Parameters<OnixImport['confirmDelists']>,
): Promise<boolean> {
  if (options['confirm-delists'] === true) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY || args[0] === '-') return false;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(
    `\n${sender} takes ${delisted} of its ${listed} titles out of the shop. Go on (yes)? `,
  );
  prompt.close();
  return answer.trim().toLowerCase() === 'yes';
}

type Listed = ReturnType<typeof collectListed>;

/** The first differences and issues; the rest is only counted. */
function collectListed(limit: number) {
  const differences: Difference[] = [];
  const issues: OnixIssue[] = [];
  const total = { differences: 0, issues: 0 };
  return {
    differences,
    issues,
    total,
    addDifference: (difference: Difference) => {
      total.differences += 1;
      if (differences.length < limit) differences.push(difference);
    },
    addIssue: (issue: OnixIssue) => {
      total.issues += 1;
      if (issues.length < limit) issues.push(issue);
    },
  };
}

const WHAT_TO_DO: Record<OnixIssue['kind'], string> = {
  quarantined: 'Send the reason to the sender and import the corrected record.',
  held_back: 'Nothing: the record is stored, and sold once a message changes that.',
  review: 'Look at both products, and tell the sender what is wrong.',
  note: 'Nothing: the record was imported.',
};

const REPORT_COLUMNS = ['file', 'line', 'reference', 'kind', 'reason', 'what_to_do'] as const;

type ImportReport = {
  path: string;
  isDryRun: boolean;
  messages: readonly Message[];
  listed: Listed;
  covers: FeedCoverCounts | null;
  reportFile: string | null | undefined;
};

function importResult(counts: OnixCounts, report: ImportReport): CommandResult {
  const { path, isDryRun, messages, listed, covers, reportFile = null } = report;
  const lines = [
    ...messages.map(({ name, sender, sentAt }) => `${name}: ${sender}, sent ${formatTime(sentAt.toISOString())}.`),
    ...listed.differences.flatMap(formatDifference),
    ...moreLines(listed.total.differences - listed.differences.length, 'differences'),
    countLine(counts, isDryRun),
    ...heldBackLines(counts),
    ...codeLines(counts),
    ...coverLines(covers),
    ...(listed.issues.length > 0 ? ['', formatTable(listed.issues.map(issueRow))] : []),
    ...moreLines(listed.total.issues - listed.issues.length, 'issues'),
    ...(reportFile ? [`All issues are in ${reportFile}.`] : []),
  ];
  const { differences, issues } = listed;
  const taken = counts.read - counts.quarantined;
  return {
    text: lines.join('\n'),
    data: { path, dry_run: isDryRun, ...counts, covers, differences, issues, report: reportFile },
    ...(counts.read > 0 && taken === 0 && { failure: `Nothing was imported: ${path} has no valid record.` }),
  };
}

function issueRow({ file, line, reference, kind, reason }: OnixIssue) {
  return { file, line, reference, kind, reason };
}

function countLine(counts: OnixCounts, isDryRun: boolean): string {
  const { read, added, changed, delisted, unchanged, outdated, ignored, quarantined } = counts;
  const done = isDryRun ? 'Would be imported' : 'Imported';
  return `${done}: records ${read} (${added} added, ${changed} changed, ${delisted} delisted, ${unchanged} unchanged, ${outdated} outdated, ${ignored} ignored, ${quarantined} quarantined).`;
}

function heldBackLines({ held_back: reasons }: OnixCounts): string[] {
  return Object.entries(reasons).map(([reason, number]) => `  Not sold, ${reason.replaceAll('_', ' ')}: ${number}`);
}

function codeLines({ unknown_codes: codes }: OnixCounts): string[] {
  return Object.entries(codes).map(([code, number]) => `  Unknown code, kept as it is: ${code} (${number})`);
}

function coverLines(covers: FeedCoverCounts | null): string[] {
  if (covers === null || Object.values(covers).every((number) => number === 0)) return [];
  const { added, changed, unchanged, kept, rejected, linked } = covers;
  return [
    `  Covers: ${added} added, ${changed} changed, ${unchanged} unchanged, ${kept + rejected} not taken, ${linked} at addresses of the web, which are not fetched.`,
  ];
}

function moreLines(number: number, what: string): string[] {
  return number > 0 ? [`… and ${number} more ${what}.`] : [];
}

const SIGNS = { added: '+', changed: '~', delisted: '-' } as const;

function formatDifference({ kind, reference, title, changes }: Difference): string[] {
  const fields = changes.map(({ field, from, to }) => `    ${field}: ${from === '' ? to : `${from} → ${to}`}`);
  return [`${SIGNS[kind]} ${reference}  ${title}`, ...fields];
}
