import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderFilter, SavedView } from '#contract/admin.ts';
import { sendRequest } from '../browser/api-client.ts';
import { ConfirmButton } from '../customer/dialogs/dialog-button.tsx';
import { FilterLink } from '../customer/page/filter-link.tsx';
import { useStaffErrorToast } from './error-toast.ts';

/** Filters of the list of orders by their names, the one that is shown marked; another filter can be given a name. */
export function SavedViews({ filter }: { filter: OrderFilter }) {
  const t = useTranslations('admin.orders.views');
  const { data } = useQuery({
    queryKey: ['saved-views'],
    queryFn: ({ signal }) => sendRequest('listSavedViews', { signal }),
  });
  const shown = searchOf(filter);
  const current = data?.rows.find((view) => searchOf(view.filter) === shown);
  if (!data || (data.rows.length === 0 && shown === '')) return null;
  return (
    <nav className="admin-views" aria-label={t('title')}>
      {data.rows.map((view) => (
        <FilterLink key={view.id} to={`?${searchOf(view.filter)}`} aria-current={view === current ? 'true' : undefined}>
          <bdi>{view.name}</bdi>
        </FilterLink>
      ))}
      {current && <RemoveView view={current} />}
      {!current && shown !== '' && <SaveView key={shown} filter={filter} />}
    </nav>
  );
}

function searchOf({ q, status }: OrderFilter): string {
  return new URLSearchParams({ ...(q && { q }), ...(status && { status }) }).toString();
}

function SaveView({ filter }: { filter: OrderFilter }) {
  const t = useTranslations('admin.orders.views');
  const [, setSearch] = useSearchParams();
  const name = useRef<HTMLInputElement>(null);
  const save = useViewMutation((view: { name: string; filter: OrderFilter }) =>
    sendRequest('saveView', { body: view }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const view = { name: name.current!.value.trim(), filter };
    if (view.name !== '') save.mutate(view, { onSuccess: () => setSearch(searchOf(filter), { replace: true }) });
  };
  return (
    <form onSubmit={submit}>
      <input ref={name} required maxLength={60} dir="auto" aria-label={t('name')} placeholder={t('name')} />
      <button className="button button-quiet" disabled={save.isPending}>
        {t('save')}
      </button>
    </form>
  );
}

function RemoveView({ view: { id, name } }: { view: SavedView }) {
  const t = useTranslations('admin.orders.views');
  const remove = useViewMutation(() => sendRequest('removeView', { body: { id } }));
  return (
    <ConfirmButton
      trigger={t('remove')}
      title={t('remove')}
      text={t('confirmRemove', { name })}
      confirmLabel={t('remove')}
      cancelLabel={t('keep')}
      onConfirm={() => remove.mutate(undefined)}
    />
  );
}

function useViewMutation<Sent>(send: (sent: Sent) => Promise<unknown>) {
  const t = useTranslations('admin.orders.views.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_many: t('too_many'), not_found: t('not_found') });
  return useMutation({
    mutationFn: send,
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries({ queryKey: ['saved-views'] }),
  });
}
