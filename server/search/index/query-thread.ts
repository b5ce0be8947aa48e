import { parentPort } from 'node:worker_threads';
import type { SearchRequest, SuggestRequest } from '../search-index.ts';
import { IndexFile, type IndexSource } from './index-file.ts';
import type { IndexedProduct } from './product-facts.ts';
import { ProductIndex } from './product-index.ts';
import { Recent } from './rank-sets.ts';
import { Searches } from './searches.ts';

/*
 * The thread that answers searches. It loads nothing but SQLite and this folder, so that it takes little memory; the server
 * tells it what changed (`search-thread.ts`).
 */

/** Products that changed; `ids` that are not among `products` are no longer listed. */
export type IndexUpdate = { ids: readonly number[]; products: readonly IndexedProduct[] };
/** How far an index is from the one that was built. */
export type IndexState = { size: number; added: number };

/** What the thread is asked. Answers are JSON texts, which pass between threads faster than objects. */
export type QueryMethods = {
  /** The file's source; undefined where there is no whole file. */
  open: (file: string) => IndexSource | undefined;
  /** Opens another file in its place. */
  replace: (file: string, by: string) => IndexSource | undefined;
  update: (update: IndexUpdate) => IndexState;
  setSource: (source: IndexSource) => void;
  search: (request: SearchRequest) => ReturnType<Searches['search']>;
  suggest: (request: SuggestRequest) => ReturnType<Searches['suggest']>;
  correct: (words: readonly string[]) => string[] | undefined;
};
export type QueryMethod = keyof QueryMethods;
export type QueryCall = { id: number; method: QueryMethod; args: readonly unknown[] };
/** `json` of nothing is no text. */
export type QueryAnswer = { id: number; json?: string | undefined; error?: unknown };

/** So many answers are kept until a product changes, some kilobytes each. */
const KEPT_ANSWERS = 1000;

const answers = new Recent<string>(KEPT_ANSWERS);
let index: ProductIndex | undefined;
let searches: Searches | undefined;

const methods: QueryMethods = {
  open,
  replace: (file, by) => {
    index?.file.close();
    [index, searches] = [undefined, undefined];
    IndexFile.replace(file, by);
    return open(file);
  },
  update: ({ ids, products }) => {
    const current = opened(index);
    answers.clear();
    current.update(ids, products);
    return { size: current.columns.size, added: current.added };
  },
  setSource: (source) => {
    opened(index).file.source = source;
  },
  search: (request) => opened(searches).search(request),
  suggest: (request) => opened(searches).suggest(request),
  correct: (words) => opened(searches).correct(words),
};

function open(path: string): IndexSource | undefined {
  answers.clear();
  const file = IndexFile.open(path);
  if (!file) return undefined;
  try {
    index = new ProductIndex(file);
    searches = new Searches(index);
    return file.source;
  } catch {
    // Damaged: it is only a copy of what the database has.
    file.close();
    return undefined;
  }
}

function opened<T>(part: T | undefined): T {
  if (!part) throw new Error('The search index is not open.');
  return part;
}

const QUERIES: ReadonlySet<QueryMethod> = new Set(['search', 'suggest', 'correct']);

const port = parentPort!;
port.on('message', ({ id, method, args }: QueryCall) => {
  port.postMessage(answer(id, method, args));
});

function answer(id: number, method: QueryMethod, args: readonly unknown[]): QueryAnswer {
  const run = () => JSON.stringify((methods[method] as (...given: readonly unknown[]) => unknown)(...args));
  try {
    return { id, json: QUERIES.has(method) ? answers.get(JSON.stringify([method, args]), run) : run() };
  } catch (error) {
    // The file is as it was before a failed update, memory perhaps not: the thread ends, and the next one opens the file.
    if (method === 'update') throw error;
    return { id, error };
  }
}
