import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiRequestError } from '../browser/api-client.ts';
import { showToast, useErrorMessage } from '../customer/shell/toasts.tsx';

/** Content with the version that it has, 0 for none. */
export type Written<Content> = { version: number; content: Content; actor: string | null; at: string | null };

type SiteContent<Content> = {
  /** The key of its query. */
  name: string;
  fetch: () => Promise<Written<Content>>;
  publish: (version: number, content: Content) => Promise<unknown>;
  /** What is published was loaded into the form. */
  onLoad: (content: Content) => void;
};

/** A mistake at a place of the content: `items.0.link`. */
export type Mistakes = readonly { path: string; message: string }[];

/** Publishes; where somebody else did so meanwhile, what was written stays until one of the two is chosen. */
export function useSiteContent<Content>(
  loaded: Written<Content>,
  { name, fetch, publish, onLoad }: SiteContent<Content>,
) {
  const t = useTranslations('adminContent.site');
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [base, setBase] = useState(loaded.version);
  const [theirs, setTheirs] = useState<Written<Content>>();
  const [mistakes, setMistakes] = useState<Mistakes>([]);
  const take = (fresh: Written<Content>) => {
    queries.setQueryData([name], fresh);
    setBase(fresh.version);
    setTheirs(undefined);
    onLoad(fresh.content);
  };
  const send = useMutation({
    mutationFn: (content: Content) => publish(base, content),
    onMutate: () => setMistakes([]),
    onSuccess: async () => {
      showToast({ text: t('done') });
      take(await fetch());
    },
    onError: async (error) => {
      const problem = error instanceof ApiRequestError ? error.problem : undefined;
      if (problem?.code === 'edited_meanwhile') return setTheirs(await fetch());
      const errors = problem?.errors ?? [];
      setMistakes(errors.map(({ path, message }) => ({ path: path.replace(/^content\./, ''), message })));
      showToast({ kind: 'danger', text: errorMessage(error) });
    },
  });
  const keepMine = () => {
    setBase(theirs!.version);
    setTheirs(undefined);
  };
  return { send, theirs, mistakes, takeTheirs: () => take(theirs!), keepMine };
}
