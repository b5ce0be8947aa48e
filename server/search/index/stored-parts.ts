import type { Numbers } from './rank-sets.ts';
import type { Statements } from './statements.ts';

/* What an index file keeps beside its tables of products: properties, and arrays of numbers by name. */

type Property = 'version' | 'source' | 'built_with';

/** Reads and stores the arrays of a file by their names. */
export type ReadColumn = (name: string) => ArrayBuffer;
export type StoreColumn = (name: string, numbers: Numbers) => void;

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
