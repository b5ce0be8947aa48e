import { formatSen, senFromRinggit } from '#domain/money.ts';
import { TIME_ZONE } from '#domain/time-zone.ts';

/** Rows in columns under their names, as wide as they need to be; empty without rows. */
export function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => plain(row[name] ?? ''))),
  ];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => length(line[column]!))));
  const lines = cells.map((line) =>
    line
      .map((cell, column) => pad(cell, widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return rows.length > 0 ? lines.join('\n') : '';
}

/** Names and values below each other; those without a value are left out. */
export function facts(pairs: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(pairs).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${plain(value!)}`).join('\n');
}

/** A time as the shop's clock shows it. */
export function time(iso: string | null): string {
  return iso === null ? '' : CLOCK.format(new Date(iso));
}

const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});

/** What strangers typed, without what would steer the terminal or turn the line around. */
export function plain(value: string | number): string {
  return String(value).replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}

function length(text: string): number {
  return [...text].length;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - length(text));
}

/** An amount of the wire (RM) as the operator reads it. */
export function money(ringgit: number): string {
  return formatSen(senFromRinggit(ringgit));
}
