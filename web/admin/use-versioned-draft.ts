import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ApiRequestError } from '../browser/api-client.ts';

type Options<Row, Draft> = {
  row: Row;
  draftOf: (row: Row) => Draft;
  /** Saves what was entered, based on what it was entered over. */
  save: (draft: Draft, base: Row) => Promise<unknown>;
  /** Nothing where it is not there any more. */
  readAnew: () => Promise<Row | undefined>;
  onSaved: () => void;
  onError: (error: unknown) => void;
};

/** What is edited and the version that it is based on; `theirs` once somebody else was faster. */
export function useVersionedDraft<Row, Draft>({ row, draftOf, save, readAnew, onSaved, onError }: Options<Row, Draft>) {
  const [editing, setEditing] = useState<{ base: Row; draft: Draft; theirs?: Row }>({ base: row, draft: draftOf(row) });
  const { base, draft, theirs } = editing;
  const begin = (from: Row) => setEditing({ base: from, draft: draftOf(from) });
  const saving = useMutation({
    mutationFn: () => save(draft, base),
    onSuccess: async () => {
      onSaved();
      const saved = await readAnew();
      if (saved) begin(saved);
    },
    onError: async (error) => {
      const isStale = error instanceof ApiRequestError && error.problem?.code === 'edited_meanwhile';
      const now = isStale ? await readAnew() : undefined;
      if (now) setEditing({ base, draft, theirs: now });
      else onError(error);
    },
  });
  return {
    base,
    draft,
    theirs,
    save: saving,
    setDraft: (changed: Draft) => setEditing({ ...editing, draft: changed }),
    take: () => begin(theirs!),
    keep: () => setEditing({ base: theirs!, draft }),
  };
}
