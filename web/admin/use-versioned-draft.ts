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

type Editing<Row, Draft> = { base: Row; draft: Draft; theirs?: Row };

/**
 * What is edited and the version that it is based on; `theirs` once somebody else was faster. A save is pending until
 * the version that it made is known; what is typed in the meantime stays.
 */
export function useVersionedDraft<Row, Draft>({ row, draftOf, save, readAnew, onSaved, onError }: Options<Row, Draft>) {
  const [editing, setEditing] = useState<Editing<Row, Draft>>({ base: row, draft: draftOf(row) });
  const { base, draft, theirs } = editing;
  const saving = useMutation({
    mutationFn: (sent: Editing<Row, Draft>) => save(sent.draft, sent.base),
    onSuccess: async (_, sent) => {
      onSaved();
      const saved = await readAnew();
      if (saved) setEditing((now) => ({ base: saved, draft: now.draft === sent.draft ? draftOf(saved) : now.draft }));
    },
    onError: async (error) => {
      const isStale = error instanceof ApiRequestError && error.problem?.code === 'edited_meanwhile';
      const found = isStale ? await readAnew() : undefined;
      if (found) setEditing((now) => ({ ...now, theirs: found }));
      else onError(error);
    },
  });
  return {
    base,
    draft,
    theirs,
    save: { error: saving.error, isPending: saving.isPending, mutate: () => saving.mutate(editing) },
    setDraft: (changed: Draft) => setEditing((now) => ({ ...now, draft: changed })),
    take: () => setEditing({ base: theirs!, draft: draftOf(theirs!) }),
    keep: () => setEditing({ base: theirs!, draft }),
  };
}
