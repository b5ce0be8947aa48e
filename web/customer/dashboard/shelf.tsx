import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { BegunSeries, BoughtTitle } from '#contract/books.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { bookPath } from '#contract/pages.ts';
import { inDigitsOf } from '#domain/locale.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText, Price, useReaderLocale } from '../../ui/text.tsx';
import { useShopPath } from '../shell/locale.tsx';

/** The titles that were bought last, and the next volumes of the series that were begun. */
export function Shelf({ dashboard: { shelf, series } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard.shelf');
  if (shelf.length === 0) return null;
  return (
    <section className="page-section" aria-labelledby="shelf">
      <div className="page-section-head">
        <h2 id="shelf">{t('title')}</h2>
        <Link to="/my-books">{t('all')}</Link>
      </div>
      <ul className="shelf">
        {shelf.map((title) => (
          <li key={title.id}>
            <ShelfTitle title={title} />
          </li>
        ))}
      </ul>
      {series.length > 0 && (
        <ul className="next-volumes">
          {series.map((one) => (
            <li key={one.slug}>
              <NextVolume series={one} next={one.next!} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A cover that leads to the title, while the shop has it. */
function ShelfTitle({ title: { id, slug, title, cover, is_listed: isListed } }: { title: BoughtTitle }) {
  const shop = useShopPath();
  if (!isListed) return <Cover src={cover} alt={title} />;
  return (
    <a href={shop(bookPath({ id, slug }))}>
      <Cover src={cover} alt={title} />
    </a>
  );
}

function NextVolume({ series, next }: { series: BegunSeries; next: NonNullable<BegunSeries['next']> }) {
  const t = useTranslations('dashboard.shelf');
  const locale = useReaderLocale();
  const shop = useShopPath();
  return (
    <a className="next-volume" href={shop(bookPath(next))}>
      <Cover src={next.cover} size="small" />
      <span>
        <small>{t('next', { number: inDigitsOf(locale, next.number), series: series.name })}</small>
        <b>
          <ForeignText text={next.title} language={next.language} />
        </b>
        <Price ringgit={next.price} />
      </span>
    </a>
  );
}
