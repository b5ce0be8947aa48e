import { formatSen, senFromRinggit } from '#domain/money.ts';
import { TIME_ZONE } from '#domain/dates.ts';
import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';

/** A row of a table: its cells by the names of their columns. */
export type TableRow = Readonly<Record<string, string | number>>;

/** No lines around or between cells. */
const NO_BORDERS = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((part) => [part, '']),
);

/** Rows in columns below the columns' names; empty without rows. */
export function formatTable(rows: readonly TableRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  const head = names.map((name) => name.toUpperCase());
  return rows.length === 0 ? '' : alignColumns([head, ...rows.map((row) => names.map((name) => row[name] ?? ''))]);
}

/** Names and values below each other; those without a value are left out. */
export function formatFields(fields: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, value]],
  );
  return alignColumns(given);
}

function alignColumns(lines: readonly (readonly (string | number)[])[]): string {
  const style = { 'padding-left': 0, 'padding-right': 2, head: [], border: [], compact: true };
  const table = new Table({ chars: NO_BORDERS, style });
  table.push(...lines.map((cells) => cells.map(stripControls)));
  return table.toString().replaceAll(/ +$/gm, '');
}

/** A time in Malaysia; empty for none. */
export function formatTime(iso: string | null): string {
  return iso === null ? '' : TIME_FORMAT.format(new Date(iso));
}

const TIME_FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Text without control characters and marks that change its direction: customers typed it. */
export function stripControls(value: string | number): string {
  return String(value).replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}

/** Lines with their control characters escaped: JSON and sentences, too, may contain what customers typed. */
export function escapeControls(text: string): string {
  return text.replace(
    /[^\P{Cc}\n\t]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}

/** A state as people read it: `paid_out` is "paid out". */
export function formatState(state: string): string {
  return state.replaceAll('_', ' ');
}

/** A phrase at the beginning of a sentence. */
export function capitalize(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** An amount of the API (RM) as the operator reads it. */
export function formatMoney(ringgit: number): string {
  return formatSen(senFromRinggit(ringgit));
}

type OnProgress = (done: number, all: number) => void;

/** Runs long work with a progress bar on standard error where that is a terminal. */
export async function withProgress<T>(label: string, work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work(() => {});
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total}, {rate} a second, {left} left`,
    clearOnComplete: true,
    hideCursor: null,
  });
  const startedAt = performance.now();
  let isStarted = false;
  try {
    return await work((done, all) => {
      const rate = done / Math.max(0.001, (performance.now() - startedAt) / 1000);
      const shown = { rate: Math.round(rate), left: formatTimeLeft((all - done) / rate) };
      if (!isStarted) bar.start(all, done, shown);
      isStarted = true;
      bar.setTotal(all);
      bar.update(done, shown);
    });
  } finally {
    bar.stop();
  }
}

/** Seconds as `1h 5m`, `2m 40s` or `8s`; a dash where nothing is done yet by which they could be told. */
export function formatTimeLeft(left: number): string {
  if (!Number.isFinite(left)) return '–';
  const seconds = Math.max(1, Math.round(left));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds}s`;
}
