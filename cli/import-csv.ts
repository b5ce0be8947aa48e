import { countKnownTitles } from '../server/catalogue/count-known-titles.ts';
import { readMapping } from '../server/catalogue/csv-mapping.ts';
import { importTitles } from '../server/catalogue/import-titles.ts';
import { readCsv, type CsvContents, type Rejected } from '../server/catalogue/read-csv.ts';
import { withProgress } from './progress.ts';
import { table } from './table.ts';
import { option, type Answer, type Verb } from './verb.ts';

export const importCsv: Verb = {
  name: 'import csv',
  takes: ['FILE'],
  options: {
    'dry-run': { summary: 'Read and check the file, and change nothing.' },
    mapping: { hint: 'FILE', summary: 'How a foreign file becomes ours, such as demo/goodbooks-mapping.json.' },
  },
  summary: 'Add or change titles from a catalogue file; rows that cannot be taken are listed with the reason.',
  changes: true,
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const [file] = call.words as [string];
    const mappingFile = option(call, 'mapping');
    const contents = await readCsv(file, mappingFile === undefined ? undefined : await readMapping(mappingFile));
    const isDryRun = call.options['dry-run'] === true;
    const known = await countKnownTitles(db, contents.titles);
    if (!isDryRun) await withProgress('Titles', (onProgress) => importTitles(db, contents.titles, onProgress));
    return answer(contents, { file, isDryRun, known });
  },
};

type Done = { file: string; isDryRun: boolean; known: number };

function answer({ titles, rejected, noted }: CsvContents, { file, isDryRun, known }: Done): Answer {
  const added = titles.length - known;
  const editions = titles.reduce((sum, title) => sum + title.editions.length, 0);
  const done = isDryRun ? 'Would be imported' : 'Imported';
  const sums = `${done}: titles ${titles.length} (${added} new, ${known} known before), editions ${editions}. Rows set aside: ${rejected.length}.`;
  return {
    text: [sums, ...listed('Set aside:', rejected), ...listed('Taken with a change:', noted)].join('\n'),
    data: { file, dry_run: isDryRun, titles: titles.length, editions, added, known, rejected, noted },
    ...(titles.length === 0 && { failure: `Nothing was imported: ${file} has no row that could be taken.` }),
  };
}

function listed(heading: string, rows: readonly Rejected[]): string[] {
  return rows.length > 0 ? ['', heading, table(rows)] : [];
}
