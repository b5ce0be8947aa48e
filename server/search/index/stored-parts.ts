import { Recent, type Numbers } from './rank-sets.ts';
import type { Statements } from './statements.ts';

/* What an index file keeps beside its tables of products: properties, and arrays of numbers by name. */

type Property = 'version' | 'source' | 'built_with';

/** Reads and stores the arrays of a file by their names. */
export type ReadColumn = (name: string) => ArrayBuffer;
export type StoreColumn = (name: string, numbers: Numbers) => void;

/** Where some bytes of a long array are. */
export type Located = { bytes: Uint8Array; place: number };
/** Finds the bytes of an array from one place to before another. */
export type LocateBytes = (start: number, end: number) => Located;

export function readProperty(file: Statements, name: Property): string | undefined {
  return file.get<{ value: string }>('SELECT value FROM property WHERE name = ?', name)?.value;
}

export function saveProperty(file: Statements, name: Property, value: string): void {
  file.run('INSERT OR REPLACE INTO property VALUES (?, ?)', name, value);
}

/** The bytes of a stored array. */
export function readColumn(file: Statements, name: string): ArrayBuffer {
  const { data } = file.get<{ data: Uint8Array<ArrayBuffer> }>('SELECT data FROM stored_column WHERE name = ?', name)!;
  return data.buffer.byteLength === data.byteLength ? data.buffer : data.slice().buffer;
}

export function storeColumn(file: Statements, name: string, numbers: Numbers): void {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  file.run('INSERT OR REPLACE INTO stored_column VALUES (?, ?)', name, bytes);
}

const PART_SIZE = 1 << 14;
/** So many parts are kept in memory: 4 MB. */
const KEPT_PARTS = 256;

/** Stores the products of words in parts, which are read when they are asked for. */
export function storeWordProducts(file: Statements, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; start += PART_SIZE)
    file.run('INSERT INTO word_products VALUES (?, ?)', start / PART_SIZE, bytes.subarray(start, start + PART_SIZE));
}

export function wordProductsIn(file: Statements): LocateBytes {
  const parts = new Recent<Uint8Array<ArrayBuffer>>(KEPT_PARTS);
  const sql = 'SELECT data FROM word_products WHERE part = ?';
  let [current, data] = [-1, new Uint8Array()];
  const read = (part: number) => {
    if (part !== current) data = parts.get(part, () => file.get<{ data: Uint8Array<ArrayBuffer> }>(sql, part)!.data);
    current = part;
    return data;
  };
  return (start, end) => {
    const [first, last] = [Math.floor(start / PART_SIZE), Math.floor((end - 1) / PART_SIZE)];
    const place = start - first * PART_SIZE;
    if (first === last) return { bytes: read(first), place };
    const bytes = new Uint8Array((last - first + 1) * PART_SIZE);
    for (let part = first; part <= last; part += 1) bytes.set(read(part), (part - first) * PART_SIZE);
    return { bytes, place };
  };
}
