import { CUSTOMER_AREA, languagePath, publisherPath, rolePath, seriesPath, subjectPath } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { inDigitsOf, languageName } from '#domain/locale.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/text.tsx';
import { WishButton, ProductCarousel } from './product-card.tsx';
import { knownRole } from '../browse/list-introduction.tsx';
import { BuyForm } from './buy-form.tsx';
import {
  useCommonTranslations,
  useLocalePath,
  usePageRequest,
  useShopTranslations,
  useSubjectName,
} from '../shop-context.tsx';
import { formatDate } from '#domain/dates.ts';
import { nearestSubject } from '#domain/catalogue/subject.ts';
import type { ReactNode } from 'react';

/** A title: what it is, what it costs in which format, and everything that helps to decide. */
export function ProductPage({ product }: { product: Product }) {
  return (
    <article>
      <div className="book-main">
        <div className="book-cover">
          <Cover src={product.cover} isFirst size="large" />
        </div>
        <div className="book-text">
          <ProductTitle product={product} />
          <BuyForm product={product} />
        </div>
      </div>
      <div className="book-more">
        <Description product={product} />
        <ProductDetails product={product} />
      </div>
      <RelatedProducts product={product} />
    </article>
  );
}

function ProductTitle({ product }: { product: Product }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const link = useLocalePath();
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
        <p>
          <a href={link(seriesPath(product.series))}>
            {product.series.number
              ? t('book.inSeries', { number: inDigitsOf(locale, product.series.number), series: product.series.name })
              : t('book.ofSeries', { series: product.series.name })}
          </a>
        </p>
      )}
      <WishButton row={product} />
    </header>
  );
}

function Contributors({ product }: { product: Product }) {
  const common = useCommonTranslations();
  const link = useLocalePath();
  return (
    <ul className="contributors">
      {product.contributors.map((person) => {
        const role = knownRole(person.role);
        return (
          <li key={`${person.slug}-${person.role}`}>
            {role !== 'author' && `${common(`roles.${role}`)}: `}
            <a href={link(rolePath(person, person.role))}>
              <ForeignText text={person.name} language={product.language} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Description({ product }: { product: Product }) {
  const t = useShopTranslations();
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

function RelatedProducts({ product }: { product: Product }) {
  const t = useShopTranslations();
  const others = product.series_titles.length > 1 ? product.series_titles : [];
  return (
    <>
      {product.series && others.length > 0 && (
        <ProductCarousel
          id="series"
          title={t('book.seriesTitle', { series: product.series.name })}
          rows={others}
          currentId={product.id}
        />
      )}
      {product.related.length > 0 && <ProductCarousel id="related" title={t('book.related')} rows={product.related} />}
    </>
  );
}

/** The facts of a title, in the same order everywhere, each edition with its own. */
export function ProductDetails({ product }: { product: Product }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const link = useLocalePath();
  return (
    <section className="facts">
      <h2>{t('book.details')}</h2>
      <dl>
        <VariantDetails product={product} />
        <Detail name={t('book.language')}>
          <a href={link(languagePath(product.language))}>{languageName(product.language, locale)}</a>
        </Detail>
        {product.publisher && (
          <Detail name={t('book.publisher')}>
            <a href={link(publisherPath(product.publisher))}>
              <bdi>{product.publisher}</bdi>
            </a>
          </Detail>
        )}
        {product.published && <Detail name={t('book.published')}>{formatDate(product.published, locale)}</Detail>}
        <Subjects product={product} />
      </dl>
      <p className="book-contact">
        <a href={`${CUSTOMER_AREA}/tickets?new=1&book=${product.id}`}>{t('book.ask')}</a>
      </p>
    </section>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function VariantDetails({ product }: { product: Product }) {
  const t = useShopTranslations();
  const common = useCommonTranslations();
  return product.variants.map((variant) => (
    <Detail key={variant.id} name={common(`formats.${variant.format}`)}>
      {variant.isbn && (
        <>
          {t('book.isbn')} <bdi dir="ltr">{variant.isbn}</bdi>
        </>
      )}
      {variant.pages && ` · ${t('book.pageCount', { pages: variant.pages })}`}
    </Detail>
  ));
}

function Subjects({ product }: { product: Product }) {
  const t = useShopTranslations();
  const name = useSubjectName();
  const link = useLocalePath();
  const known = [...new Set(product.subjects.flatMap(({ code }) => nearestSubject(code) ?? []))];
  if (known.length === 0) return null;
  return (
    <Detail name={t('book.subjects')}>
      <ul className="inline-list">
        {known.map((code) => (
          <li key={code}>
            <a href={link(subjectPath(code))}>{name(code)}</a>
          </li>
        ))}
      </ul>
    </Detail>
  );
}
