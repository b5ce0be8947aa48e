import type { ReactNode } from 'react';
import { bookPath, type HomeSection, type HomeText, type HomeTitle } from '#contract/pages.ts';
import type { ProductRow } from '#contract/products.ts';
import { inDigitsOf } from '#domain/locale.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/text.tsx';
import { CardPrices, ProductCarousel } from '../products/product-card.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

/* The forms in which the home page shows books. */

type SectionOf<Form extends HomeSection['form']> = Extract<HomeSection, { form: Form }>;

export function Section({ section, id }: { section: HomeSection; id: string }) {
  switch (section.form) {
    case 'row':
      return <Row section={section} id={id} />;
    case 'numbered':
      return <NumberedList section={section} id={id} />;
    case 'band':
      return <Band section={section} id={id} />;
    case 'cover':
      return <BigCover section={section} id={id} />;
    case 'quote':
      return <Quote section={section} />;
    case 'picks':
      return <Picks section={section} id={id} />;
    default:
      return null;
  }
}

function Row({ section: { title, text, path, rows }, id }: { section: SectionOf<'row'>; id: string }) {
  const name = useTitleText(title);
  return (
    <ProductCarousel
      id={id}
      title={<Title title={title} />}
      name={name}
      rows={rows}
      text={text && <Text text={text} />}
    >
      {path !== undefined && <SeeAll path={path} name={name} />}
    </ProductCarousel>
  );
}

function NumberedList({ section: { title, text, path, rows }, id }: { section: SectionOf<'numbered'>; id: string }) {
  const link = useLocalePath();
  const { locale } = usePageRequest();
  return (
    <section className="shelf" aria-labelledby={id}>
      <SectionHead id={id} title={title} text={text} path={path} />
      <ol className="numbered">
        {rows.map((row, index) => (
          <li key={row.id}>
            <a href={link(bookPath(row))}>
              <span className="numbered-place" aria-hidden="true">
                {inDigitsOf(locale, String(index + 1))}
              </span>
              <Cover src={row.cover} size="small" />
              <span className="numbered-text">
                <b>
                  <ForeignText text={row.title} language={row.language} />
                </b>
                <small>
                  <ForeignText text={authorsOf(row)} language={row.language} />
                </small>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Band({ section: { title, text, path, color, rows }, id }: { section: SectionOf<'band'>; id: string }) {
  return (
    <section className={`band is-${color}`} aria-labelledby={id}>
      <SectionHead id={id} title={title} text={text} path={path} />
      <ul className="band-covers">
        {rows.slice(0, 5).map((row) => (
          <li key={row.id}>
            <CoverLink row={row} />
            <TitleLink row={row} heading="h3" />
            <Authors row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BigCover({ section: { title, text, row }, id }: { section: SectionOf<'cover'>; id: string }) {
  return (
    <section className="big-cover" aria-labelledby={id}>
      <CoverLink row={row} />
      <div className="big-cover-text">
        <h2 id={id}>
          <Title title={title} />
        </h2>
        <p>
          <Text text={text} />
        </p>
        <div>
          <TitleLink row={row} heading="h3" />
          <Authors row={row} />
        </div>
        <CardPrices row={row} />
      </div>
    </section>
  );
}

function Quote({ section: { row, text, by } }: { section: SectionOf<'quote'> }) {
  return (
    <section className="quote">
      <CoverLink row={row} />
      <div>
        <Recommendation text={text} by={by} />
        <TitleLink row={row} />
        <Authors row={row} />
      </div>
    </section>
  );
}

function Picks({ section: { title, picks }, id }: { section: SectionOf<'picks'>; id: string }) {
  return (
    <section className="shelf" aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <ul className="picks">
        {picks.map(({ row, text, by }) => (
          <li key={row.id}>
            <CoverLink row={row} />
            <div>
              <TitleLink row={row} heading="h3" />
              <Authors row={row} />
              <Recommendation text={text} by={by} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What somebody of the shop says of a book. */
export function Recommendation({ text, by }: { text: HomeText; by: string }) {
  return (
    <figure className="recommendation">
      <blockquote>
        <Text text={text} />
      </blockquote>
      <figcaption>
        <bdi>{by}</bdi>
      </figcaption>
    </figure>
  );
}

type SectionHeadProps = { id: string; title: HomeTitle; text?: HomeText | undefined; path?: string | undefined };

function SectionHead({ id, title, text, path }: SectionHeadProps) {
  const name = useTitleText(title);
  return (
    <header className="section-head">
      <h2 id={id}>
        <Title title={title} />
      </h2>
      {text && (
        <p>
          <Text text={text} />
        </p>
      )}
      {path !== undefined && <SeeAll path={path} name={name} />}
    </header>
  );
}

function SeeAll({ path, name }: { path: string; name: string }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <a href={link(path)} aria-label={t('home.seeAllOf', { name })}>
      {t('home.seeAll')}
    </a>
  );
}

/** The cover alone: the title beside it is the link that everybody finds. */
export function CoverLink({ row, isFirst = false }: { row: ProductRow; isFirst?: boolean }) {
  const link = useLocalePath();
  return (
    <a className="cover-link" href={link(bookPath(row))} tabIndex={-1} aria-hidden="true">
      <Cover src={row.cover} isFirst={isFirst} />
    </a>
  );
}

export function TitleLink({
  row,
  heading: Heading = 'h2',
  id,
}: {
  row: ProductRow;
  heading?: 'h2' | 'h3';
  id?: string;
}) {
  const link = useLocalePath();
  return (
    <Heading id={id} className="title-link">
      <a href={link(bookPath(row))}>
        <ForeignText text={row.title} language={row.language} />
      </a>
    </Heading>
  );
}

export function Authors({ row }: { row: ProductRow }) {
  return (
    <p className="title-authors">
      <ForeignText text={authorsOf(row)} language={row.language} />
    </p>
  );
}

function authorsOf({ authors }: ProductRow): string {
  return authors.map(({ name }) => name).join(', ');
}

function useTitleText(title: HomeTitle): string {
  const t = useShopTranslations();
  return 'key' in title ? t(`home.sections.${title.key}`) : title.text;
}

function Title({ title }: { title: HomeTitle }): ReactNode {
  const text = useTitleText(title);
  return 'key' in title ? text : <Text text={title} />;
}

/** In its own language where the page's is missing. */
function Text({ text: { text, language } }: { text: HomeText }) {
  return usePageRequest().locale === language ? text : <ForeignText text={text} language={language} />;
}
