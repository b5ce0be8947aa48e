import type { ReadColumn, StoreColumn } from '../server/search/index/stored-parts.ts';

/** Columns as a file keeps them, without a file: for tests. */
export function keptColumns(): { store: StoreColumn; column: ReadColumn } {
  const kept = new Map<string, ArrayBuffer>();
  return {
    store: (name, { buffer, byteOffset, byteLength }) =>
      kept.set(name, new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer),
    column: (name) => kept.get(name)!,
  };
}
