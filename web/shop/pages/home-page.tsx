import { bookPath, type HomeSection, type ShopView } from '#contract/pages.ts';
import { formatCount } from '#domain/locale.ts';
import { Cover } from '../../ui/cover.tsx';
import { AddToCartButton, CardPrices, WishButton } from '../products/product-card.tsx';
import { RecentlyViewed } from '../products/recently-viewed.tsx';
import { SubjectTree } from './directory-pages.tsx';
import { Authors, CoverLink, Recommendation, Section, TitleLink } from './home-sections.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

type HomeView = Extract<ShopView, { page: 'home' }>;
type FeaturedSection = Extract<HomeSection, { form: 'featured' }>;

/** The first page: one book or some covers, then sections of different forms. */
export function HomePage({ view }: { view: HomeView }) {
  const [first, ...others] = view.sections;
  return (
    <div className="home">
      {first?.form === 'featured' ? <Featured section={first} titles={view.titles} /> : <Hero view={view} />}
      <RecentlyViewed />
      {others.map((section, index) => (
        <Section key={index} section={section} id={`shelf-${index}`} />
      ))}
      <SubjectDirectory view={view} />
    </div>
  );
}

function HomeLead({ titles }: { titles: number }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  return <p className="home-lead">{t('home.lead', { titles, written: formatCount(titles, locale) })}</p>;
}

/** The opening of a page that nobody edited: covers of what sells best. */
function Hero({ view }: { view: HomeView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const covers = view.sections.find((section) => section.form === 'covers')?.rows ?? [];
  return (
    <section className="hero">
      <div className="hero-text">
        <h1>{t('home.title')}</h1>
        <HomeLead titles={view.titles} />
        <p>
          <a className="button button-buy" href={link('/browse')}>
            {t('site.browse')}
          </a>
        </p>
      </div>
      <ul className="hero-covers">
        {covers.map((row) => (
          <li key={row.id}>
            <a href={link(bookPath(row))}>
              <Cover src={row.cover} alt={row.title} isFirst />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The opening of an edited page: one book, and why. */
function Featured({ section: { row, text, by }, titles }: { section: FeaturedSection; titles: number }) {
  const t = useShopTranslations();
  return (
    <>
      <header className="home-head">
        <h1>{t('home.title')}</h1>
        <HomeLead titles={titles} />
      </header>
      <section className="featured" aria-labelledby="featured">
        <CoverLink row={row} isFirst />
        <div className="featured-text">
          <Recommendation text={text} by={by} />
          <div className="featured-title">
            <TitleLink row={row} id="featured" />
            <Authors row={row} />
          </div>
          <CardPrices row={row} />
          <div className="featured-actions">
            {row.vid !== null && <AddToCartButton row={row} vid={row.vid} />}
            <WishButton row={row} />
          </div>
        </div>
      </section>
    </>
  );
}

function SubjectDirectory({ view }: { view: HomeView }) {
  const t = useShopTranslations();
  return (
    <section className="shelf" aria-labelledby="shelves">
      <h2 id="shelves">{t('home.shelves')}</h2>
      <SubjectTree subjects={view.subjects} heading="h3" />
    </section>
  );
}
