import type { Product, ProductRow } from '#contract/products.ts';
import { nearestSubject } from '#domain/catalogue/subject.ts';
import { inDigitsOf } from '#domain/locale.ts';
import { ProductCarousel } from './product-card.tsx';
import { useLocalePath, usePageRequest, useShopTranslations, useSubjectName } from '../shop-context.tsx';

/** The series in order, with the volumes that are not in the cart yet as one press. */
export function SeriesTitles({ product }: { product: Product }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const { series, series_titles: titles } = product;
  if (!series || titles.length < 2) return null;
  const numberOf = (row: ProductRow) => (row.series?.slug === series.slug ? row.series.number : null);
  return (
    <ProductCarousel
      id="series"
      title={t('book.seriesTitle', { series: series.name })}
      rows={titles}
      currentId={product.id}
      noteOf={(row) => {
        const number = numberOf(row);
        return number === null ? '' : t('lists.volume', { number: inDigitsOf(locale, number) });
      }}
    >
      <AddMissingVolumes titles={titles} />
    </ProductCarousel>
  );
}

/** A real form; with scripts an island adds what is missing and shows the cart. */
function AddMissingVolumes({ titles }: { titles: readonly ProductRow[] }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const lines = titles.flatMap(({ id, vid }) => (vid === null ? [] : [`${id}.${vid}`]));
  if (lines.length < 2) return null;
  return (
    <form method="post" action={link('/cart')} data-island="add-missing">
      {lines.map((line) => (
        <input key={line} type="hidden" name="missing" value={line} />
      ))}
      <button className="button button-quiet">{t('book.missing')}</button>
    </form>
  );
}

/** What else to read, each with its reason: what others bought, and what is alike. */
export function Recommendations({ product }: { product: Product }) {
  const t = useShopTranslations();
  const subjectName = useSubjectName();
  const { also_bought: alsoBought, related } = product;
  const shown = new Set(alsoBought.map(({ id }) => id));
  const alike = related.filter(({ id }) => !shown.has(id));
  const subject = nearestSubject(product.subjects[0]?.code ?? '');
  const authors = new Set(product.authors.map(({ slug }) => slug));
  const reasonOf = (row: ProductRow) => {
    if (row.authors.some(({ slug }) => authors.has(slug))) return t('book.sameAuthor');
    return subject === undefined ? '' : subjectName(subject);
  };
  return (
    <>
      {alsoBought.length > 0 && (
        <ProductCarousel
          id="also-bought"
          title={t('book.alsoBought')}
          text={t('book.alsoBoughtText')}
          rows={alsoBought}
        />
      )}
      {alike.length > 0 && <ProductCarousel id="related" title={t('book.related')} rows={alike} noteOf={reasonOf} />}
    </>
  );
}
