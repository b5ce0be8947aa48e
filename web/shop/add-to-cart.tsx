import type { ProductRow } from '#contract/products.ts';
import { useLink, useShopWords } from './shop-context.tsx';

/** A real form that posts to the cart page; with scripts it adds in place. */
export function AddToCart({ row, vid }: { row: Pick<ProductRow, 'id' | 'title'>; vid: number }) {
  const t = useShopWords();
  const link = useLink();
  return (
    <form className="card-add" method="post" action={link('/cart')} data-island="add-to-cart">
      <input type="hidden" name="line" value={`${row.id}.${vid}`} />
      <button className="button button-quiet" aria-label={t('book.addTitle', { title: row.title })}>
        {t('book.add')}
      </button>
    </form>
  );
}
