import { CUSTOMER_AREA, subjectPath } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { formatDate } from '#domain/dates.ts';
import { languageName } from '#domain/locale.ts';
import { isSubject } from '#domain/subjects.ts';
import type { ReactNode } from 'react';
import { useCommonWords, useLink, useRequest, useShopWords } from './shop-context.tsx';

/** The facts of a title, in the same order everywhere, each edition with its own. */
export function BookFacts({ product }: { product: Product }) {
  const t = useShopWords();
  const { locale } = useRequest();
  return (
    <section className="facts">
      <h2>{t('book.facts')}</h2>
      <dl>
        <Editions product={product} />
        <Fact name={t('book.language')}>{languageName(product.language, locale)}</Fact>
        {product.publisher && (
          <Fact name={t('book.publisher')}>
            <bdi>{product.publisher}</bdi>
          </Fact>
        )}
        {product.published && <Fact name={t('book.published')}>{formatDate(product.published, locale)}</Fact>}
        <Subjects product={product} />
      </dl>
      <p className="book-ask">
        <a href={`${CUSTOMER_AREA}/tickets?new=1&book=${product.id}`}>{t('book.ask')}</a>
      </p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Editions({ product }: { product: Product }) {
  const t = useShopWords();
  const common = useCommonWords();
  return product.variants.map((variant) => (
    <Fact key={variant.id} name={common(`formats.${variant.format}`)}>
      {variant.isbn && (
        <>
          {t('book.isbn')} <bdi dir="ltr">{variant.isbn}</bdi>
        </>
      )}
      {variant.pages && ` · ${t('book.pageCount', { pages: variant.pages })}`}
    </Fact>
  ));
}

function Subjects({ product }: { product: Product }) {
  const t = useShopWords();
  const common = useCommonWords();
  const link = useLink();
  const known = product.subjects.flatMap(({ code }) => (isSubject(code) ? code : []));
  if (known.length === 0) return null;
  return (
    <Fact name={t('book.subjects')}>
      <ul className="inline-list">
        {known.map((code) => (
          <li key={code}>
            <a href={link(subjectPath(code))}>{common(`subjects.${code}`)}</a>
          </li>
        ))}
      </ul>
    </Fact>
  );
}
