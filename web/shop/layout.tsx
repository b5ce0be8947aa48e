import { Heart, ShoppingBag, SunMoon, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { inLocale, subjectPath } from '#contract/pages.ts';
import { LOCALES } from '#domain/locale.ts';
import { SHELVES, type Shelf } from '#domain/subjects.ts';
import { SearchBox } from './search-box.tsx';
import { useCommonWords, useLink, useRequest, useShopWords } from './shop-context.tsx';

/** What stands around every page of the shop. */
export function Layout({ children }: { children: ReactNode }) {
  const t = useShopWords();
  return (
    <>
      <a className="skip" href="#content">
        {t('site.skip')}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}

/** Pages whose first content is a search box of their own. */
const HAS_OWN_SEARCH: readonly string[] = ['home', 'not_found'];

function Header() {
  const { shopName, view } = useRequest();
  const link = useLink();
  const q = view.page === 'browse' ? view.filter.q : '';
  return (
    <header className="masthead">
      <div className="masthead-row">
        <a className="wordmark" href={link('/')}>
          {shopName}
        </a>
        {!HAS_OWN_SEARCH.includes(view.page) && <SearchBox id="search" q={q} />}
        <Tools />
      </div>
      <ShelfNavigation />
    </header>
  );
}

function Tools() {
  const t = useShopWords();
  const link = useLink();
  return (
    <nav className="tools" aria-label={t('site.account')}>
      <button type="button" className="tool needs-script" data-click="theme" aria-label={t('site.darker')}>
        <SunMoon aria-hidden="true" size={20} />
      </button>
      <a className="tool" href="/customer/wish-list" aria-label={t('site.wishList')}>
        <Heart aria-hidden="true" size={20} />
      </a>
      <a className="tool" href="/customer/dashboard" aria-label={t('site.account')}>
        <UserRound aria-hidden="true" size={20} />
        <span className="tool-text for-guest">{t('site.signIn')}</span>
        <span className="tool-text for-member">{t('site.account')}</span>
      </a>
      <a className="tool" href={link('/cart')} aria-label={t('site.cart')} data-click="cart">
        <ShoppingBag aria-hidden="true" size={20} />
        <span className="tool-text">{t('site.cart')}</span>
        <b className="badge" data-show="cart-count" hidden />
      </a>
    </nav>
  );
}

function ShelfNavigation() {
  const t = useShopWords();
  const common = useCommonWords();
  const link = useLink();
  return (
    <nav className="shelves" aria-label={t('site.shelves')}>
      <ul>
        <li>
          <a href={link('/browse')}>{t('site.browse')}</a>
        </li>
        {(Object.keys(SHELVES) as Shelf[]).map((code) => (
          <li key={code}>
            <a href={link(subjectPath(code))}>{common(`subjects.${code}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const HELP = ['delivery', 'returns', 'contact', 'privacy'] as const;

function Footer() {
  const t = useShopWords();
  const link = useLink();
  return (
    <footer className="colophon">
      <div className="colophon-columns">
        <p className="colophon-about">{t('footer.about')}</p>
        <nav aria-label={t('footer.help')}>
          <ul>
            {HELP.map((page) => (
              <li key={page}>
                <a href={link(`/${page}`)}>{t(`footer.${page}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <Languages />
        <p className="colophon-members">
          {t('footer.members')} <a href="/customer/auth/register">{t('footer.join')}</a>
        </p>
      </div>
      <p className="colophon-promise">{t('footer.promise')}</p>
    </footer>
  );
}

function Languages() {
  const t = useShopWords();
  const { locale, path } = useRequest();
  return (
    <nav aria-label={t('site.language')}>
      <ul className="languages">
        {LOCALES.map((one) => (
          <li key={one}>
            <a
              href={inLocale(one, path)}
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
    </nav>
  );
}
