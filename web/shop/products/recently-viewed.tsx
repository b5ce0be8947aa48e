import { bookPath } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { useShopTranslations } from '../shop-context.tsx';

/** A title as a browser remembers it; `next` follows it in its series. Its address is without a language. */
export type ViewedTitle = {
  path: string;
  title: string;
  language: string;
  authors: string;
  cover: string;
  next?: ViewedTitle & { series: string };
};

/** Where the home page shows what this browser remembers; the place is kept by whether it remembers anything. */
export function RecentlyViewed() {
  const t = useShopTranslations();
  return (
    <section className="recent" data-island="recent" aria-labelledby="recent" data-next={t('home.recent.next')}>
      <header className="carousel-head">
        <h2 id="recent">{t('home.recent.title')}</h2>
        <button type="button" className="button-plain">
          {t('home.recent.forget')}
        </button>
      </header>
      <ul className="recent-titles" />
    </section>
  );
}

/** What a browser remembers of a title once its page was seen. */
export function viewedTitleOf(product: Product): ViewedTitle {
  const place = product.series_titles.findIndex(({ id }) => id === product.id);
  const next = place < 0 ? undefined : product.series_titles[place + 1];
  return {
    ...rememberedOf(product),
    ...(next && product.series && { next: { ...rememberedOf(next), series: product.series.name } }),
  };
}

function rememberedOf(row: Pick<Product, 'id' | 'slug' | 'title' | 'language' | 'authors' | 'cover'>): ViewedTitle {
  return {
    path: bookPath(row),
    title: row.title,
    language: row.language,
    authors: row.authors.map(({ name }) => name).join(', '),
    cover: row.cover,
  };
}
