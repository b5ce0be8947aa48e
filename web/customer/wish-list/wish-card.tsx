import ShoppingBag from 'lucide-react/icons/shopping-bag';
import TrendingDown from 'lucide-react/icons/trending-down';
import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import { bookPath } from '#contract/pages.ts';
import type { WishedTitle, listWishedTitles } from '#contract/account.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { senFromRinggit } from '#domain/money.ts';
import { isLowStock } from '#domain/catalogue/product.ts';
import { addToCart } from '../../browser/cart.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText, Price, useMoney } from '../../ui/text.tsx';
import { OfferNote } from '../page/offer-note.tsx';
import { showToast, useErrorToast } from '../shell/toasts.tsx';
import { useShopPath } from '../shell/locale.tsx';
import {
  useMutation,
  useMutationState,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { sendRequest } from '../../browser/api-client.ts';

/** Removes the product from the list; returns `false` while that is pending already. */
type Remove = () => boolean;
type WishCardProps = { title: WishedTitle; heading: 'h2' | 'h3'; isFirst?: boolean; onRemove: Remove };

/** A product of the wish list with its current price, stock and a button to move it to the cart. */
export function WishCard({ title, heading, isFirst = false, onRemove }: WishCardProps) {
  const t = useTranslations('area.wishList');
  return (
    <article className="wish">
      <CoverAndTitle title={title} heading={heading} isFirst={isFirst} />
      <p className="wish-author">
        <ForeignText text={title.authors.map((author) => author.name).join(', ')} language={title.language} />
      </p>
      {title.is_listed ? (
        <>
          <OfferDetails title={title} onMove={onRemove} />
          <PriceAlert title={title} />
        </>
      ) : (
        <p className="wish-unavailable">{t('unavailable')}</p>
      )}
      <button type="button" className="wish-remove" onClick={onRemove} aria-label={t('remove', { title: title.title })}>
        <X aria-hidden="true" size={18} />
      </button>
    </article>
  );
}

/** Cover and title link to the product while it is listed. */
type CoverAndTitleProps = Required<Pick<WishCardProps, 'title' | 'heading' | 'isFirst'>>;

function CoverAndTitle({ title, heading: Heading, isFirst }: CoverAndTitleProps) {
  const shop = useShopPath();
  const face = (
    <>
      <Cover src={title.cover} isFirst={isFirst} />
      <Heading className="wish-title">
        <ForeignText text={title.title} language={title.language} />
      </Heading>
    </>
  );
  if (!title.is_listed) return <div className="wish-link is-gone">{face}</div>;
  return (
    <a className="wish-link" href={shop(bookPath(title))}>
      {face}
    </a>
  );
}

function OfferDetails({ title, onMove }: { title: WishedTitle; onMove: Remove }) {
  const t = useTranslations('area.wishList');
  const money = useMoney();
  const { offer } = title;
  const { price, original_price } = offer ?? title;
  return (
    <>
      <p className="wish-prices">
        <Price ringgit={price} />
        {price < original_price && (
          <s>
            <Price ringgit={original_price} className="" />
          </s>
        )}
      </p>
      {title.drop > 0 && (
        <p className="wish-price-drop">
          <TrendingDown aria-hidden="true" size={16} />
          {t('priceDrop', { amount: money(senFromRinggit(title.drop)) })}
        </p>
      )}
      {offer ? (
        <MoveToCartButton title={title} offer={offer} onRemove={onMove} />
      ) : (
        <OfferNote offer={title.availability} />
      )}
    </>
  );
}

/** Turns the emails about lower prices on and off; what was pressed shows until the list is read again. */
function PriceAlert({ title: { objectID, title, price_alert } }: { title: WishedTitle }) {
  const t = useTranslations('area.wishList');
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (on: boolean) => sendRequest('setPriceAlert', { body: { objectID, on } }),
    networkMode: 'always',
    onError: showErrorToast,
    onSettled: () => invalidateWishes(queries),
  });
  return (
    <label className="check wish-alert">
      <input
        type="checkbox"
        checked={isPending ? variables : price_alert}
        aria-label={t('priceAlertTitle', { title })}
        onChange={({ target }) => mutate(target.checked)}
      />
      {t('priceAlert')}
    </label>
  );
}

type MoveToCartButtonProps = { title: WishedTitle; offer: NonNullable<WishedTitle['offer']>; onRemove: Remove };

function MoveToCartButton({ title, offer, onRemove }: MoveToCartButtonProps) {
  const t = useTranslations('area.wishList');
  const common = useTranslations('common');
  const move = () => {
    if (!onRemove()) return;
    addToCart({ id: title.id, vid: offer.vid, qty: 1 });
    showToast({ text: common('addedToCart', { title: title.title }) });
  };
  return (
    <>
      <p className="wish-format">
        {common(`formats.${offer.format}`)}
        {offer.stock > 0 && ` · ${isLowStock(offer.stock) ? common('onlyLeft', { count: offer.stock }) : t('inStock')}`}
      </p>
      <OfferNote offer={offer.availability} />
      <button
        type="button"
        className="button button-quiet"
        onClick={move}
        aria-label={t('moveTitle', { title: title.title })}
      >
        <ShoppingBag aria-hidden="true" size={16} />
        {t('move')}
      </button>
    </>
  );
}

const TOGGLE_KEY = 'toggle-wish';

type WishedTitles = InfiniteData<ResponseOf<typeof listWishedTitles>>;

/** The ids of the products being removed: hidden at once, and shown again on an error. */
export function usePendingRemovals(): string[] {
  return useMutationState({
    filters: { mutationKey: [TOGGLE_KEY], status: 'pending' },
    select: ({ state }) => state.variables as string,
  });
}

/**
 * Adds or removes a product; an error shows a toast. Returns whether it does so: not while a request for the product is
 * pending, so that a double click acts once.
 */
export function useToggleWish(): (objectID: string) => boolean {
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const { mutate } = useMutation({
    mutationKey: [TOGGLE_KEY],
    mutationFn: (objectID: string) => sendRequest('toggleWish', { body: { objectID } }),
    networkMode: 'always',
    onSuccess: async ({ wished }, objectID) => {
      if (!wished) removeFromCache(queries, objectID);
      await invalidateWishes(queries);
    },
    onError: (error) => {
      void invalidateWishes(queries);
      showErrorToast(error);
    },
  });
  return (objectID) => {
    const isOnItsWay = queries.isMutating({
      mutationKey: [TOGGLE_KEY],
      predicate: ({ state }) => state.variables === objectID,
    });
    if (!isOnItsWay) mutate(objectID);
    return !isOnItsWay;
  };
}

function invalidateWishes(queries: QueryClient): Promise<unknown> {
  return Promise.all([['wishes'], ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Removes the product from the cache, in case refetching fails. */
function removeFromCache(queries: QueryClient, objectID: string): void {
  queries.setQueriesData<WishedTitles>(
    { queryKey: ['wishes', 'titles'] },
    (data) => data && withoutWish(data, objectID),
  );
  queries.setQueriesData<Dashboard>(
    { queryKey: ['dashboard'] },
    (data) => data && { ...data, price_drops: data.price_drops.filter((title) => title.objectID !== objectID) },
  );
}

/** Loaded pages without a product. */
export function withoutWish(data: WishedTitles, objectID: string): WishedTitles {
  const isListed = data.pages.some(({ rows }) => rows.some((row) => row.objectID === objectID));
  const pages = data.pages.map((page) => ({
    ...page,
    total: page.total - (isListed ? 1 : 0),
    rows: page.rows.filter((row) => row.objectID !== objectID),
  }));
  return { ...data, pages };
}
