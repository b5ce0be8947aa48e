import { slugOf } from '#domain/catalogue/text.ts';
import { applyBulkSettings, type ClientDatabase, type Database } from '../db/connection.ts';
import { lockCatalogue, nameEditor, refusalReason, type Editor } from './import-products.ts';
import type { ProductRecord } from './product-record.ts';

/** The connections of an import: one reads, and keeps others from writing the catalogue; the others write at once. */
export type ImportConnections = { reader: ClientDatabase; writers: readonly ClientDatabase[] };

/** Connections that write at once. More would wait for the thread that gives them what to write. */
export const WRITERS = 2;

type Work<P, R> = {
  editor: Editor;
  /** Finds what is to be written, in up to so many parts as may be written at once ({@link splitIntoIndependent}). */
  findParts: (tx: Database, count: number) => Promise<readonly P[]>;
  writePart: (tx: Database, part: P) => Promise<R>;
};

/** What came of the parts that are written, and the parts that the database refused. */
export type WrittenParts<P, R> = { written: R[]; refused: { part: P; reason: string }[] };

/** Writes parts at once, each in a transaction of its own, while nobody else writes the catalogue. */
export function writeAtOnce<P, R>(
  { reader, writers }: ImportConnections,
  { editor, findParts, writePart }: Work<P, R>,
): Promise<WrittenParts<P, R>> {
  const write = (part: P, index: number) =>
    writers[index]!.transaction(async (tx) => {
      await applyBulkSettings(tx);
      await nameEditor(tx, editor);
      return writePart(tx, part);
    });
  return reader.transaction(async (tx) => {
    await lockCatalogue(tx, editor);
    const parts = await findParts(tx, writers.length);
    const done: WrittenParts<P, R> = { written: [], refused: [] };
    for (const [index, result] of (await Promise.allSettled(parts.map(write))).entries())
      if (result.status === 'fulfilled') done.written.push(result.value);
      else {
        const reason = refusalReason(result.reason);
        if (reason === undefined) throw result.reason;
        done.refused.push({ part: parts[index]!, reason });
      }
    return done;
  });
}

/** Fewer items are one part: each statement of a part costs something of its own. */
const LEAST_PART = 100;

/**
 * Splits items into up to `count` parts of about the same size, no two of which have a key in common: writing one touches nothing
 * that writing another does. Keys that tie all items together leave one part.
 */
export function splitIntoIndependent<T>(
  items: readonly T[],
  { count, keysOf }: { count: number; keysOf: (item: T) => readonly string[] },
): T[][] {
  const parts: number[][] = Array.from(
    { length: Math.max(1, Math.min(count, Math.floor(items.length / LEAST_PART))) },
    () => [],
  );
  for (const group of listTied(items, keysOf).toSorted((a, b) => b.length - a.length))
    parts.reduce((least, part) => (part.length < least.length ? part : least)).push(...group);
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.toSorted((a, b) => a - b).map((index) => items[index]!));
}

/** The indexes of items, together those that have a key in common, themselves or through others. */
function listTied<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): number[][] {
  const parents = items.map((_, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
    return at;
  };
  const firstWith = new Map<string, number>();
  for (const [index, item] of items.entries())
    for (const key of keysOf(item)) {
      const other = firstWith.get(key);
      if (other === undefined) firstWith.set(key, index);
      else parents[rootOf(index)] = rootOf(other);
    }
  return [...Map.groupBy(items.keys(), rootOf).values()];
}

/** What writing a product touches that another product may touch too: people, series and ISBNs. */
export function keysOfRecord({ contributors, series, moreSeries = [], variants }: ProductRecord): string[] {
  return [
    ...contributors.map(({ name }) => `person ${slugOf(name)}`),
    ...[...(series ? [series] : []), ...moreSeries].map(({ name }) => `series ${slugOf(name)}`),
    ...variants.flatMap(({ isbn }) => (isbn === null ? [] : `isbn ${isbn}`)),
  ];
}
