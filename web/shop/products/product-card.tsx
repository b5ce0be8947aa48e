import { Heart, Check, ChevronLeft, ChevronRight, Star } from 'lucide-react';
import { bookPath, CUSTOMER_AREA } from '#contract/pages.ts';
import type { ProductRow } from '#contract/products.ts';
import { dayInMalaysia, formatShortDate } from '#domain/dates.ts';
import { formatCount, directionOf, type Locale } from '#domain/locale.ts';
import { formatAverage } from '#domain/review.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText, Price } from '../../ui/text.tsx';
import { useCommonTranslations, useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';
import type { ReactNode } from 'react';

type ProductCardProps = { row: ProductRow; isFirst?: boolean; heading?: 'h2' | 'h3' };

/** A title in a grid: cover and title are one link, everything else stands at the same place on every card. */
export function ProductCard({ row, isFirst = false, heading: Heading = 'h3' }: ProductCardProps) {
  const link = useLocalePath();
  return (
    <article className="card">
      <a className="card-link" href={link(bookPath(row))}>
        <Cover src={row.cover} isFirst={isFirst} />
        <Heading className="card-title">
          <ForeignText text={row.title} language={row.language} />
        </Heading>
      </a>
      <p className="card-contributors">
        <ForeignText text={row.authors.map((author) => author.name).join(', ')} language={row.language} />
      </p>
      <CardDetails row={row} />
      <div className="card-actions">
        <CardAction row={row} />
        <WishButton row={row} />
      </div>
    </article>
  );
}

function CardDetails({ row }: { row: ProductRow }) {
  const t = useShopTranslations();
  const common = useCommonTranslations();
  const { locale } = usePageRequest();
  const [format] = row.formats;
  return (
    <>
      <CardPrices row={row} />
      <p className="card-format">
        {format && common(`formats.${format}`)}
        {row.variants > 1 && (
          <>
            {' '}
            <bdi dir="ltr">+{formatCount(row.variants - 1, locale)}</bdi>
          </>
        )}
        {!row.available && <span className="is-out-of-stock"> · {t('book.outOfStock')}</span>}
      </p>
      <LaterOffer offer={row.availability} />
    </>
  );
}

/** When a title leaves that is ordered ahead. */
function LaterOffer({ offer: { state, from } }: { offer: ProductRow['availability'] }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (from === null) return null;
  const date = shortDate(from, locale);
  return (
    <p className="card-format">{t(state === 'preorder' ? 'book.cardPreorder' : 'book.cardBackOrder', { date })}</p>
  );
}

function shortDate(date: string, locale: Locale): string {
  return formatShortDate(date, locale, dayInMalaysia(new Date().toISOString()));
}

/** The average of its reviews and their number. */
function CardRating({ rating }: Pick<ProductRow, 'rating'>) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (!rating) return null;
  const values = { average: formatAverage(rating.average, locale), written: formatCount(rating.count, locale) };
  return (
    <span className="card-rating">
      <span aria-hidden="true">
        <Star size={14} /> {values.average} <bdi dir="ltr">({values.written})</bdi>
      </span>
      <span className="visually-hidden">{t('reviews.rated', { ...values, count: rating.count })}</span>
    </span>
  );
}

/** Adds the format that the price is of; where that one is gone but another is not, leads to the choice. */
function CardAction({ row }: { row: ProductRow }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  if (row.vid !== null) return <AddToCartButton row={row} vid={row.vid} />;
  return (
    <a className="button button-quiet" href={link(bookPath(row))}>
      {row.available ? t('book.choose') : t('book.see')}
    </a>
  );
}

/** List price for guests, member price for members: both are there, the style sheet shows the reader's own. */
export function CardPrices({ row }: { row: Pick<ProductRow, 'price' | 'original_price' | 'rating'> }) {
  const t = useShopTranslations();
  return (
    <p className="card-prices">
      <CardRating rating={row.rating} />
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

/** A real form that leads to the wish list of the account; with scripts a toggle, for guests too. */
export function WishButton({ row }: { row: Pick<ProductRow, 'objectID' | 'title'> }) {
  const t = useShopTranslations();
  return (
    <form className="wish" action={`${CUSTOMER_AREA}/wish-list`} data-island="wish">
      <input type="hidden" name="add" value={row.objectID} />
      <button
        className="wish-button"
        aria-pressed="false"
        aria-label={t('book.addToWishList', { title: row.title })}
        data-id={row.objectID}
      >
        <Heart aria-hidden="true" size={20} />
      </button>
    </form>
  );
}

/** A real form that posts to the cart page; with scripts a toggle: pressed, the format is in the cart. */
export function AddToCartButton({ row, vid }: { row: Pick<ProductRow, 'id' | 'title'>; vid: number }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const line = `${row.id}.${vid}`;
  const add = t('book.addTitle', { title: row.title });
  return (
    <form method="post" action={link('/cart')} data-island="cart-toggle" data-line={line}>
      <input type="hidden" name="line" value={line} />
      <button
        className="button button-quiet cart-toggle"
        aria-label={add}
        data-out={add}
        data-in={t('book.inCartTitle', { title: row.title })}
      >
        <span className="when-not-in-cart">{t('book.add')}</span>
        <span className="when-in-cart">
          <Check aria-hidden="true" size={16} />
          {t('book.inCart')}
        </span>
      </button>
    </form>
  );
}

type ProductCarouselProps = {
  /** Unlike any other on the page. */
  id: string;
  title: ReactNode;
  /** The title as text, where it is none. */
  name?: string;
  /** What stands below the title. */
  text?: ReactNode;
  rows: readonly ProductRow[];
  isFirst?: boolean;
  /** The title that the page is about. */
  currentId?: number;
  /** What stands above a card. */
  noteOf?: (row: ProductRow) => string;
  children?: ReactNode;
};

/** A row of books that goes on sideways: by touch, by keyboard, by the arrows for a mouse; the keyboard can pass it. */
export function ProductCarousel(props: ProductCarouselProps) {
  const { id, title, name = String(title), text, rows, isFirst = false, currentId, noteOf, children } = props;
  const t = useShopTranslations();
  const after = `after-${id}`;
  return (
    <section className="shelf" aria-labelledby={id}>
      <header className="carousel-head">
        <h2 id={id}>{title}</h2>
        {children}
      </header>
      {text && <p className="carousel-text">{text}</p>}
      <a className="skip-carousel" href={`#${after}`}>
        {t('site.skipShelf', { name })}
      </a>
      <div className="carousel-viewport">
        <ul className="carousel-track">
          {rows.map((row) => (
            <li key={row.id} aria-current={row.id === currentId ? 'true' : undefined}>
              {noteOf && <p className="title-note">{noteOf(row)}</p>}
              <ProductCard row={row} isFirst={isFirst} />
            </li>
          ))}
        </ul>
        <CarouselArrow step={-1} />
        <CarouselArrow step={1} />
      </div>
      <span id={after} tabIndex={-1} />
    </section>
  );
}

/** For a mouse only: the keyboard and screen readers go through the books themselves. */
function CarouselArrow({ step }: { step: 1 | -1 }) {
  const isLeft = step < 0 === (directionOf(usePageRequest().locale) === 'ltr');
  const Icon = isLeft ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      className={step < 0 ? 'carousel-arrow is-before' : 'carousel-arrow is-after'}
      data-click="shelf"
      data-step={step}
      tabIndex={-1}
      aria-hidden="true"
    >
      <Icon size={24} />
    </button>
  );
}
