import type { ReactNode } from 'react';
import { ContactDetails, DeliveryCosts, UnservedStates } from '../pages/info-pages.tsx';
import { Header, LanguageLinks, ThemeButton } from './header.tsx';
import { Menu } from './menus.tsx';
import { useShopTranslations, useSignInPath } from '../shop-context.tsx';
import { useTranslations } from 'use-intl';
import { CUSTOMER_AREA } from '#contract/pages.ts';

/** What stands around every page of the shop, with the words that were searched for. */
export function Layout({ words, children }: { words: string; children: ReactNode }) {
  const t = useShopTranslations();
  return (
    <>
      <a className="skip" href="#content">
        {t('site.skip')}
      </a>
      <Header words={words} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Toast />
    </>
  );
}

function Footer() {
  const t = useShopTranslations();
  return (
    <footer className="site-footer">
      <div className="site-footer-columns">
        <p className="site-footer-about">{t('footer.about')}</p>
        <Menu name="browse" label={t('footer.browse')} />
        <Menu name="help" label={t('footer.help')} />
        <nav aria-label={t('site.language')}>
          <LanguageLinks />
          <ThemeButton className="tool needs-script" />
        </nav>
        <ContactDetails />
        <p>
          {t('footer.members')} <a href="/customer/auth/register">{t('footer.join')}</a>
        </p>
      </div>
      <p className="site-footer-delivery">
        {t('footer.promise')} <DeliveryCosts /> <UnservedStates />
      </p>
    </footer>
  );
}

/** What the page can say after a press, `{title}` or `{titles}` to be filled in, and where its links lead. */
export type ToastMessages = {
  close: string;
  removed: string;
  undo: string;
  wished: string;
  unwished: string;
  merged: string;
  failed: string;
  wishList: { label: string; href: string };
  signIn: { label: string; href: string };
};

const TITLE_PLACEHOLDER = { title: '{title}' };

/** Where the page says what a press has done: empty at first, so that every word in it is announced. */
export function Toast() {
  const t = useShopTranslations();
  const cart = useTranslations('cart');
  const signIn = useSignInPath();
  const words: ToastMessages = {
    close: cart('close'),
    removed: cart('removed', TITLE_PLACEHOLDER),
    undo: cart('undo'),
    wished: t('wishList.added', TITLE_PLACEHOLDER),
    unwished: t('wishList.removed', TITLE_PLACEHOLDER),
    merged: t('wishList.merged', { titles: '{titles}' }),
    failed: t('wishList.failed', TITLE_PLACEHOLDER),
    wishList: { label: t('wishList.see'), href: `${CUSTOMER_AREA}/wish-list` },
    signIn: { label: t('wishList.signIn'), href: signIn },
  };
  return (
    <div
      className="toast"
      aria-live="polite"
      aria-atomic="true"
      data-island="toast"
      data-words={JSON.stringify(words)}
    />
  );
}
