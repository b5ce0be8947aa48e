import { Search } from 'lucide-react';
import { useLink, useShopWords } from './shop-context.tsx';

/** The search form; the islands add suggestions below the field. */
export function SearchBox({ id, q = '' }: { id: string; q?: string }) {
  const t = useShopWords();
  const link = useLink();
  return (
    <form className="search" role="search" action={link('/browse')}>
      <label className="visually-hidden" htmlFor={id}>
        {t('site.search')}
      </label>
      <div className="search-field">
        <input
          id={id}
          name="q"
          type="search"
          defaultValue={q}
          placeholder={t('site.searchLabel')}
          maxLength={200}
          enterKeyHint="search"
          data-island="suggest"
          data-author={t('browse.author_facet')}
          data-subject={t('browse.subject')}
          data-series={t('book.inSeriesKind')}
        />
        <button className="search-button" aria-label={t('site.searchButton')}>
          <Search aria-hidden="true" size={20} />
        </button>
      </div>
    </form>
  );
}
