import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { productFilter } from '#contract/products.ts';
import { withUnlimitedClient } from '../server/db/connection.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { buildIndexFile } from '../server/search/build-index.ts';
import { IndexFile } from '../server/search/index/index-file.ts';
import { ProductIndex } from '../server/search/index/product-index.ts';
import { Searches } from '../server/search/index/searches.ts';
import { queryWords } from '../server/search/search-index.ts';
import { drawSearches, type Workload } from './workloads.ts';

/* Measures what a search costs in the thread that answers it, without HTTP: `node bench/search-cost.ts --data FOLDER` with the
   folder of a shop that does not run. Processor time, so that other processes matter little; each query is asked twice. */

const { values } = parseArgs({ options: { data: { type: 'string' }, seed: { type: 'string', default: '1' } } });
if (values.data === undefined) throw new Error('--data FOLDER: the data folder of a shop.');
const folder = resolve(values.data);
const file = join(folder, 'search/cost.sqlite');

const workloads = await prepare();
const before = process.memoryUsage.rss();
const [index, openTime] = timed(() => new ProductIndex(IndexFile.open(file)!));
const searches = new Searches(index);
console.log(
  `${index.columns.size} products, ${megabytes(statSync(file).size)} MB, opened in ${openTime.toFixed(0)} ms`,
);
console.log(`\n| Search | first time: mean ms | p99 | again: mean ms | p99 |\n|---|---|---|---|---|`);
for (const { name, requests } of workloads) {
  const questions = requests.map(({ path }) => path!);
  const rows = [1, 2].map(() => figures(questions.map((path) => timed(() => ask(path))[1])));
  console.log(`| ${name} | ${rows.join(' | ')} |`);
}
const { rss, arrayBuffers } = process.memoryUsage();
console.log(
  `\nResident: ${megabytes(rss - before)} MB more than without the index; all arrays ${megabytes(arrayBuffers)} MB.`,
);

/** Builds the index where there is none yet, and draws the searches. */
async function prepare(): Promise<Workload[]> {
  const embedded = await startEmbedded({ folder: join(folder, 'postgres'), onNotice: () => {} });
  try {
    const connect = embedded.connect(SHOP_DATABASE);
    return await withUnlimitedClient(connect, async (client) => {
      mkdirSync(join(folder, 'search'), { recursive: true });
      const begun = performance.now();
      if (!isBuilt()) await buildIndexFile(connect, file);
      const [seconds, cpu] = [(performance.now() - begun) / 1000, process.cpuUsage()];
      console.log(
        `Index ready after ${seconds.toFixed(0)} s, ${((cpu.user + cpu.system) / 1e6).toFixed(0)} s of CPU time.`,
      );
      return await drawSearches(client, Number(values.seed));
    });
  } finally {
    await embedded.stop();
  }
}

/** Whether there is an index of this version. */
function isBuilt(): boolean {
  const built = IndexFile.open(file);
  built?.close();
  return built !== undefined;
}

/** A request as the server answers it, up to the text that passes from the thread. */
function ask(path: string): string {
  const query = Object.fromEntries(new URL(path, 'http://shop.test').searchParams);
  const words = queryWords(query.q ?? '');
  const limits = { titles: 5, authors: 3, series: 2, subjects: 2 };
  if (path.includes('/suggest')) return JSON.stringify(searches.suggest({ words, subjects: [], limits }));
  const filter = productFilter.parse(query);
  const hits = searches.search({ filter, words });
  if (hits.total > 0 || words.length === 0) return JSON.stringify(hits);
  const corrected = searches.correct(words);
  return JSON.stringify(corrected ? searches.search({ filter, words: corrected }) : hits);
}

/** The result, and milliseconds of processor time. */
function timed<T>(work: () => T): [T, number] {
  const begun = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(begun);
  return [result, (user + system) / 1000];
}

function figures(costs: readonly number[]): string {
  const sorted = costs.toSorted((a, b) => a - b);
  const mean = costs.reduce((sum, one) => sum + one, 0) / costs.length;
  return `${mean.toFixed(2)} | ${sorted[Math.floor(costs.length * 0.99)]!.toFixed(1)}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
