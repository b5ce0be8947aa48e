import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { saveList } from '#contract/lists.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { LIST_VISIBILITIES, type ListVisibility } from '#domain/named-list.ts';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { ConfirmButton } from '../dialogs/dialog-button.tsx';
import { EmptyState, PageTitle, QueryContent } from '../page/page-states.tsx';
import { showToast } from '../shell/toasts.tsx';
import { AddWishForm, ListTitle } from './list-titles.tsx';
import { useListAction, type ListWithTitles } from './use-list-action.ts';

const TITLES_ID = 'list-titles';

/** A named list: its titles with notes, and who may see it. */
export function NamedListPage({ id }: { id: string }) {
  const t = useTranslations('lists');
  const list = useQuery({
    queryKey: ['lists', id],
    queryFn: ({ signal }) => sendRequest('getList', { params: { id }, signal }),
  });
  const isMissing = list.error instanceof ApiRequestError && list.error.problem?.code === 'not_found';
  const focusKept = useRestoreFocus(TITLES_ID);
  if (isMissing)
    return (
      <EmptyState title={t('notFound')}>
        <Link to="/lists">{t('title')}</Link>
      </EmptyState>
    );
  return (
    <QueryContent query={list}>
      {(found) => (
        <div className="page" {...focusKept}>
          <header className="page-head">
            <PageTitle title={found.name} />
            <Link to="/lists">{t('title')}</Link>
          </header>
          <Settings list={found} />
          <AddWishForm list={found} />
          {found.rows.length === 0 ? (
            <p className="lead">{t('empty')}</p>
          ) : (
            <ul className="list-titles" id={TITLES_ID} aria-label={found.name}>
              {found.rows.map((title) => (
                <li key={title.id}>
                  <ListTitle list={found} title={title} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </QueryContent>
  );
}

/** Name, visibility and gift mode, folded; a new secret link is shown until the page is left. */
function Settings({ list }: { list: ListWithTitles }) {
  const t = useTranslations('lists');
  const [link, setLink] = useState<string | null>(null);
  const save = useListAction((body: BodyOf<typeof saveList>) => sendRequest('saveList', { body }));
  const { id, name, visibility, is_gift: isGift } = list;
  const send = (changes: Partial<BodyOf<typeof saveList>>) =>
    save.mutate(
      { id, name, visibility, is_gift: isGift, ...changes },
      {
        onSuccess: (saved, body) => {
          if (saved.link !== null || body.visibility !== 'link') setLink(saved.link);
          showToast({ text: t('saved') });
        },
      },
    );
  const path = list.path ?? link;
  return (
    <>
      {path !== null && <SharedAddress path={path} isSecret={list.path === null} />}
      <details className="fold">
        <summary>{t('settings', { visibility: t(`visibilities.${visibility}`) })}</summary>
        <SettingsForm list={list} onSave={send} isBusy={save.isPending} />
        <div className="card-actions">
          {visibility === 'link' && (
            <button type="button" className="button-plain" onClick={() => send({ renew: true })}>
              {t('renew')}
            </button>
          )}
          <RemoveList list={list} />
        </div>
      </details>
    </>
  );
}

type SettingsFormProps = {
  list: ListWithTitles;
  onSave: (changes: { name: string; visibility: ListVisibility; is_gift: boolean }) => void;
  isBusy: boolean;
};

function SettingsForm({ list, onSave, isBusy }: SettingsFormProps) {
  const t = useTranslations('lists');
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const visibility = fields.get('visibility') as ListVisibility;
    onSave({ name: String(fields.get('name')), visibility, is_gift: fields.has('gift') });
  };
  return (
    <form className="form narrow list-settings" onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-name`}>{t('name')}</label>
        <input id={`${id}-name`} name="name" required maxLength={60} defaultValue={list.name} dir="auto" />
      </div>
      <div className="field">
        <label htmlFor={`${id}-visibility`}>{t('visibility')}</label>
        <select id={`${id}-visibility`} name="visibility" defaultValue={list.visibility}>
          {LIST_VISIBILITIES.map((one) => (
            <option key={one} value={one}>
              {t(`visibilities.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <label className="check">
        <input type="checkbox" name="gift" defaultChecked={list.is_gift} />
        {t('gift')}
      </label>
      <p className="field-hint">{t('giftHint')}</p>
      <button className="button" disabled={isBusy}>
        {t('save')}
      </button>
    </form>
  );
}

/** Where others see the list; the whole text is selected on focus, for copying. */
function SharedAddress({ path, isSecret }: { path: string; isSecret: boolean }) {
  const t = useTranslations('lists');
  const id = useId();
  return (
    <div className="field narrow" role="status">
      <label htmlFor={id}>{isSecret ? t('secretLink') : t('publicLink')}</label>
      <input
        id={id}
        readOnly
        dir="ltr"
        value={location.origin + path}
        aria-describedby={isSecret ? `${id}-hint` : undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {isSecret && (
        <p className="field-hint" id={`${id}-hint`}>
          {t('secretLinkHint')}
        </p>
      )}
    </div>
  );
}

function RemoveList({ list: { id, name } }: { list: ListWithTitles }) {
  const t = useTranslations('lists');
  const navigate = useNavigate();
  const remove = useListAction(() => sendRequest('removeList', { body: { id } }));
  return (
    <ConfirmButton
      trigger={t('remove')}
      title={t('removeQuestion')}
      text={t('removeText', { name })}
      confirmLabel={t('remove')}
      cancelLabel={t('keep')}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate('/lists') })}
    />
  );
}
