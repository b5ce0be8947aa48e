import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { HomeContent, HomeContentSection } from '#contract/home.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { showToast, useErrorMessage } from '../customer/shell/toasts.tsx';
import { SECTION_FORMS, HomeSectionFields, newSection } from './home-section-fields.tsx';

type Published = { version: number; content: HomeContent | null; actor: string | null; published_at: string | null };

async function fetchHome(signal?: AbortSignal): Promise<Published> {
  const { content, ...published } = await sendRequest('getHomeContent', signal && { signal });
  return { ...published, content: content as HomeContent | null };
}

/** The home page as booksellers write it. */
export function ContentPage() {
  const t = useTranslations('adminContent');
  const home = useQuery({
    queryKey: ['home-content'],
    queryFn: ({ signal }) => fetchHome(signal),
    refetchOnWindowFocus: false,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <QueryContent query={home}>{(published) => <HomeEditor published={published} />}</QueryContent>
    </div>
  );
}

/** A section with a key of its own while the order changes. */
type Draft = { key: number; section: HomeContentSection };

function HomeEditor({ published }: { published: Published }) {
  const t = useTranslations('adminContent');
  const moment = useDateTimeFormat();
  const { drafts, change, add, remove, move, reset } = useDrafts(published);
  const { publish, stale, mistakes, loadTheirs } = usePublish(published, reset);
  const sections = drafts.map(({ section }) => section);
  const { actor, published_at: at } = published;
  const publishMine = (version?: number) =>
    publish.mutate({ content: { sections }, ...(version !== undefined && { version }) });
  return (
    <>
      <p className="lead">
        {actor !== null && at !== null ? t('published', { name: actor, moment: moment(at) }) : t('automatic')}
      </p>
      {stale && <Stale theirs={stale} onTake={loadTheirs} onKeep={() => publishMine(stale.version)} />}
      <Shown sections={sections} />
      <ol className="admin-sections">
        {drafts.map(({ key, section }, index) => (
          <li key={key}>
            <HomeSectionFields
              section={section}
              error={mistakes[index]}
              onChange={(changed) => change(key, changed)}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(key)}
            />
          </li>
        ))}
      </ol>
      <AddSection onAdd={add} />
      <PublishButtons
        isPending={publish.isPending}
        onPublish={drafts.length > 0 ? () => publishMine() : undefined}
        onReset={published.content ? () => publish.mutate({ content: null }) : undefined}
      />
    </>
  );
}

type StaleProps = { theirs: Published; onTake: () => void; onKeep: () => void };

/** Somebody else published meanwhile: which of the two is it to be? */
function Stale({ theirs, onTake, onKeep }: StaleProps) {
  const t = useTranslations('adminContent');
  return (
    <div className="alert alert-danger" role="alert">
      <p>{t('meanwhile', { name: theirs.actor ?? '' })}</p>
      <div className="admin-actions">
        <button type="button" className="button button-quiet" onClick={onTake}>
          {t('takeTheirs')}
        </button>
        <button type="button" className="button button-quiet" onClick={onKeep}>
          {t('keepMine')}
        </button>
      </div>
    </div>
  );
}

type ButtonsProps = { isPending: boolean; onPublish: (() => void) | undefined; onReset: (() => void) | undefined };

function PublishButtons({ isPending, onPublish, onReset }: ButtonsProps) {
  const t = useTranslations('adminContent');
  return (
    <div className="admin-actions">
      <button type="button" className="button" disabled={isPending || !onPublish} onClick={onPublish}>
        {t('publish')}
      </button>
      {onReset && (
        <button type="button" className="button button-quiet" disabled={isPending} onClick={onReset}>
          {t('makeAutomatic')}
        </button>
      )}
    </div>
  );
}

let keys = 0;
const draftsOf = ({ content }: Published): Draft[] =>
  (content?.sections ?? []).map((section) => ({ key: (keys += 1), section }));

