import { useSearchParams, Link } from 'react-router';
import { useTranslations } from 'use-intl';

/** The page that the address asks for with `?page=`. */
export function useAskedPage(): number {
  const [search] = useSearchParams();
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

type PageLinksProps = { page: number; total: number; limit: number };

/** Links to the newer and the older page; nothing where all is on one. */
export function PageLinks({ page, total, limit }: PageLinksProps) {
  const t = useTranslations('customer.paging');
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1 && page === 1) return null;
  return (
    <nav className="page-links" aria-label={t('label')}>
      {page > 1 && (
        <Link className="button button-quiet" rel="prev" to={`?page=${Math.min(page - 1, pages)}`}>
          {t('previous')}
        </Link>
      )}
      <span>{t('shown', { page, pages })}</span>
      {page < pages && (
        <Link className="button button-quiet" rel="next" to={`?page=${page + 1}`}>
          {t('next')}
        </Link>
      )}
    </nav>
  );
}
