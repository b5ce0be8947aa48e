import { Heart, Languages, ShoppingBag, SunMoon, UserRound, Search } from 'lucide-react';
import { CUSTOMER_AREA, localizedPath, SHOP_PAGES } from '#contract/pages.ts';
import { LOCALES } from '#domain/locale.ts';
import { LogoPicture } from '../../ui/logo-picture.tsx';
import { Announcement } from './announcement.tsx';
import { Menu } from './menus.tsx';
import { useLocalePath, usePageRequest, useShopTranslations, useSignInPath } from '../shop-context.tsx';

const LANGUAGE_LIST_ID = 'languages';

/** The same on every page: the shop's name, the search, and the reader's own things, always in view. */
export function Header({ words }: { words: string }) {
  const t = useShopTranslations();
  const { shopName, logo } = usePageRequest();
  const link = useLocalePath();
  return (
    <>
      <Announcement />
      <header className="site-header">
        <div className="site-header-row">
          <a className="wordmark" href={link('/')}>
            {logo ? <LogoPicture logo={logo} name={shopName} /> : shopName}
          </a>
          <SearchBox q={words} />
          <HeaderActions />
        </div>
      </header>
      <Menu name="header" label={t('site.shelves')} className="shelves" />
    </>
  );
}

function HeaderActions() {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <nav className="tools" aria-label={t('site.account')}>
      <LanguageButton />
      <ThemeButton className="tool needs-script from-small" />
      <a className="tool for-guest" href={link(SHOP_PAGES.wishList)} data-show="wish-list">
        <Heart aria-hidden="true" size={20} />
        <span className="visually-hidden">{t('site.wishList')}</span>
      </a>
      <a className="tool for-member" href={`${CUSTOMER_AREA}/wish-list`}>
        <Heart aria-hidden="true" size={20} />
        <span className="visually-hidden">{t('site.wishList')}</span>
      </a>
      <AccountLink />
      <a className="tool" href={link(SHOP_PAGES.cart)} data-click="cart">
        <ShoppingBag aria-hidden="true" size={20} />
        <span className="tool-text">{t('site.cart')}</span> <b className="badge" data-show="cart-count" hidden />
      </a>
    </nav>
  );
}

/** Guests sign in and come back to the page. */
function AccountLink() {
  const t = useShopTranslations();
  const signIn = useSignInPath();
  return (
    <>
      <a className="tool for-guest" href={signIn}>
        <UserRound aria-hidden="true" size={20} />
        <span className="tool-text">{t('site.signIn')}</span>
      </a>
      <a className="tool for-member" href={`${CUSTOMER_AREA}/dashboard`}>
        <UserRound aria-hidden="true" size={20} />
        <span className="tool-text">{t('site.account')}</span>
      </a>
    </>
  );
}

export function ThemeButton({ className }: { className: string }) {
  const t = useShopTranslations();
  return (
    <button type="button" className={className} data-click="theme">
      <SunMoon aria-hidden="true" size={20} />
      <span className="visually-hidden">{t('site.toggleTheme')}</span>
    </button>
  );
}

/** Opens and closes without scripts too. */
function LanguageButton() {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  return (
    <>
      <button type="button" className="tool language-choice" popoverTarget={LANGUAGE_LIST_ID}>
        <Languages aria-hidden="true" size={20} />
        <span className="visually-hidden">{t('site.language')}</span>{' '}
        <span className="tool-text" lang={locale}>
          {t(`languageNames.${locale}`)}
        </span>
      </button>
      <div id={LANGUAGE_LIST_ID} popover="auto" className="language-list">
        <LanguageLinks />
      </div>
    </>
  );
}

/** This page in each language. */
export function LanguageLinks() {
  const t = useShopTranslations();
  const { locale, path } = usePageRequest();
  return (
    <ul className="languages">
      {LOCALES.map((one) => (
        <li key={one}>
          <a
            href={localizedPath(one, path)}
            lang={one}
            hrefLang={one}
            aria-current={one === locale ? 'true' : undefined}
            data-click="locale"
          >
            {t(`languageNames.${one}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

const SEARCH_FIELD_ID = 'search';

/** The search form of the header; an island adds suggestions below the field. */
export function SearchBox({ q }: { q: string }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <form className="site-search" role="search" action={link('/browse')}>
      <label className="visually-hidden" htmlFor={SEARCH_FIELD_ID}>
        {t('site.search')}
      </label>
      <div className="site-search-field">
        <input
          id={SEARCH_FIELD_ID}
          name="q"
          type="search"
          defaultValue={q}
          placeholder={t('site.searchLabel')}
          maxLength={200}
          enterKeyHint="search"
          data-island="suggest"
          data-author={t('browse.author_facet')}
          data-subject={t('browse.subject')}
          data-series={t('book.inSeriesKind')}
        />
        <button className="site-search-button" aria-label={t('site.searchButton')}>
          <Search aria-hidden="true" size={20} />
        </button>
      </div>
    </form>
  );
}
