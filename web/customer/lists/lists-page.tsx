import { useQuery } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { NamedList } from '#contract/lists.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { LoadingPage, PageHead } from '../page/page-head.tsx';
import { QueryContent } from '../page/page-states.tsx';
import { ListMessages } from './list-messages.tsx';
import { NamedListPage } from './named-list-page.tsx';
import { useListAction } from './use-list-action.ts';

/** The customer's named lists, or the one of the address. */
export function Component() {
  const { id } = useParams();
  if (id !== undefined)
    return (
      <ListMessages>
        <NamedListPage key={id} id={id} />
      </ListMessages>
    );
  return (
    <ListMessages fallback={<LoadingPage page="lists" />}>
      <ListsPage />
    </ListMessages>
  );
}

export function ListsPage() {
  const t = useTranslations('lists');
  const lists = useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => sendRequest('listLists', { signal }),
  });
  return (
    <div className="page">
      <PageHead page="lists" />
      <NewListForm />
      <QueryContent query={lists}>
        {({ items }) => (
          <ul className="named-lists" aria-label={t('title')}>
            {items.map((list) => (
              <li key={list.id}>
                <ListLink list={list} />
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </div>
  );
}

function ListLink({ list: { id, name, titles, visibility, is_gift: isGift } }: { list: NamedList }) {
  const t = useTranslations('lists');
  return (
    <>
      <Link to={`/lists/${id}`}>
        <bdi dir="auto">{name}</bdi>
      </Link>
      <small>
        {t('count', { count: titles })} · {t(`visibilities.${visibility}`)}
        {isGift && ` · ${t('gifts')}`}
      </small>
    </>
  );
}

/** The name of a new list; a list begins private. */
function NewListForm() {
  const t = useTranslations('lists');
  const id = useId();
  const navigate = useNavigate();
  const { mutate, isPending } = useListAction((name: string) =>
    sendRequest('saveList', { body: { name, visibility: 'private', is_gift: false } }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name !== '') mutate(name, { onSuccess: (saved) => void navigate(`/lists/${saved.id}`) });
  };
  return (
    <form className="field narrow" onSubmit={submit}>
      <label htmlFor={id}>{t('name')}</label>
      <div className="search-field-input">
        <input id={id} name="name" required maxLength={60} autoComplete="off" dir="auto" />
        <button className="button" disabled={isPending}>
          {t('create')}
        </button>
      </div>
    </form>
  );
}
