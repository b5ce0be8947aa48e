import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { BegunSeries } from '#contract/books.ts';
import { bookPath, seriesPath } from '#contract/pages.ts';
import { inDigitsOf } from '#domain/locale.ts';
import { addToCart } from '../../browser/cart.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText, Price, useReaderLocale } from '../../ui/text.tsx';
import { OfferNote } from '../page/offer-note.tsx';
import { useShopPath } from '../shell/locale.tsx';
import { showToast } from '../shell/toasts.tsx';

/** The series that the customer began. */
export function useBegunSeries() {
  return useQuery({
    queryKey: ['orders', 'series'],
    queryFn: ({ signal }) => sendRequest('listSeries', { signal }),
  });
}

/** Begun series with their progress and next volumes; nothing without one. */
export function BegunSeriesList({ items }: { items: readonly BegunSeries[] }) {
  const t = useTranslations('books');
  if (items.length === 0) return null;
  return (
    <section className="page-section" aria-labelledby="begun-series">
      <h2 id="begun-series">{t('series')}</h2>
      <ul className="begun-series">
        {items.map((series) => (
          <li key={series.slug}>
            <SeriesShelf series={series} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SeriesShelf({ series }: { series: BegunSeries }) {
  const t = useTranslations('books');
  const shop = useShopPath();
  const owned = series.volumes.filter((volume) => volume.is_owned).length;
  const total = series.volumes.length;
  return (
    <article className="begun" aria-labelledby={`series-${series.slug}`}>
      <header>
        <h3 id={`series-${series.slug}`}>
          <a href={shop(seriesPath(series))}>
            <bdi dir="auto">{series.name}</bdi>
          </a>
        </h3>
        <p>{t('progress', { owned, total })}</p>
      </header>
      <Volumes volumes={series.volumes} />
      {series.next ? (
        <NextVolume next={series.next} />
      ) : (
        <p className="book-fact">{owned === total ? t('complete') : t('forthcoming')}</p>
      )}
    </article>
  );
}

/** A mark for each volume, filled where the customer has it. */
function Volumes({ volumes }: { volumes: BegunSeries['volumes'] }) {
  const t = useTranslations('books');
  const locale = useReaderLocale();
  return (
    <ol className="volumes">
      {volumes.map(({ number, is_owned: isOwned }) => {
        const shown = inDigitsOf(locale, number);
        return (
          <li key={number} className={isOwned ? 'is-owned' : undefined}>
            <span aria-hidden="true">{shown}</span>
            <span className="visually-hidden">
              {isOwned ? t('owned', { number: shown }) : t('missing', { number: shown })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function NextVolume({ next }: { next: NonNullable<BegunSeries['next']> }) {
  const t = useTranslations('books');
  const common = useTranslations('common');
  const locale = useReaderLocale();
  const shop = useShopPath();
  const { id, vid, title } = next;
  const buy = () => {
    addToCart({ id, vid: vid!, qty: 1 });
    showToast({ text: common('addedToCart', { title }) });
  };
  return (
    <div className="next-volume">
      <Cover src={next.cover} size="small" />
      <div>
        <p className="book-fact">{t('next', { number: inDigitsOf(locale, next.number) })}</p>
        <a href={shop(bookPath(next))}>
          <b>
            <ForeignText text={title} language={next.language} />
          </b>
        </a>
        <Price ringgit={next.price} />
        {(vid !== null || !next.available) && <OfferNote offer={next.availability} />}
        {vid !== null && (
          <button type="button" className="button button-quiet" onClick={buy} aria-label={t('buyTitle', { title })}>
            {t('buy')}
          </button>
        )}
      </div>
    </div>
  );
}
