import { Heart } from 'lucide-react';
import { bookPath } from '#contract/pages.ts';
import type { ProductRow } from '#contract/products.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Price } from '../ui/price.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { useCommonWords, useLink, useShopWords } from './shop-context.tsx';

type BookCardProps = { row: ProductRow; isFirst?: boolean; heading?: 'h2' | 'h3' };

/** A title in a grid: cover and title are one link, everything else stands at the same place on every card. */
export function BookCard({ row, isFirst = false, heading: Heading = 'h3' }: BookCardProps) {
  const link = useLink();
  return (
    <article className="card">
      <a className="card-link" href={link(bookPath(row))}>
        <Cover src={row.cover} isFirst={isFirst} />
        <Heading className="card-title">
          <ForeignText text={row.title} language={row.language} />
        </Heading>
      </a>
      <p className="card-author">
        <ForeignText text={row.authors.map((author) => author.name).join(', ')} language={row.language} />
      </p>
      <CardFacts row={row} />
      <div className="card-actions">
        <CardBuy row={row} />
        <WishHeart row={row} />
      </div>
    </article>
  );
}

function CardFacts({ row }: { row: ProductRow }) {
  const t = useShopWords();
  const common = useCommonWords();
  const [format] = row.formats;
  return (
    <>
      <CardPrices row={row} />
      <p className="card-format">
        {format && common(`formats.${format}`)}
        {row.variants > 1 && <bdi dir="ltr"> +{row.variants - 1}</bdi>}
        {!row.available && <span className="is-out"> · {t('book.outOfStock')}</span>}
      </p>
    </>
  );
}

/** Adds the format that the price is of; where that one is gone but another is not, leads to the choice. */
function CardBuy({ row }: { row: ProductRow }) {
  const t = useShopWords();
  const link = useLink();
  if (row.vid !== null) return <AddToCart row={row} vid={row.vid} />;
  return (
    <a className="button button-quiet" href={link(bookPath(row))}>
      {row.available ? t('book.choose') : t('book.see')}
    </a>
  );
}

/** List price for guests, member price for members: both are there, the style sheet shows the reader's own. */
function CardPrices({ row }: { row: Pick<ProductRow, 'price' | 'original_price'> }) {
  const t = useShopWords();
  return (
    <p className="card-prices">
      <span className="for-guest">
        <Price ringgit={row.original_price} />
        {row.price < row.original_price && (
          <small>
            {t('book.memberShort')} <Price ringgit={row.price} className="" />
          </small>
        )}
      </span>
      <span className="for-member">
        <Price ringgit={row.price} />
        {row.price < row.original_price && (
          <s>
            <Price ringgit={row.original_price} className="" />
          </s>
        )}
      </span>
    </p>
  );
}

/** A link to sign in that remembers the title; with scripts and signed in, a toggle. */
export function WishHeart({ row }: { row: Pick<ProductRow, 'objectID' | 'title'> }) {
  const t = useShopWords();
  return (
    <a
      className="heart"
      role="button"
      href={`/customer/wish-list?add=${row.objectID}`}
      aria-pressed="false"
      aria-label={t('book.wish', { title: row.title })}
      data-click="wish"
      data-id={row.objectID}
    >
      <Heart aria-hidden="true" size={20} />
    </a>
  );
}
