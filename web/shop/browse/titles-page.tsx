import type { ListedTitle, TitlesHeading, TitlesView } from '#contract/pages.ts';
import { formatDate } from '#domain/dates.ts';
import { formatCount, inDigitsOf } from '#domain/locale.ts';
import { FIRST_COVERS } from '../../ui/cover.tsx';
import { ProductCard } from '../products/product-card.tsx';
import { usePageRequest, useShopTranslations } from '../shop-context.tsx';
import { headingText } from './heading-text.ts';
import { Breadcrumb, ListIntroduction } from './list-introduction.tsx';
import { Pagination } from './pagination.tsx';

/** A list of titles in an order of its own, each with what the order is by. */
export function TitlesPage({ view }: { view: TitlesView }) {
  const { heading, titles, paging } = view;
  return (
    <div className="titles-page">
      <TitlesHeader view={view} />
      <ListIntroduction heading={heading} />
      {titles.length === 0 ? <NoTitles view={view} /> : <Titles titles={titles} />}
      <Pagination paging={paging} />
    </div>
  );
}

function TitlesHeader({ view: { heading, paging } }: { view: TitlesView }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const { total, isLowerBound } = paging;
  const written = formatCount(total, locale);
  return (
    <header className="browse-head">
      <Breadcrumb heading={heading} />
      <h1>{headingText(heading, t, locale)}</h1>
      {isDated(heading) && <p>{t(`lists.${heading.kind}Text`)}</p>}
      <p className="browse-count">
        {isLowerBound ? t('browse.countBound', { written }) : t('browse.count', { total, written })}
      </p>
    </header>
  );
}

function isDated(heading: TitlesHeading): heading is { kind: 'new' | 'forthcoming' } {
  return heading.kind === 'new' || heading.kind === 'forthcoming';
}

function Titles({ titles }: { titles: readonly ListedTitle[] }) {
  return (
    <ol className="grid">
      {titles.map((title, index) => (
        <li key={title.row.id}>
          <Note {...title} />
          <ProductCard row={title.row} isFirst={index < FIRST_COVERS} heading="h2" />
        </li>
      ))}
    </ol>
  );
}

/** The number of a volume, or the date of a title. */
function Note({ number, published }: ListedTitle) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (published) return <p className="title-note">{formatDate(published, locale)}</p>;
  if (!number) return null;
  return <p className="title-note">{t('lists.volume', { number: inDigitsOf(locale, number) })}</p>;
}

function NoTitles({ view: { offered } }: { view: TitlesView }) {
  const t = useShopTranslations();
  return (
    <section className="shelf" aria-labelledby="offered">
      <h2 id="offered">{t('browse.suggestions.bestselling')}</h2>
      <ul className="grid">
        {offered.map((row) => (
          <li key={row.id}>
            <ProductCard row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
