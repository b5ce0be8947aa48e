import type { Product, Variant } from '#contract/products.ts';
import { accessibilityNotes, accessibilityStatements, type Accessibility } from '#domain/catalogue/accessibility.ts';
import { isSellableFormat } from '#domain/catalogue/product.ts';
import { formatDate } from '#domain/dates.ts';
import { useCommonTranslations, usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** What is known of the accessibility of each electronic edition; nothing where a title has none. */
export function AccessibilityFacts({ product }: { product: Product }) {
  const electronic = product.variants.filter(({ format }) => !isSellableFormat(format));
  return electronic.map((variant) => (
    <EditionAccessibility key={variant.id} variant={variant} isOnly={electronic.length === 1} />
  ));
}

function EditionAccessibility({ variant, isOnly }: { variant: Variant; isOnly: boolean }) {
  const t = useShopTranslations();
  const common = useCommonTranslations();
  const { accessibility } = variant;
  return (
    <section className="facts accessibility">
      <h2>
        {isOnly
          ? t('accessibility.title')
          : t('accessibility.ofFormat', { format: common(`formats.${variant.format}`) })}
      </h2>
      {accessibility ? (
        <>
          <Statements accessibility={accessibility} />
          <Notes accessibility={accessibility} />
        </>
      ) : (
        <p>{t('accessibility.statements.noInformation')}</p>
      )}
    </section>
  );
}

function Statements({ accessibility }: { accessibility: Accessibility }) {
  const t = useShopTranslations();
  return (
    <dl>
      {accessibilityStatements(accessibility).map(({ section, statements }) => (
        <div key={section}>
          <dt>{t(`accessibility.sections.${section}`)}</dt>
          <dd>
            <ul>
              {statements.map((statement) => (
                <li key={statement}>{t(`accessibility.statements.${statement}`)}</li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The publisher's own words, its certificate and its addresses. */
function Notes({ accessibility }: { accessibility: Accessibility }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const { standards, certifier, assessed, summaries, links } = accessibilityNotes(accessibility);
  return (
    <>
      {summaries.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      {standards.length > 0 && (
        <p>
          <bdi dir="ltr">{standards.join(' · ')}</bdi>
        </p>
      )}
      {certifier && <p>{t('accessibility.certifiedBy', { name: certifier })}</p>}
      {assessed && <p>{t('accessibility.assessed', { date: formatDate(assessed, locale) })}</p>}
      {links.map((link) => (
        <p key={link}>
          <a href={link} rel="nofollow noopener">
            {t('accessibility.publisherPage')}
          </a>
        </p>
      ))}
    </>
  );
}
