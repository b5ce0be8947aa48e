import { subjectPath } from '#contract/pages.ts';
import type { HomeSection, ShopView } from '#contract/views.ts';
import { formatCount } from '#domain/count.ts';
import { BookCard } from './book-card.tsx';
import { Count } from '../ui/count.tsx';
import { SearchBox } from './search-box.tsx';
import { useLink, useRequest, useShopWords } from './shop-context.tsx';

type HomeView = Extract<ShopView, { page: 'home' }>;

/** The first page: covers, the search, shelves of a few books each. */
export function HomePage({ view }: { view: HomeView }) {
  return (
    <>
      <Welcome view={view} />
      {view.sections.map((section, index) => (
        <Section key={section.title} section={section} isFirst={index === 0} />
      ))}
      <Shelves view={view} />
    </>
  );
}

function Welcome({ view }: { view: HomeView }) {
  const t = useShopWords();
  const { locale } = useRequest();
  const covers = view.sections[0]?.rows.slice(0, 5) ?? [];
  return (
    <section className="welcome">
      <div className="welcome-words">
        <h1>{t('home.title')}</h1>
        <p>{t('home.lead', { titles: view.titles, written: formatCount(view.titles, locale) })}</p>
        <SearchBox id="search-home" />
      </div>
      <div className="fan" aria-hidden="true">
        {covers.map((row) => (
          <img key={row.id} src={row.cover} alt="" width={200} height={300} decoding="async" fetchPriority="high" />
        ))}
      </div>
    </section>
  );
}

function Section({ section, isFirst }: { section: HomeSection; isFirst: boolean }) {
  const t = useShopWords();
  const link = useLink();
  const name = t(`home.sections.${section.title}`);
  return (
    <section className="shelf">
      <header className="shelf-head">
        <h2>{name}</h2>
        <a href={link(section.path)} aria-label={t('home.seeAllOf', { name })}>
          {t('home.seeAll')}
        </a>
      </header>
      <ul className="shelf-row">
        {section.rows.map((row) => (
          <li key={row.id}>
            <BookCard row={row} isFirst={isFirst} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shelves({ view }: { view: HomeView }) {
  const t = useShopWords();
  const link = useLink();
  return (
    <section className="shelf">
      <h2>{t('home.shelves')}</h2>
      <div className="subject-tree">
        {view.subjects.map((shelf) => (
          <section key={shelf.code}>
            <h3>
              <a href={link(subjectPath(shelf.code))}>{shelf.name}</a>
            </h3>
            <ul>
              {shelf.children.map((subject) => (
                <li key={subject.code}>
                  <a href={link(subjectPath(subject.code))}>{subject.name}</a>{' '}
                  <small>
                    <Count of={subject.count} />
                  </small>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
