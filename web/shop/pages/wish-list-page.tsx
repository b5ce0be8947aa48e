import type { ShopView } from '#contract/pages.ts';
import { ProductCard } from '../products/product-card.tsx';
import { useLocalePath, useShopTranslations, useSignInPath } from '../shop-context.tsx';

type WishListView = Extract<ShopView, { page: 'wishList' }>;

/** A guest's wish list. A title taken off stays in sight until the page is left, so that it can be put back. */
export function WishListPage({ view: { ids, rows } }: { view: WishListView }) {
  const t = useShopTranslations();
  const signIn = useSignInPath();
  return (
    <section className="wish-list-page" data-island="wish-list" data-ids={ids.join('.')}>
      <h1>{t('site.wishList')}</h1>
      <p className="alert">
        {t('wishList.localHint')} <a href={signIn}>{t('wishList.signIn')}</a>
      </p>
      {rows.length === 0 ? <EmptyWishList /> : <WishListGrid rows={rows} />}
    </section>
  );
}

function WishListGrid({ rows }: Pick<WishListView, 'rows'>) {
  return (
    <ul className="grid">
      {rows.map((row) => (
        <li key={row.id}>
          <ProductCard row={row} heading="h2" />
        </li>
      ))}
    </ul>
  );
}

function EmptyWishList() {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <div className="empty">
      <p>{t('wishList.empty')}</p>
      <a className="button" href={link('/browse')}>
        {t('site.browse')}
      </a>
    </div>
  );
}
