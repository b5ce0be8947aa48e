import { Link, Navigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';

/** The page that the address asks for with `?page=`. */
export function useAskedPage(): number {
  const [search] = useSearchParams();
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** The address of another page, with everything else that this one asks for. */
function usePageAddress(): (page: number) => string {
  const [search] = useSearchParams();
  return (page) => {
    const asked = new URLSearchParams(search);
    asked.set('page', String(page));
    return `?${asked}`;
  };
}

type PageLinksProps = {
  page: number;
  total: number;
  limit: number;
  /** The total is that of what was asked before, while this is on its way. */
  isOld: boolean;
};

/** Links to the page before and the page after; nothing where all is on one. A page past the end leads to the last. */
export function PageLinks({ page, total, limit, isOld }: PageLinksProps) {
  const t = useTranslations('area.paging');
  const address = usePageAddress();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (page > pages) return isOld ? null : <Navigate to={address(pages)} replace />;
  if (pages === 1) return null;
  return (
    <nav className="page-links" aria-label={t('label')}>
      {page > 1 && (
        <Link className="button button-quiet" rel="prev" to={address(page - 1)}>
          {t('previous')}
        </Link>
      )}
      <span>{t('shown', { page, pages })}</span>
      {page < pages && (
        <Link className="button button-quiet" rel="next" to={address(page + 1)}>
          {t('next')}
        </Link>
      )}
    </nav>
  );
}
