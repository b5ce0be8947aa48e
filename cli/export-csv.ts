import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { listCsvRows } from '../server/catalogue/list-csv-rows.ts';
import { writeCsv } from '../server/catalogue/write-csv.ts';
import type { Database } from '../server/db/connection.ts';
import type { Answer, Verb } from './verb.ts';

export const exportCsv: Verb = {
  name: 'export csv',
  takes: ['[FILE]'],
  summary: 'Write the catalogue as "import csv" reads it, to standard output where no file is named.',
  opens: 'shop',
  run: async ({ words: [file], isJson }, { deps: { db } }) => {
    if (file !== undefined) return intoFile(db, file);
    if (isJson) return rowsAsData(db);
    await writeCsv(db, process.stdout, { end: false });
    return {};
  },
};

/** Under another name until it is complete, so that half an export is never taken for one. */
async function intoFile(db: Database, file: string): Promise<Answer> {
  const half = `${file}.part`;
  try {
    await writeCsv(db, createWriteStream(half));
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  return { text: `The catalogue is in ${file}.`, data: { file } };
}

async function rowsAsData(db: Database): Promise<Answer> {
  const rows = [];
  for await (const row of listCsvRows(db)) rows.push(row);
  return { data: rows };
}
