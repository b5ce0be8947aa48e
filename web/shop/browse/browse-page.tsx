import { RequestTitleForm } from './request-title-form.tsx';
import { contactPath, browsePath, SHOP_PAGES, type BrowseView } from '#contract/pages.ts';
import { FILTER_NAMES, SORTS, countFilters, serializeFilter, withoutFilter } from '#contract/product-filter.ts';
import { formatCount, formatList } from '#domain/locale.ts';
import type { Sen } from '#domain/money.ts';
import { useMoney } from '../../ui/text.tsx';
import { FIRST_COVERS } from '../../ui/cover.tsx';
import { ProductCard } from '../products/product-card.tsx';
import { Facets } from './facets.tsx';
import { headingText, isListOfItsOwn } from './heading-text.ts';
import { Breadcrumb, ListIntroduction } from './list-introduction.tsx';
import { Pagination, pagingOf } from './pagination.tsx';
import { useLocalePath, usePageRequest, useShopTranslations, useSubjectName } from '../shop-context.tsx';

/** A list of titles: what it is a list of, the filters, the grid, its pages. */
export function BrowsePage({ view }: { view: BrowseView }) {
  const { result } = view;
  return (
    <div className="browse">
      <BrowseHeader view={view} />
      <Facets view={view} />
      <div className="browse-results">
        <ListIntroduction heading={view.heading} />
        {!isListOfItsOwn(view.heading) && <ActiveFilters view={view} />}
        <SortForm view={view} />
        {result.rows.length === 0 ? <NoResults view={view} /> : <ProductGrid view={view} />}
        <Pagination paging={pagingOf(view)} />
      </div>
    </div>
  );
}

function BrowseHeader({ view: { heading, result, filter } }: { view: BrowseView }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const written = formatCount(result.total, locale);
  return (
    <header className="browse-head">
      <Breadcrumb heading={heading} />
      <h1>{headingText(heading, t, locale)}</h1>
      <p className="browse-count" role="status">
        {result.total_is_lower_bound
          ? t('browse.countBound', { written })
          : t('browse.count', { total: result.total, written })}
      </p>
      {result.correction && (
        <p className="alert">{t('browse.corrected', { asked: filter.q, correction: result.correction })}</p>
      )}
      {result.similar_isbns && (
        <p className="alert">
          {t('browse.similarIsbns', { asked: filter.q, isbns: formatList(result.similar_isbns, locale) })}
        </p>
      )}
    </header>
  );
}

function ProductGrid({ view: { result } }: { view: BrowseView }) {
  return (
    <ul className="grid">
      {result.rows.map((row, index) => (
        <li key={row.id}>
          <ProductCard row={row} isFirst={index < FIRST_COVERS} heading="h2" />
        </li>
      ))}
    </ul>
  );
}

/** What is filtered by, each removable on its own. */
function ActiveFilters({ view: { filter, result } }: { view: BrowseView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const money = useMoney();
  const subject = useSubjectName();
  const labels = new Map(
    Object.values(result.facets).flatMap((facet) => facet.map((one) => [one.value, one.label] as const)),
  );
  const chosen = FILTER_NAMES.flatMap((name) =>
    (filter[name] ?? []).map((value) => ({
      label: name === 'subject' ? subject(value) : (labels.get(value) ?? value),
      rest: withoutFilter(filter, name, value),
    })),
  );
  if (filter.min_price !== undefined || filter.max_price !== undefined)
    chosen.push({
      label: `${t('browse.price')}: ${priceRange(filter, money)}`,
      rest: { ...filter, page: 1, min_price: undefined, max_price: undefined },
    });
  if (filter.in_stock === 'true')
    chosen.push({ label: t('browse.inStock'), rest: { ...filter, page: 1, in_stock: undefined } });
  if (filter.screen_reader === 'true')
    chosen.push({ label: t('browse.screenReader'), rest: { ...filter, page: 1, screen_reader: undefined } });
  if (chosen.length === 0) return null;
  return (
    <ul className="active-filters">
      {chosen.map(({ label, rest }) => (
        <li key={label}>
          <a
            className="chip"
            data-click="filter"
            href={link(browsePath(serializeFilter(rest)))}
            aria-label={t('browse.remove', { name: label })}
          >
            <bdi>{label}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a data-click="filter" href={link(browsePath(serializeFilter({ q: filter.q })))}>
          {t('browse.clear')}
        </a>
      </li>
    </ul>
  );
}

function priceRange({ min_price, max_price }: BrowseView['filter'], money: (sen: Sen) => string): string {
  const least = money(Math.round((min_price ?? 0) * 100));
  return max_price === undefined ? `${least} +` : `${least} – ${money(Math.round(max_price * 100))}`;
}

function SortForm({ view: { filter } }: { view: BrowseView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const kept = [...new URLSearchParams(serializeFilter({ ...filter, sort: undefined, page: 1 }))];
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

function NoResults({ view: { filter, offered } }: { view: BrowseView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <>
      <div className="empty">
        <h2>{t('browse.emptyTitle')}</h2>
        <p>{t('browse.emptyText')}</p>
        <p>
          {countFilters(filter) > 0 && (
            <a className="button" data-click="filter" href={link(browsePath(serializeFilter({ q: filter.q })))}>
              {t('browse.clear')}
            </a>
          )}{' '}
          <a className="button button-quiet" href={link(filter.q ? contactPath(filter.q) : SHOP_PAGES.contact)}>
            {t('browse.emptyAsk')}
          </a>
        </p>
      </div>
      {filter.q && (
        <section className="notify" aria-labelledby="request-title">
          <h2 id="request-title">{t('requestTitle.title')}</h2>
          <RequestTitleForm words={filter.q} />
        </section>
      )}
      {offered && offered.rows.length > 0 && (
        <section aria-labelledby="offered">
          <h2 id="offered">{t(`browse.suggestions.${offered.kind}`)}</h2>
          <ul className="grid">
            {offered.rows.map((row) => (
              <li key={row.id}>
                <ProductCard row={row} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
