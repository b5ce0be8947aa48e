import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../server/catalogue/csv-format.ts';

/** A CSV file in the data folder with every issue of an import, written as they come; without an issue there is no file. */
export type ImportReport<Column extends string> = {
  add: (issue: Readonly<Record<Column, string | number>>) => void;
  /** Where it is; null without an issue. */
  file: () => string | null;
  close: () => void;
};

/** Opens the report of an import of `source`, in place of that of its last import. */
export function openImportReport<Column extends string>(
  folder: string,
  source: string,
  columns: readonly Column[],
): ImportReport<Column> {
  const file = join(folder, `${source === '-' ? 'standard-input' : basename(resolve(source))}.report.csv`);
  let descriptor: number | undefined;
  rmSync(file, { force: true });
  const write = (cells: readonly (string | number)[]) =>
    writeSync(descriptor!, stringify([cells.map((cell) => escapeFormula(String(cell)))]));
  return {
    file: () => (descriptor === undefined ? null : file),
    add: (issue) => {
      if (descriptor === undefined) {
        mkdirSync(folder, { recursive: true });
        descriptor = openSync(file, 'w');
        write(columns);
      }
      write(columns.map((column) => issue[column]));
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}
