import { imprintPath, languagePath, publisherPath, subjectPath } from '#contract/pages.ts';
import type { Product, Variant } from '#contract/products.ts';
import { formatDate } from '#domain/dates.ts';
import { nearestSubject } from '#domain/catalogue/subject.ts';
import { inDigitsOf, formatList, languageName } from '#domain/locale.ts';
import { Fragment, type ReactNode } from 'react';
import {
  useCommonTranslations,
  useLocalePath,
  usePageRequest,
  useShopTranslations,
  useSubjectName,
} from '../shop-context.tsx';
import { questionPath } from './availability.tsx';

/** The facts of a title, in the same order everywhere, each edition with its own. */
export function ProductDetails({ product }: { product: Product }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const link = useLocalePath();
  const { publisher, imprint, published } = product;
  return (
    <section className="facts">
      <h2>{t('book.details')}</h2>
      <dl>
        <VariantDetails product={product} />
        <Languages product={product} />
        {publisher && (
          <Detail name={t('book.publisher')}>
            <a href={link(publisherPath(publisher))}>
              <bdi>{publisher}</bdi>
            </a>
          </Detail>
        )}
        {imprint && imprint !== publisher && (
          <Detail name={t('book.imprint')}>
            <a href={link(publisher ? imprintPath(publisher, imprint) : publisherPath(imprint))}>
              <bdi>{imprint}</bdi>
            </a>
          </Detail>
        )}
        {published && <Detail name={t('book.published')}>{formatDate(published, locale)}</Detail>}
        <Audience product={product} />
        <Subjects product={product} />
      </dl>
      <p className="book-contact">
        <a href={questionPath(product)}>{t('book.ask')}</a>
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
  const common = useCommonTranslations();
  return product.variants.map((variant) => (
    <Detail key={variant.id} name={common(`formats.${variant.format}`)}>
      <VariantFacts product={product} variant={variant} />
    </Detail>
  ));
}

/** What is known of an edition, on one line. */
function VariantFacts({ product, variant }: { product: Product; variant: Variant }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const { edition_number: number, edition_statement: statement, weight } = variant.details;
  const isOwnDate = variant.published !== null && variant.published !== product.published;
  const facts: ReactNode[] = [
    variant.isbn && (
      <>
        {t('book.isbn')} <bdi dir="ltr">{variant.isbn}</bdi>
      </>
    ),
    statement || (number && number > 1 && t('book.editionNumber', { number })),
    variant.pages && t('book.pageCount', { pages: variant.pages }),
    useDuration(variant),
    useDimensions(variant),
    weight && t('book.weight', { grams: weight }),
    useProtection(variant),
    isOwnDate && formatDate(variant.published!, locale),
  ];
  return facts.filter(Boolean).map((fact, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {fact}
    </Fragment>
  ));
}

function useDuration({ details: { duration } }: Variant): ReactNode {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (!duration) return null;
  const digits = (value: number) => inDigitsOf(locale, String(value));
  return t('book.duration', { hours: digits(Math.floor(duration / 60)), minutes: digits(duration % 60) });
}

/** Height, width and thickness, as far as they are known in this order. */
function useDimensions({ details: { height, width, thickness } }: Variant): ReactNode {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (!height || !width) return null;
  const sides = [height, width, ...(thickness ? [thickness] : [])];
  return <bdi>{t('book.dimensions', { size: inDigitsOf(locale, sides.join(' × ')) })}</bdi>;
}

const PROTECTIONS: Readonly<Record<string, 'none' | 'drm' | 'watermark' | 'lcp'>> = {
  '00': 'none',
  '01': 'drm',
  '02': 'watermark',
  '06': 'lcp',
};

function useProtection({ details: { protections } }: Variant): ReactNode {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const known = protections.flatMap((code) => PROTECTIONS[code] ?? []);
  if (known.length === 0) return null;
  return formatList(
    known.map((key) => t(`book.protections.${key}`)),
    locale,
  );
}

function Languages({ product }: { product: Product }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const { language, other_languages: others, original_language: original } = product;
  const link = useLocalePath();
  return (
    <Detail name={t('book.language')}>
      <a href={link(languagePath(language))}>{languageName(language, locale)}</a>
      {others.map((one) => ` · ${languageName(one, locale)}`)}
      {original && original !== language && (
        <>
          {' · '}
          {t('book.translatedFrom', { language: languageName(original, locale) })}
        </>
      )}
    </Detail>
  );
}

const AUDIENCES = ['01', '02', '03', '04', '05', '06', '07', '08', '09'] as const;

function Audience({ product: { audience } }: { product: Product }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (!audience) return null;
  const groups = AUDIENCES.filter((code) => audience.groups.includes(code)).map((code) => t(`book.audiences.${code}`));
  const years = (age: number) => inDigitsOf(locale, String(age));
  const { age_from: from, age_to: to } = audience;
  const ages =
    from !== null && to !== null && from !== to
      ? t('book.ages', { from: years(from), to: years(to) })
      : from !== null
        ? t('book.ageFrom', { from: years(from) })
        : to !== null && t('book.ageTo', { to: years(to) });
  const said = [...(groups.length > 0 ? [formatList(groups, locale)] : []), ...(ages ? [ages] : [])];
  return said.length > 0 && <Detail name={t('book.audience')}>{said.join(' · ')}</Detail>;
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
