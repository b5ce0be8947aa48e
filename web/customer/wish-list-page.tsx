import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { getProduct } from '#contract/products.ts';
import { call } from '../browser/client.ts';
import { Empty, Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { useShopPath } from './use-shop-path.ts';
import { useAddFromAddress, useToggleWish, useWishes } from './wish-list/use-wishes.ts';
import { WishCard } from './wish-list/wish-card.tsx';

const AT_ONCE = 24;

/** The wished titles, newest first; `?add=ID` puts a title on the list on arrival. */
export function Component() {
  const t = useTranslations('customer.wishes');
  const wishes = useWishes();
  useAddFromAddress(wishes.data?.items);
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <Loaded query={wishes}>{({ items }) => (items.length > 0 ? <Wishes ids={items} /> : <NoWishes />)}</Loaded>
    </div>
  );
}

function NoWishes() {
  const t = useTranslations('customer.wishes');
  const shop = useShopPath();
  return (
    <Empty title={t('empty')} text={t('emptyText')}>
      <a className="button" href={shop('/browse')}>
        {t('toShop')}
      </a>
    </Empty>
  );
}

function Wishes({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('customer.wishes');
  const [count, setCount] = useState(AT_ONCE);
  const shown = ids.slice(0, count);
  const titles = useTitles(shown);
  const toggle = useToggleWish();
  const list = useRef<HTMLUListElement>(null);
  const remove = (id: string) => {
    toggle.mutate(id);
    list.current?.focus();
  };
  return (
    <>
      <ul className="wishes" ref={list} tabIndex={-1} aria-label={t('title')}>
        {shown.map((id, index) => (
          <li key={id}>
            <WishCard title={titles[index]!} onRemove={() => remove(id)} />
          </li>
        ))}
      </ul>
      {ids.length > count && (
        <button type="button" className="button button-quiet" onClick={() => setCount(count + AT_ONCE)}>
          {t('more')}
        </button>
      )}
    </>
  );
}

function useTitles(ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['product', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(getProduct, { params: { id }, signal }),
      staleTime: 60_000,
    })),
  });
}
