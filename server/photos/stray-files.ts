import type { ObjectStorage } from '../integrations/object-storage.ts';

/** Until then a file may belong to a row that is not committed yet. */
const WRITING_MS = 3_600_000;
const BATCH_SIZE = 500;

/** The id (UUIDv7) in the name of a file: `returns/<id>.jpg`, `pictures/<customer>/<id>-96.webp`. */
const NAME = /([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})[^/]*$/;

/** `now` is in milliseconds since 1970; `findKnown` returns which of some ids have a row. */
type StraySearch = { prefix: string; now: number; findKnown: (ids: string[]) => Promise<string[]> };

/** Deletes files whose row is gone: of an erased account, of what was replaced, or of an upload that was cut off. */
export async function deleteStrayFiles(
  storage: ObjectStorage,
  { prefix, now, findKnown }: StraySearch,
): Promise<number> {
  const files: { key: string; id: string }[] = [];
  for await (const key of storage.list(prefix)) {
    const id = NAME.exec(key)?.[1];
    if (id && now - timeOf(id) > WRITING_MS) files.push({ key, id });
  }
  let deleted = 0;
  for (let from = 0; from < files.length; from += BATCH_SIZE) {
    const batch = files.slice(from, from + BATCH_SIZE);
    const known = new Set(await findKnown(batch.map(({ id }) => id)));
    for (const { key, id } of batch) {
      if (known.has(id)) continue;
      await storage.delete(key);
      deleted += 1;
    }
  }
  return deleted;
}

/** When an id was made, in milliseconds since 1970. */
function timeOf(id: string): number {
  return parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
