import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PageContent } from '#contract/content.ts';
import { pagePath } from '#contract/pages.ts';
import { LOCALES, type Locale } from '#domain/locale.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { useStaffErrorToast } from './error-toast.ts';

export type DraftText = PageContent['en'];
/** What stands in the form, in every language. */
export type PageDraft = Record<Locale, DraftText>;

const EMPTY: DraftText = { title: '', body: '' };

export function draftOf(content: PageContent | null): PageDraft {
  return Object.fromEntries(LOCALES.map((locale) => [locale, content?.[locale] ?? EMPTY])) as PageDraft;
}

export const isWritten = ({ title, body }: DraftText) => title.trim() !== '' || body.trim() !== '';

/** Languages without title and text are left out. */
function contentOf(draft: PageDraft): PageContent {
  const written = LOCALES.filter((locale) => locale === 'en' || isWritten(draft[locale]));
  return Object.fromEntries(written.map((locale) => [locale, draft[locale]])) as PageContent;
}

async function fetchPage(slug: string, signal?: AbortSignal) {
  const { content, ...page } = await sendRequest('getPage', { params: { slug }, ...(signal && { signal }) });
  return { ...page, content: content as PageContent | null };
}
export type LoadedPage = Awaited<ReturnType<typeof fetchPage>>;

/** A page as it is worked on; one that nobody has written is empty. */
export function useShopPage(slug: string) {
  return useQuery({
    queryKey: ['page', slug],
    queryFn: ({ signal }) => fetchPage(slug, signal).catch((error) => newPage(slug, error)),
    refetchOnWindowFocus: false,
  });
}

function newPage(slug: string, error: unknown): LoadedPage {
  if (!(error instanceof ApiRequestError) || error.problem?.code !== 'not_found') throw error;
  const path = pagePath(slug);
  return { slug, path, title: '', state: 'unwritten', version: 0, actor: null, at: null, content: null, versions: [] };
}

export type FieldMistakes = Readonly<Record<string, string[]>>;

/** Saves, publishes and unpublishes; where somebody else was faster (`theirs`), nothing of the form is lost. */
export function useShopPageDraft(loaded: LoadedPage) {
  const t = useTranslations('adminContent.pages');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_many: t('tooMany') });
  const [base, setBase] = useState(loaded.version);
  const [draft, setDraft] = useState(() => draftOf(loaded.content));
  const [theirs, setTheirs] = useState<LoadedPage>();
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const { slug } = loaded;
  const refresh = async () => {
    const fresh = await fetchPage(slug);
    queries.setQueryData(['page', slug], fresh);
    await queries.invalidateQueries({ queryKey: ['pages'] });
    return fresh;
  };
  const send = useMutation({
    mutationFn: (action: 'save' | 'publish' | 'unpublish') =>
      action === 'unpublish'
        ? sendRequest('unpublishPage', { body: { slug, version: base } })
        : sendRequest('savePage', {
            body: { slug, version: base, content: contentOf(draft), publish: action === 'publish' },
          }),
    onMutate: () => setMistakes({}),
    onSuccess: async ({ version }, action) => {
      setBase(version);
      showToast({ text: t(({ save: 'saved', publish: 'done', unpublish: 'ended' } as const)[action]) });
      await refresh();
    },
    onError: async (error) => {
      const problem = error instanceof ApiRequestError ? error.problem : undefined;
      if (problem?.code === 'edited_meanwhile') return setTheirs(await refresh());
      setMistakes(mistakesOf(problem?.errors ?? []));
      showErrorToast(error);
    },
  });
  const settle = (taken?: LoadedPage) => {
    if (taken) setDraft(draftOf(taken.content));
    if (theirs) setBase(theirs.version);
    setTheirs(undefined);
  };
  const change = (locale: Locale, text: DraftText) => setDraft((before) => ({ ...before, [locale]: text }));
  return { draft, change, setDraft, send, theirs, settle, mistakes };
}

/** By language and field: `de.body`. */
function mistakesOf(errors: readonly { path: string; message: string }[]): FieldMistakes {
  const groups = Map.groupBy(errors, ({ path }) => path.replace(/^content\./, ''));
  return Object.fromEntries([...groups].map(([path, all]) => [path, all.map(({ message }) => message)]));
}
