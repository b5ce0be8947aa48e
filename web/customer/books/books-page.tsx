import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { BoughtTitle } from '#contract/books.ts';
import { BOUGHT_SORTS, type BoughtSort } from '#contract/options.ts';
import { bookPath } from '#contract/pages.ts';
import { inDigitsOf } from '#domain/locale.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { Stars } from '../../reviews/review.tsx';
import { Cover, FIRST_COVERS } from '../../ui/cover.tsx';
import { ForeignText, NoWrapNumbers, useReaderLocale } from '../../ui/text.tsx';
import { EmptyList, LoadMoreButton } from '../page/pagination.tsx';
import { LoadingPage, PageHead } from '../page/page-head.tsx';
import { EmptyState, QueryContent } from '../page/page-states.tsx';
import { SearchField } from '../page/search-field.tsx';
import { SHOWN_AT_ONCE } from '../page/use-filter.ts';
import { useDateFormat } from '../page/use-date-format.ts';
import { useShopPath } from '../shell/locale.tsx';
import { BegunSeriesList, useBegunSeries } from './begun-series.tsx';
import { BookMessages } from './book-messages.tsx';

const PAGE_SIZE = 24;

/** The titles that the customer bought, and the series that they began; searched and sorted by the URL. */
export function Component() {
  return (
    <BookMessages fallback={<LoadingPage page="books" />}>
      <BooksPage />
    </BookMessages>
  );
}

export function BooksPage() {
  const t = useTranslations('books');
  const area = useTranslations('area');
  const { q } = useBookFilter();
  const books = useBooks();
  const series = useBegunSeries();
  // The series stand above the titles: both appear together.
  const shown = series.isPending && series.failureCount === 0 ? { ...books, data: undefined } : books;
  return (
    <div className="page">
      <PageHead page="books" />
      <QueryContent query={shown}>
        {({ pages }) => {
          const total = pages[0]?.total ?? 0;
          if (total === 0 && q === '')
            return <EmptyList title={t('empty')} text={t('emptyText')} toShop={area('wishList.toShop')} />;
          return (
            <>
              {q === '' && <BegunSeriesList items={series.data?.items ?? []} />}
              <Shelf titles={pages.flatMap(({ rows }) => rows)} total={total} />
            </>
          );
        }}
      </QueryContent>
      <LoadMoreButton query={books} label={area('wishList.more')} />
    </div>
  );
}

/** The filter of the URL, and how to change it. */
function useBookFilter() {
  const [search, setSearch] = useSearchParams();
  const q = (search.get('q') ?? '').slice(0, 100);
  const sort = BOUGHT_SORTS.find((one) => one === search.get('sort')) ?? BOUGHT_SORTS[0];
  const change = (changes: { q?: string; sort?: BoughtSort }) => {
    const next = Object.entries({ q, sort, ...changes }).filter(
      ([, value]) => value !== '' && value !== BOUGHT_SORTS[0],
    );
    setSearch(new URLSearchParams(next), { replace: true, ...SHOWN_AT_ONCE });
  };
  return { q, sort, change };
}

function useBooks() {
  const { q, sort } = useBookFilter();
  return useInfiniteQuery({
    queryKey: ['orders', 'books', { q, sort }],
    queryFn: ({ pageParam, signal }) =>
      sendRequest('listBooks', { query: { q: q || undefined, sort, after: pageParam, limit: PAGE_SIZE }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ rows }) => (rows.length === PAGE_SIZE ? rows.at(-1)!.id : undefined),
    placeholderData: keepPreviousData,
  });
}

function Shelf({ titles, total }: { titles: readonly BoughtTitle[]; total: number }) {
  const t = useTranslations('books');
  const { q, change } = useBookFilter();
  return (
    <section className="page-section" aria-label={t('title')}>
      <ShelfHead total={total} />
      {titles.length > 0 ? (
        <ul className="wishes">
          {titles.map((title, index) => (
            <li key={title.id}>
              <BookCard title={title} isFirst={index < FIRST_COVERS} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t('noResults', { text: q })}>
          <button type="button" className="button button-quiet" onClick={() => change({ q: '' })}>
            {t('showAll')}
          </button>
        </EmptyState>
      )}
    </section>
  );
}

function ShelfHead({ total }: { total: number }) {
  const t = useTranslations('books');
  const area = useTranslations('area.wishList');
  const { q, sort, change } = useBookFilter();
  return (
    <>
      <div role="search" aria-label={t('search')} className="books-search">
        <SearchField label={t('search')} value={q} onSearch={(query) => change({ q: query })} maxLength={100} />
      </div>
      <div className="list-head">
        <p role="status">{t('shown', { count: total })}</p>
        <label>
          {area('sort')}
          <select value={sort} onChange={({ target }) => change({ sort: target.value as BoughtSort })}>
            {BOUGHT_SORTS.map((one) => (
              <option key={one} value={one}>
                {t(`sorts.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  );
}

/** A bought title: its cover leads to the shop, each format to its order. */
function BookCard({ title, isFirst }: { title: BoughtTitle; isFirst: boolean }) {
  const id = `book-${title.id}`;
  return (
    <article className="wish" aria-labelledby={id}>
      <CoverAndTitle title={title} id={id} isFirst={isFirst} />
      <p className="wish-author">
        <ForeignText text={title.authors.map((author) => author.name).join(', ')} language={title.language} />
      </p>
      <SeriesNumber title={title} />
      <Copies title={title} />
      <OwnReview title={title} labelledBy={id} />
    </article>
  );
}

type CoverAndTitleProps = { title: BoughtTitle; id: string; isFirst: boolean };

function CoverAndTitle({ title, id, isFirst }: CoverAndTitleProps) {
  const shop = useShopPath();
  const face = (
    <>
      <Cover src={title.cover} isFirst={isFirst} />
      <h2 className="wish-title" id={id}>
        <ForeignText text={title.title} language={title.language} />
      </h2>
    </>
  );
  if (!title.is_listed) return <div className="wish-link">{face}</div>;
  return (
    <a className="wish-link" href={shop(bookPath(title))}>
      {face}
    </a>
  );
}

function SeriesNumber({ title: { series } }: { title: BoughtTitle }) {
  const t = useTranslations('books');
  const locale = useReaderLocale();
  if (!series?.number) return null;
  return (
    <p className="book-fact">{t('inSeries', { series: series.name, number: inDigitsOf(locale, series.number) })}</p>
  );
}

function Copies({ title: { copies } }: { title: BoughtTitle }) {
  const t = useTranslations('books');
  const common = useTranslations('common');
  const area = useTranslations('area.orders');
  const day = useDateFormat();
  return (
    <ul className="book-copies">
      {copies.map(({ format, order, bought_at: at }) => (
        <li key={format} className="book-fact">
          {t('copy', { format: common(`formats.${format}`), date: day(at) })}
          <br />
          <Link to={`/my-orders?order=${order}`}>
            <NoWrapNumbers text={area('number', { number: order })} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function OwnReview({ title, labelledBy }: { title: BoughtTitle; labelledBy: string }) {
  const t = useTranslations('books');
  if (title.own_rating === null && !title.may_review) return null;
  return (
    <p className="book-fact">
      {title.own_rating !== null && <Stars rating={title.own_rating} />}
      <Link to={`/reviews/write/${title.id}`} aria-describedby={labelledBy}>
        {title.own_rating === null ? t('review') : t('editReview')}
      </Link>
    </p>
  );
}
