import type { ReactNode } from 'react';
import { splitLocale } from '#contract/pages.ts';
import type { PageText as Text } from '#contract/site-frame.ts';
import { directionOf, type Locale } from '#domain/locale.ts';
import { PageText } from '../../ui/page-text.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';
import { ContactDetails, DeliveryCosts, DeliveryZoneList } from './info-pages.tsx';

/** A page of text that booksellers wrote, or the shop's own words. */
export function TextPage({ text }: { text: Text }) {
  return (
    <article className="prose">
      <h1>
        <InLanguage language={text.language}>{text.title}</InLanguage>
      </h1>
      <PageBody text={text} />
    </article>
  );
}

/** Words that may be in another language than the page. */
export function InLanguage({ language, children }: { language: Locale; children: ReactNode }) {
  const { locale } = usePageRequest();
  if (language === locale) return children;
  return (
    <span lang={language} dir={directionOf(language)}>
      {children}
    </span>
  );
}

/** What is below the title; a text that is not in the reader's language says so. */
export function PageBody({ text: { language, blocks } }: { text: Text }) {
  const t = useShopTranslations();
  const { locale, facts } = usePageRequest();
  const link = useTextLink();
  const body = (
    <PageText
      blocks={blocks}
      facts={{
        ...facts,
        deliveryPrices: <DeliveryCosts />,
        deliveryZones: <DeliveryZoneList />,
        contactDetails: <ContactDetails />,
      }}
      link={link}
    />
  );
  if (language === locale) return body;
  return (
    <>
      <p className="alert">{t('page.onlyEnglish')}</p>
      <div lang={language} dir={directionOf(language)}>
        {body}
      </div>
    </>
  );
}

/** Shop pages in the language of the reader; what has one language only, or names its own, stays as it is. */
export function useTextLink(): (path: string) => string {
  const link = useLocalePath();
  return (path) => {
    const isShopPage = !/^\/(customer|admin|api|covers)(\/|$)/.test(path) && splitLocale(path).path === path;
    return isShopPage ? link(path) : path;
  };
}
