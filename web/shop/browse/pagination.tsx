import { browsePath, pageOfPath, type BrowseView, type Paging } from '#contract/pages.ts';
import { serializeFilter } from '#contract/product-filter.ts';
import { formatCount, inDigitsOf } from '#domain/locale.ts';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** The paging of a list that is found by a filter. */
export function pagingOf({ filter, result }: Pick<BrowseView, 'filter' | 'result'>): Paging {
  const { page, limit } = filter;
  return { page, limit, total: result.total, isLowerBound: result.total_is_lower_bound ?? false };
}

export function lastPageOf({ total, limit }: Paging): number {
  return Math.ceil(total / limit);
}

/** Real links to the pages of a list: the first, the last, and those around the present one; `href` for a list within a page. */
export function Pagination({ paging, href: ownHref }: { paging: Paging; href?: (page: number) => string }) {
  const t = useShopTranslations();
  const pathOf = usePagePath();
  const href = ownHref ?? pathOf;
  const { locale } = usePageRequest();
  const { page: present, limit, total } = paging;
  const last = lastPageOf(paging);
  if (last <= 1) return null;
  const from = (present - 1) * limit + 1;
  const to = Math.min(present * limit, total);
  return (
    <nav className="pages" aria-label={t('browse.pages')}>
      <p>{t('browse.shown', { from, to, written: formatCount(total, locale) })}</p>
      <ul>
        {present > 1 && (
          <li>
            <a rel="prev" href={href(present - 1)}>
              {t('browse.previous')}
            </a>
          </li>
        )}
        {pagesAround(present, last).map((page) => (
          <li key={page}>
            <a
              href={href(page)}
              aria-label={t('browse.page', { page })}
              aria-current={page === present ? 'page' : undefined}
            >
              {inDigitsOf(locale, String(page))}
            </a>
          </li>
        ))}
        {present < last && (
          <li>
            <a rel="next" href={href(present + 1)}>
              {t('browse.next')}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** A list on its own address (an author's, a subject's) keeps it; others are pages of `/browse`. */
function usePagePath(): (page: number) => string {
  const link = useLocalePath();
  const { path, view } = usePageRequest();
  return (page) => link(pathOfPage({ path, view }, page));
}

/** The path of another page of the list that is shown. */
export function pathOfPage(
  { path, view }: Pick<ReturnType<typeof usePageRequest>, 'path' | 'view'>,
  page: number,
): string {
  if (view.page === 'browse' && path.split('?')[0] === '/browse')
    return browsePath(serializeFilter({ ...view.filter, page }));
  return pageOfPath(path.replace(/[?&]page=\d+$/, ''), page);
}

function pagesAround(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  return [...new Set(near)];
}
