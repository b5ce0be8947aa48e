import { ShoppingBag, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { bookPath } from '#contract/pages.ts';
import type { Product, Variant } from '#contract/products.ts';
import { addToCart } from '../../browser/cart.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Price } from '../../ui/price.tsx';
import { useNotify } from '../notices.tsx';
import { useShopPath } from '../use-shop-path.ts';

type WishCardProps = { title: { data: Product | undefined; isError: boolean }; onRemove: () => void };

/** A wished title; its place is kept while it loads, and one that is no longer sold can still be taken off. */
export function WishCard({ title: { data, isError }, onRemove }: WishCardProps) {
  const t = useTranslations('customer.wishes');
  if (data) return <WishedTitle product={data} onRemove={onRemove} />;
  return (
    <article className="wish" aria-busy={!isError}>
      <div className="wish-blank">{isError && <p>{t('gone')}</p>}</div>
      {isError && <Remove label={t('removeGone')} onRemove={onRemove} />}
    </article>
  );
}

function WishedTitle({ product, onRemove }: { product: Product; onRemove: () => void }) {
  const t = useTranslations('customer.wishes');
  const shop = useShopPath();
  const offer = cheapestInStock(product.variants);
  return (
    <article className="wish">
      <a className="wish-link" href={shop(bookPath(product))}>
        <Cover src={product.cover} />
        <h2 className="wish-title">
          <ForeignText text={product.title} language={product.language} />
        </h2>
      </a>
      <p className="wish-author">
        <ForeignText text={product.authors.map((author) => author.name).join(', ')} language={product.language} />
      </p>
      <Prices price={offer?.price ?? product.price} listPrice={offer?.original_price ?? product.original_price} />
      {offer ? <Add product={product} offer={offer} /> : <p className="wish-out">{t('out')}</p>}
      <Remove label={t('remove', { title: product.title })} onRemove={onRemove} />
    </article>
  );
}

function Prices({ price, listPrice }: { price: number; listPrice: number }) {
  return (
    <p className="wish-prices">
      <Price ringgit={price} />
      {price < listPrice && (
        <s>
          <Price ringgit={listPrice} className="" />
        </s>
      )}
    </p>
  );
}

function Add({ product, offer }: { product: Product; offer: Variant }) {
  const t = useTranslations('customer.wishes');
  const common = useTranslations('common');
  const cart = useTranslations('cart');
  const notify = useNotify();
  const add = () => {
    addToCart({ id: product.id, vid: offer.id, qty: 1 });
    notify({ text: cart('added', { title: product.title }) });
  };
  return (
    <>
      <p className="wish-format">{common(`formats.${offer.format}`)}</p>
      <button
        type="button"
        className="button button-quiet"
        onClick={add}
        aria-label={t('addTitle', { title: product.title })}
      >
        <ShoppingBag aria-hidden="true" size={16} />
        {t('add')}
      </button>
    </>
  );
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className="wish-remove" onClick={onRemove} aria-label={label}>
      <X aria-hidden="true" size={18} />
    </button>
  );
}

function cheapestInStock(variants: readonly Variant[]): Variant | undefined {
  return variants.filter((one) => one.is_sold && one.stock > 0).toSorted((a, b) => a.price - b.price)[0];
}
