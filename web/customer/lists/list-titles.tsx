import { useQuery } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedTitle } from '#contract/lists.ts';
import { bookPath } from '#contract/pages.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText, Price } from '../../ui/text.tsx';
import { OfferNote } from '../page/offer-note.tsx';
import { useShopPath } from '../shell/locale.tsx';
import { useListAction, type ListWithTitles } from './use-list-action.ts';

type Move = { product_id: number; from: string | null; to: string | null };

function useMoveTitle() {
  return useListAction((body: Move) => sendRequest('moveListTitle', { body }));
}

const MAX_OFFERED = 100;

/** Moves a title of the wish list to this one; nothing while the wish list is empty. */
export function AddWishForm({ list }: { list: ListWithTitles }) {
  const t = useTranslations('lists');
  const id = useId();
  const { data } = useQuery({
    queryKey: ['wishes', 'offered'],
    queryFn: ({ signal }) => sendRequest('listWishedTitles', { query: { limit: MAX_OFFERED, sort: 'title' }, signal }),
  });
  const move = useMoveTitle();
  if (!data || data.rows.length === 0) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = Number(new FormData(event.currentTarget).get('product'));
    move.mutate({ product_id: chosen, from: null, to: list.id });
  };
  return (
    <form className="field narrow" onSubmit={submit}>
      <label htmlFor={id}>{t('fromWishList')}</label>
      <div className="search-field-input">
        <select id={id} name="product">
          {data.rows.map((row) => (
            <option key={row.id} value={row.id}>
              {row.title}
            </option>
          ))}
        </select>
        <button className="button button-quiet" disabled={move.isPending}>
          {t('add')}
        </button>
      </div>
    </form>
  );
}

type TitleProps = { list: ListWithTitles; title: ListedTitle };

/** A title of a list with its note, and where it can go. */
export function ListTitle({ list, title }: TitleProps) {
  const t = useTranslations('lists');
  const area = useTranslations('area.wishList');
  const remove = useListAction(() => sendRequest('removeListTitle', { body: { id: list.id, product_id: title.id } }));
  const heading = `list-title-${title.id}`;
  return (
    <article className="list-title" aria-labelledby={heading}>
      <Cover src={title.cover} size="small" />
      <div>
        <h2 id={heading}>
          <TitleLink title={title} />
        </h2>
        <p className="wish-author">
          <ForeignText text={title.authors.map((author) => author.name).join(', ')} language={title.language} />
        </p>
        {title.is_listed ? (
          <>
            <Price ringgit={title.price} />
            {(title.vid !== null || !title.available) && <OfferNote offer={title.availability} />}
          </>
        ) : (
          <p className="wish-unavailable">{area('unavailable')}</p>
        )}
        <Note list={list} title={title} />
        <div className="card-actions">
          <MoveTo list={list} title={title} />
          <button
            type="button"
            className="button-plain"
            aria-describedby={heading}
            onClick={() => remove.mutate(undefined)}
          >
            {t('takeOff')}
          </button>
        </div>
      </div>
    </article>
  );
}

function TitleLink({ title }: { title: ListedTitle }) {
  const shop = useShopPath();
  const text = <ForeignText text={title.title} language={title.language} />;
  return title.is_listed ? <a href={shop(bookPath(title))}>{text}</a> : text;
}

/** Saved when it is left. */
function Note({ list, title: { id, title, note } }: TitleProps) {
  const t = useTranslations('lists');
  const save = useListAction((text: string) =>
    sendRequest('saveListTitle', { body: { id: list.id, product_id: id, note: text } }),
  );
  return (
    <input
      className="list-note"
      aria-label={t('noteOf', { title })}
      placeholder={t('note')}
      defaultValue={note}
      maxLength={300}
      dir="auto"
      onBlur={({ currentTarget: { value } }) => value.trim() !== note && save.mutate(value)}
    />
  );
}

function MoveTo({ list, title }: TitleProps) {
  const t = useTranslations('lists');
  const area = useTranslations('area.menu');
  const { data } = useQuery({ queryKey: ['lists'], queryFn: ({ signal }) => sendRequest('listLists', { signal }) });
  const move = useMoveTitle();
  const others = (data?.items ?? []).filter(({ id }) => id !== list.id);
  return (
    <select
      aria-label={t('moveTitle', { title: title.title })}
      value=""
      onChange={({ target: { value } }) =>
        move.mutate({ product_id: title.id, from: list.id, to: value === 'wishes' ? null : value })
      }
    >
      <option value="" disabled>
        {t('move')}
      </option>
      <option value="wishes">{area('wishList')}</option>
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
