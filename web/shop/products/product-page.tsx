import { CUSTOMER_AREA, seriesPath, type BookView } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { inDigitsOf } from '#domain/locale.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/text.tsx';
import { WishButton } from './product-card.tsx';
import { AccessibilityFacts } from './accessibility-facts.tsx';
import { BuyBar, BuyForm } from './buy-form.tsx';
import { Biographies, Contributors } from './contributors.tsx';
import { LookInsideLink } from './look-inside.tsx';
import { NotifyForm } from './notify-form.tsx';
import { OtherEditions } from './other-editions.tsx';
import { ProductDetails } from './product-details.tsx';
import { Recommendations, SeriesTitles } from './related-titles.tsx';
import { RatingLink, Reviews } from './reviews.tsx';
import { Share } from './share.tsx';
import { splitText } from './split-text.ts';
import { viewedTitleOf } from './recently-viewed.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** A title: what it is, what it costs in which format, and everything that helps to decide. */
export function ProductPage({ view }: { view: BookView }) {
  const { product } = view;
  return (
    <article data-viewed-title={JSON.stringify(viewedTitleOf(product))}>
      <div className="book-main">
        <div className="book-cover">
          <Cover src={product.cover} isFirst size="large" />
          <LookInsideLink view={view} />
        </div>
        <ProductTitle product={product} />
        <div className="book-buy">
          <BuyForm product={product} />
          <NotifyForm product={product} />
          <Share />
        </div>
        <div className="book-texts">
          <Description product={product} />
          <Biographies product={product} />
          <ProductDetails product={product} />
          <AccessibilityFacts product={product} />
        </div>
      </div>
      <OtherEditions product={product} />
      <SeriesTitles product={product} />
      <Reviews view={view} />
      <Recommendations product={product} />
      <BuyBar product={product} />
    </article>
  );
}

/** What the wish button says of a member's lists, `{title}` and `{list}` to be filled in, and where they are. */
export type ListMessages = {
  change: string;
  moveTitle: string;
  move: string;
  moved: string;
  see: { label: string; href: string };
};

function useListMessages(): ListMessages {
  const t = useShopTranslations();
  return {
    change: t('wishList.changeList'),
    moveTitle: t('wishList.moveTitle', { title: '{title}' }),
    move: t('wishList.move'),
    moved: t('wishList.moved', { title: '{title}', list: '{list}' }),
    see: { label: t('wishList.seeList'), href: `${CUSTOMER_AREA}/lists` },
  };
}

function ProductTitle({ product }: { product: Product }) {
  const lists = useListMessages();
  return (
    <header className="book-title" data-lists={JSON.stringify(lists)}>
      <h1>
        <ForeignText text={product.title} language={product.language} />
      </h1>
      {product.subtitle && (
        <p className="book-subtitle">
          <ForeignText text={product.subtitle} language={product.language} />
        </p>
      )}
      <Contributors product={product} />
      <SeriesPlaces product={product} />
      <RatingLink product={product} />
      <WishButton row={product} />
    </header>
  );
}

/** Every series that the title belongs to, each with its number there. */
function SeriesPlaces({ product }: { product: Product }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const link = useLocalePath();
  const places = [...(product.series ? [product.series] : []), ...product.more_series];
  return places.map((place) => (
    <p key={place.slug}>
      <a href={link(seriesPath(place))}>
        {place.number
          ? t('book.inSeries', { number: inDigitsOf(locale, place.number), series: place.name })
          : t('book.ofSeries', { series: place.name })}
      </a>
    </p>
  ));
}

/** A longer text shows its beginning; the rest unfolds. */
function Description({ product }: { product: Product }) {
  const t = useShopTranslations();
  if (!product.description) return null;
  const [beginning, rest] = splitText(product.description);
  return (
    <section className="about">
      <h2>{t('book.about')}</h2>
      <p lang={product.language} dir="auto">
        {beginning}
      </p>
      {rest && (
        <details className="fold">
          <summary>{t('book.readMore')}</summary>
          <p lang={product.language} dir="auto">
            {rest}
          </p>
        </details>
      )}
    </section>
  );
}
