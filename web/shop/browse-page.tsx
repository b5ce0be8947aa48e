import { browsePath } from '#contract/pages.ts';
import { SORTS } from '#contract/products.ts';
import type { BrowseHeading, ShopView } from '#contract/views.ts';
import { formatCount } from '#domain/count.ts';
import { formatSen } from '#domain/money.ts';
import { isSubject } from '#domain/subjects.ts';
import { BookCard } from './book-card.tsx';
import { FILTERS, queryOf, without } from '#contract/product-query.ts';
import { Facets } from './facets.tsx';
import { PageLinks } from './page-links.tsx';
import { useCommonWords, useLink, useRequest, useShopWords } from './shop-context.tsx';

export type BrowseView = Extract<ShopView, { page: 'browse' }>;

/** A list of titles: what it is a list of, the filters, the grid, its pages. */
export function BrowsePage({ view }: { view: BrowseView }) {
  const { result } = view;
  return (
    <div className="browse">
      <BrowseHead view={view} />
      <Facets view={view} />
      <div className="browse-results">
        <ChosenFilters view={view} />
        <SortForm view={view} />
        {result.rows.length === 0 ? <NothingFound view={view} /> : <Grid view={view} />}
        <PageLinks view={view} />
      </div>
    </div>
  );
}

function useHeading(): (heading: BrowseHeading) => string {
  const t = useShopWords();
  const common = useCommonWords();
  return (heading) => {
    if (heading.kind === 'query') return t('browse.query', { text: heading.text });
    if (heading.kind === 'subject') return isSubject(heading.code) ? common(`subjects.${heading.code}`) : heading.code;
    if (heading.kind === 'all') return t('browse.all');
    return t(`browse.${heading.kind}`, { name: heading.name });
  };
}

function BrowseHead({ view: { heading, result, filter } }: { view: BrowseView }) {
  const t = useShopWords();
  const title = useHeading()(heading);
  const { locale } = useRequest();
  const written = formatCount(result.total, locale);
  return (
    <header className="browse-head">
      <h1>{title}</h1>
      <p className="browse-count" role="status">
        {result.total_is_lower_bound
          ? t('browse.countBound', { written })
          : t('browse.count', { total: result.total, written })}
      </p>
      {result.correction && (
        <p className="notice">{t('browse.corrected', { asked: filter.q, correction: result.correction })}</p>
      )}
    </header>
  );
}

function Grid({ view: { result } }: { view: BrowseView }) {
  return (
    <ul className="grid">
      {result.rows.map((row, index) => (
        <li key={row.id}>
          <BookCard row={row} isFirst={index < 4} heading="h2" />
        </li>
      ))}
    </ul>
  );
}

/** What is filtered by, each removable on its own. */
function ChosenFilters({ view: { filter, result } }: { view: BrowseView }) {
  const t = useShopWords();
  const link = useLink();
  const labels = new Map(
    Object.values(result.facets).flatMap((facet) => facet.map((one) => [one.value, one.label] as const)),
  );
  const chosen = FILTERS.flatMap((name) =>
    (filter[name] ?? []).map((value) => ({ label: labels.get(value) ?? value, rest: without(filter, name, value) })),
  );
  if (filter.min_price !== undefined || filter.max_price !== undefined)
    chosen.push({
      label: priceLabel(filter, t('browse.price')),
      rest: { ...filter, page: 1, min_price: undefined, max_price: undefined },
    });
  if (filter.in_stock === 'true')
    chosen.push({ label: t('browse.inStock'), rest: { ...filter, page: 1, in_stock: undefined } });
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen">
      {chosen.map(({ label, rest }) => (
        <li key={label}>
          <a className="chip" href={link(browsePath(queryOf(rest)))} aria-label={t('browse.remove', { name: label })}>
            <bdi>{label}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a href={link(browsePath(queryOf({ q: filter.q })))}>{t('browse.clear')}</a>
      </li>
    </ul>
  );
}

function priceLabel(filter: BrowseView['filter'], name: string): string {
  const least = formatSen(Math.round((filter.min_price ?? 0) * 100));
  return filter.max_price === undefined
    ? `${name}: ${least} +`
    : `${name}: ${least} – ${formatSen(Math.round(filter.max_price * 100))}`;
}

function SortForm({ view: { filter } }: { view: BrowseView }) {
  const t = useShopWords();
  const link = useLink();
  const kept = [...new URLSearchParams(queryOf({ ...filter, sort: undefined, page: 1 }))];
  return (
    <form className="sort" action={link('/browse')} data-island="auto-submit">
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort">{t('browse.sort')}</label>
      <select id="sort" name="sort" defaultValue={filter.sort ?? (filter.q ? 'relevance' : 'bestselling')}>
        {SORTS.filter((sort) => filter.q || sort !== 'relevance').map((sort) => (
          <option key={sort} value={sort}>
            {t(`browse.sorts.${sort}`)}
          </option>
        ))}
      </select>
      <button className="button button-quiet needs-no-script">{t('browse.sortApply')}</button>
    </form>
  );
}

function NothingFound({ view: { filter } }: { view: BrowseView }) {
  const t = useShopWords();
  const link = useLink();
  return (
    <div className="empty">
      <h2>{t('browse.emptyTitle')}</h2>
      <p>{t('browse.emptyText')}</p>
      <p>
        <a className="button" href={link(browsePath(queryOf({ q: filter.q })))}>
          {t('browse.clear')}
        </a>{' '}
        <a className="button button-quiet" href={link('/contact')}>
          {t('browse.emptyAsk')}
        </a>
      </p>
    </div>
  );
}
