/**
 * Where files are kept. Their keys are paths of lower-case letters, digits, `-`, `.` and `/` that follow from their contents:
 * what a key names never changes, it can only be missing.
 */
export type ObjectStorage = {
  /** Stores a file; one that is there already is replaced by the same. */
  put(key: string, contents: Buffer, type: string): Promise<void>;
  get(key: string): Promise<Buffer | undefined>;
  /** Deletes a file, if it is there. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** The keys that begin with a prefix. */
  list(prefix: string): AsyncIterable<string>;
};
