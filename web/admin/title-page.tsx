import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyTitle } from '#contract/admin-catalogue.ts';
import { bookPath } from '#contract/pages.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useShopPath } from '../customer/shell/locale.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { TitleAside } from './title-aside.tsx';
import { changesOf, draftOf, mergeDrafts, takeTheirs, type Conflict, type TitleDraft } from './title-draft.ts';
import { TitleFields } from './title-fields.tsx';
import { useFieldName } from './title-words.ts';

export function TitlePage() {
  return (
    <AdminMessages of="adminCatalogue">
      <Title />
    </AdminMessages>
  );
}

const titleQuery = (id: number) => ({
  queryKey: ['title', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest('getAnyTitle', { params: { id }, signal }),
});

/** One title: what it is, its formats, where its data comes from and what was changed. */
function Title() {
  const t = useTranslations('adminCatalogue.title');
  const id = Number(useParams().id);
  const title = useQuery(titleQuery(id));
  return (
    <div className="page">
      <p>
        <Link to="/catalogue">{t('back')}</Link>
      </p>
      <QueryContent query={title}>{(found) => <Details key={found.id} title={found} />}</QueryContent>
    </div>
  );
}

function Details({ title }: { title: AnyTitle }) {
  const t = useTranslations('adminCatalogue.title');
  const shopPath = useShopPath();
  return (
    <>
      <PageTitle title={`\u2068${title.title}\u2069`} />
      {title.is_listed && (
        <p>
          <a href={shopPath(bookPath(title))}>{t('inShop')}</a>
        </p>
      )}
      <div className="admin-columns">
        <Editor title={title} />
        <TitleAside title={title} />
      </div>
    </>
  );
}

/** What is edited: as it was when it was read, and as it is now; `conflicts` once somebody else was faster. */
type Editing = { base: AnyTitle; draft: TitleDraft; conflicts: Conflict[]; isStale: boolean };

const begin = (title: AnyTitle): Editing => ({ base: title, draft: draftOf(title), conflicts: [], isStale: false });

function Editor({ title }: { title: AnyTitle }) {
  const t = useTranslations('adminCatalogue.title');
  const can = useCan();
  const [editing, setEditing] = useState(() => begin(title));
  const { base, draft, conflicts, isStale } = editing;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  // What others saved meanwhile is shown at once where nothing is lost by it.
  if (!isChanged && !isStale && title.version !== base.version) setEditing(begin(title));
  const save = useSave(editing, setEditing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const take = (conflict: Conflict) =>
    setEditing({
      ...editing,
      draft: takeTheirs(draft, draftOf(base), conflict),
      conflicts: conflicts.filter((one) => one !== conflict),
    });
  const faults = save.error instanceof ApiRequestError ? (save.error.problem?.errors ?? []) : [];
  return (
    <form className="title-form" onSubmit={submit} noValidate>
      {isStale && <Stale conflicts={conflicts} draft={draft} onTake={take} />}
      <fieldset className="plain-fieldset" disabled={!can('catalogue.write')}>
        <TitleFields
          draft={draft}
          formats={base.formats}
          faults={faults}
          onChange={(changes) => setEditing({ ...editing, draft: { ...draft, ...changes } })}
        />
      </fieldset>
      {can('catalogue.write') && (
        <div className="title-save">
          <button className="button" disabled={save.isPending || !isChanged}>
            {t('save')}
          </button>
          {isChanged && (
            <>
              <button type="button" className="button-plain" onClick={() => setEditing(begin(title))}>
                {t('discard')}
              </button>
              <span role="status">{t('unsaved')}</span>
            </>
          )}
        </div>
      )}
    </form>
  );
}

/** Saves a draft; where somebody was faster, reads what they wrote and puts both together. */
function useSave({ base, draft }: Editing, setEditing: (editing: Editing) => void) {
  const t = useTranslations('adminCatalogue.title');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ invalid: t('invalid') });
  const readAnew = () => queries.fetchQuery({ ...titleQuery(base.id), staleTime: 0 });
  return useMutation({
    mutationFn: () => sendRequest('saveTitle', { body: changesOf(base.id, base.version, draft) }),
    onSuccess: async () => {
      showToast({ text: t('saved') });
      setEditing(begin(await readAnew()));
      await queries.invalidateQueries({ queryKey: ['titles'] });
    },
    onError: async (error) => {
      const code = error instanceof ApiRequestError ? error.problem?.code : undefined;
      if (code !== 'edited_meanwhile') return showErrorToast(error);
      const theirs = await readAnew();
      const merged = mergeDrafts({ base: draftOf(base), mine: draft, theirs: draftOf(theirs) });
      return setEditing({ base: theirs, isStale: true, ...merged });
    },
  });
}

type StaleProps = { conflicts: readonly Conflict[]; draft: TitleDraft; onTake: (conflict: Conflict) => void };

/** What somebody else changed that I changed too. */
function Stale({ conflicts, draft, onTake }: StaleProps) {
  const t = useTranslations('adminCatalogue.title');
  const nameOf = useFieldName(draft.formats);
  return (
    <div className="alert alert-warning" role="alert">
      <h2>{t('stale')}</h2>
      <p>{t('staleText')}</p>
      {conflicts.length > 0 && (
        <div className="admin-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('mine')}</th>
                <th scope="col">{t('theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {conflicts.map((conflict) => (
                <tr key={`${conflict.field} ${conflict.format}`}>
                  <th scope="row">{nameOf(conflict.field, conflict.format)}</th>
                  <td dir="auto">{conflict.mine || t('nothing')}</td>
                  <td dir="auto">
                    {conflict.theirs || t('nothing')}{' '}
                    <button type="button" className="button-plain" onClick={() => onTake(conflict)}>
                      {t('takeTheirs')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
