import { authorPath, seriesPath } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { Cover } from '../ui/cover.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { BookCard, WishHeart } from './book-card.tsx';
import { BookFacts } from './book-facts.tsx';
import { BuyForm } from './buy-form.tsx';
import { useCommonWords, useLink, useShopWords } from './shop-context.tsx';

/** A title: what it is, what it costs in which format, and everything that helps to decide. */
export function BookPage({ product }: { product: Product }) {
  return (
    <article className="book">
      <div className="book-main">
        <div className="book-cover">
          <Cover src={product.cover} isFirst size="large" />
        </div>
        <div className="book-words">
          <BookTitle product={product} />
          <BuyForm product={product} />
        </div>
      </div>
      <div className="book-more">
        <About product={product} />
        <BookFacts product={product} />
      </div>
      <Neighbours product={product} />
    </article>
  );
}

function BookTitle({ product }: { product: Product }) {
  const t = useShopWords();
  const link = useLink();
  return (
    <header className="book-title">
      <h1>
        <ForeignText text={product.title} language={product.language} />
      </h1>
      {product.subtitle && (
        <p className="book-subtitle">
          <ForeignText text={product.subtitle} language={product.language} />
        </p>
      )}
      <Contributors product={product} />
      {product.series && (
        <p className="book-series">
          <a href={link(seriesPath(product.series))}>
            {product.series.number
              ? t('book.inSeries', { number: product.series.number, series: product.series.name })
              : t('book.ofSeries', { series: product.series.name })}
          </a>
        </p>
      )}
      <WishHeart row={product} />
    </header>
  );
}

const ROLES = ['author', 'translator', 'illustrator', 'editor', 'narrator'] as const;

function Contributors({ product }: { product: Product }) {
  const common = useCommonWords();
  const link = useLink();
  return (
    <ul className="contributors">
      {product.contributors.map((person) => {
        const role = ROLES.find((one) => one === person.role) ?? 'other';
        return (
          <li key={`${person.slug}-${person.role}`}>
            {role === 'author' ? (
              <a href={link(authorPath(person))}>
                <ForeignText text={person.name} language={product.language} />
              </a>
            ) : (
              <>
                {common(`roles.${role}`)}: <ForeignText text={person.name} language={product.language} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function About({ product }: { product: Product }) {
  const t = useShopWords();
  if (!product.description) return null;
  return (
    <section className="about">
      <h2>{t('book.about')}</h2>
      <p lang={product.language} dir="auto">
        {product.description}
      </p>
    </section>
  );
}

function Neighbours({ product }: { product: Product }) {
  const t = useShopWords();
  const others = product.series_titles.length > 1 ? product.series_titles : [];
  return (
    <>
      {product.series && others.length > 0 && (
        <Row title={t('book.seriesTitle', { series: product.series.name })} rows={others} here={product.id} />
      )}
      {product.related.length > 0 && <Row title={t('book.related')} rows={product.related} here={product.id} />}
    </>
  );
}

function Row({ title, rows, here }: { title: string; rows: Product['related']; here: number }) {
  return (
    <section className="shelf">
      <h2>{title}</h2>
      <ul className="shelf-row">
        {rows.map((row) => (
          <li key={row.id} aria-current={row.id === here ? 'true' : undefined}>
            <BookCard row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
