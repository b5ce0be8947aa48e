import { browsePath } from '#contract/pages.ts';
import type { BrowseView } from './browse-page.tsx';
import { queryOf } from '#contract/product-query.ts';
import { formatCount } from '#domain/count.ts';
import { useLink, useRequest, useShopWords } from './shop-context.tsx';

/** Real links to the pages of a list: the first, the last, and those around the present one. */
export function PageLinks({ view: { filter, result } }: { view: BrowseView }) {
  const t = useShopWords();
  const href = usePageAddress(filter);
  const { locale } = useRequest();
  const last = Math.ceil(result.total / filter.limit);
  if (last <= 1) return null;
  const from = (filter.page - 1) * filter.limit + 1;
  const to = Math.min(filter.page * filter.limit, result.total);
  return (
    <nav className="pages" aria-label={t('browse.pages')}>
      <p>{t('browse.shown', { from, to, written: formatCount(result.total, locale) })}</p>
      <ul>
        {filter.page > 1 && (
          <li>
            <a rel="prev" href={href(filter.page - 1)}>
              {t('browse.previous')}
            </a>
          </li>
        )}
        {pagesAround(filter.page, last).map((page) => (
          <li key={page}>
            <a
              href={href(page)}
              aria-label={t('browse.page', { page })}
              aria-current={page === filter.page ? 'page' : undefined}
            >
              {page}
            </a>
          </li>
        ))}
        {filter.page < last && (
          <li>
            <a rel="next" href={href(filter.page + 1)}>
              {t('browse.next')}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** A list on its own address (an author's, a subject's) keeps it; others are pages of `/browse`. */
function usePageAddress(filter: BrowseView['filter']): (page: number) => string {
  const link = useLink();
  const { path } = useRequest();
  const [base = ''] = path.split('?');
  if (base === '/browse') return (page) => link(browsePath(queryOf({ ...filter, page })));
  return (page) => link(page > 1 ? `${base}?page=${page}` : base);
}

function pagesAround(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  return [...new Set(near)];
}