function useDrafts(published: Published) {
  const [drafts, setDrafts] = useState(() => draftsOf(published));
  return {
    drafts,
    change: (key: number, section: HomeContentSection) =>
      setDrafts((before) => before.map((one) => (one.key === key ? { key, section } : one))),
    add: (form: HomeContentSection['form']) =>
      setDrafts((before) => [...before, { key: (keys += 1), section: newSection(form) }]),
    remove: (key: number) => setDrafts((before) => before.filter((one) => one.key !== key)),
    move: (index: number, by: -1 | 1) =>
      setDrafts((before) => {
        const [moved, ...others] = [before[index]!, ...before.slice(0, index), ...before.slice(index + 1)];
        return [...others.slice(0, Math.max(0, index + by)), moved, ...others.slice(Math.max(0, index + by))];
      }),
    reset: (to: Published) => setDrafts(draftsOf(to)),
  };
}

type Publishing = { content: HomeContent | null; version?: number };

/** Publishes; where somebody else did so meanwhile, what was written stays until one of the two is chosen. */
function usePublish({ version }: Published, reset: (to: Published) => void) {
  const t = useTranslations('adminContent');
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [base, setBase] = useState(version);
  const [stale, setStale] = useState<Published>();
  const [mistakes, setMistakes] = useState<Record<number, string>>({});
  /** What is written from now on is based on this. */
  const show = (now: Published) => {
    queries.setQueryData(['home-content'], now);
    setBase(now.version);
    reset(now);
  };
  const publish = useMutation({
    mutationFn: ({ content, version: seen = base }: Publishing) =>
      sendRequest('publishHomeContent', { body: { content, version: seen } }),
    onMutate: () => setMistakes({}),
    onSuccess: async () => {
      setStale(undefined);
      showToast({ text: t('done') });
      show(await fetchHome());
    },
    onError: async (error) => {
      const problem = error instanceof ApiRequestError ? error.problem : undefined;
      if (problem?.code === 'edited_meanwhile') return setStale(await fetchHome());
      setMistakes(mistakesOf(problem?.errors ?? []));
      showToast({ kind: 'danger', text: errorMessage(error) });
    },
  });
  const loadTheirs = () => {
    show(stale!);
    setStale(undefined);
  };
  return { publish, stale, mistakes, loadTheirs };
}

/** The first mistake of each section, by its place. */
function mistakesOf(errors: readonly { path: string; message: string }[]): Record<number, string> {
  const places = errors.toReversed().flatMap(({ path, message }) => {
    const [, place, field] = /^content\.sections\.(\d+)\.?(.*)$/.exec(path) ?? [];
    return place === undefined ? [] : [[Number(place), field ? `${field}: ${message}` : message] as const];
  });
  return Object.fromEntries(places);
}

/** What readers see on a day, in its order. */
function Shown({ sections }: { sections: readonly HomeContentSection[] }) {
  const t = useTranslations('adminContent');
  const [day, setDay] = useState(() => dayInMalaysia(new Date().toISOString()));
  const shown = sections.filter(({ from = '', to = '9999' }) => from <= day && day <= to);
  const featured = shown.find(({ form }) => form === 'featured');
  const others = shown.filter(({ form }) => form !== 'featured');
  return (
    <section className="admin-section" aria-labelledby="shown">
      <h2 id="shown">{t('shown')}</h2>
      <label className="field">
        <span>{t('day')}</span>
        <input type="date" value={day} onChange={({ target }) => target.value && setDay(target.value)} />
      </label>
      <ol>
        {[...(featured ? [featured] : []), ...others].map((section, index) => (
          // oxlint-disable-next-line no-array-index-key -- sections have no other identity
          <li key={index}>
            {t(`forms.${section.form}`)}: <bdi>{'title' in section ? section.title.en : section.text.en}</bdi>
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p>{t('nothingShown')}</p>}
    </section>
  );
}

function AddSection({ onAdd }: { onAdd: (form: HomeContentSection['form']) => void }) {
  const t = useTranslations('adminContent');
  return (
    <div className="admin-actions" role="group" aria-label={t('add')}>
      <span>{t('add')}</span>
      {SECTION_FORMS.map((form) => (
        <button key={form} type="button" className="button button-quiet" onClick={() => onAdd(form)}>
          {t(`forms.${form}`)}
        </button>
      ))}
    </div>
  );
}
