import { bookPath, type HomeSection, type ShopView } from '#contract/pages.ts';
import { formatCount } from '#domain/locale.ts';
import { SubjectTree } from './directory-pages.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProductCarousel } from '../products/product-card.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

type HomeView = Extract<ShopView, { page: 'home' }>;

/** The first page: covers, then shelves of a few books each; no title is there twice. */
export function HomePage({ view }: { view: HomeView }) {
  return (
    <>
      <Hero view={view} />
      {view.sections.map((section, index) => (
        <HomeSectionCarousel key={section.title} section={section} isFirst={index === 0} />
      ))}
      <SubjectDirectory view={view} />
    </>
  );
}

function Hero({ view }: { view: HomeView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { locale } = usePageRequest();
  return (
    <section className="hero">
      <div className="hero-text">
        <h1>{t('home.title')}</h1>
        <p>{t('home.lead', { titles: view.titles, written: formatCount(view.titles, locale) })}</p>
        <p>
          <a className="button button-buy" href={link('/browse')}>
            {t('site.browse')}
          </a>
        </p>
      </div>
      <HeroCovers covers={view.covers} />
    </section>
  );
}

/** The most sought-after titles as covers; each leads to its book. */
function HeroCovers({ covers }: { covers: HomeView['covers'] }) {
  const link = useLocalePath();
  return (
    <ul className="hero-covers">
      {covers.map((row) => (
        <li key={row.id}>
          <a href={link(bookPath(row))}>
            <Cover src={row.cover} alt={row.title} isFirst />
          </a>
        </li>
      ))}
    </ul>
  );
}

function HomeSectionCarousel({ section, isFirst }: { section: HomeSection; isFirst: boolean }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const name = t(`home.sections.${section.title}`);
  return (
    <ProductCarousel id={`shelf-${section.title}`} title={name} rows={section.rows} isFirst={isFirst}>
      <a href={link(section.path)} aria-label={t('home.seeAllOf', { name })}>
        {t('home.seeAll')}
      </a>
    </ProductCarousel>
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
