import Search from 'lucide-react/icons/search';
import Heart from 'lucide-react/icons/heart';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import UserRound from 'lucide-react/icons/user-round';
import Languages from 'lucide-react/icons/languages';
import SunMoon from 'lucide-react/icons/sun-moon';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { isSignedIn, onSessionChange, isDark, onThemeChange } from '../../browser/session.ts';
import { useShopPath } from './locale.tsx';
import { Link, useLocation } from 'react-router';
import { cartCount, onCartChange } from '../../browser/cart.ts';
import { Count, useReaderLocale } from '../../ui/text.tsx';
import type { Logo } from '#domain/logo.ts';
import { LogoPicture } from '../../ui/logo-picture.tsx';
import { isLocale, LOCALES } from '#domain/locale.ts';
import { useProfile, useSaveSettings } from '../profile/current-profile.ts';
import { Picture } from '../profile/picture.tsx';

/** The shop's header on a page without menu. */
export function Header() {
  const t = useTranslations('customer.site');
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn, () => false);
  return (
    <header className="site-header">
      <div className="site-header-row">
        <Wordmark />
        <SearchForm />
        <nav className="tools" aria-label={t('shop')}>
          <LanguageMenu />
          <ThemeButton />
          <AccountLinks isMember={isMember} />
        </nav>
      </div>
    </header>
  );
}

/** Searches the shop's catalogue. */
function SearchForm() {
  const t = useTranslations('customer');
  const shop = useShopPath();
  return (
    <form className="site-search" role="search" action={shop('/browse')}>
      <div className="site-search-field">
        <input
          name="q"
          type="search"
          aria-label={t('site.search')}
          placeholder={t('site.search')}
          maxLength={200}
          enterKeyHint="search"
        />
        <button className="site-search-button" aria-label={t('shell.search')}>
          <Search aria-hidden="true" size={20} />
        </button>
      </div>
    </form>
  );
}

/** Wish list, account and cart, as in the shop's own header. */
export function AccountLinks({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer');
  const shop = useShopPath();
  const profile = useProfile();
  return (
    <>
      {isMember ? (
        <Link className="tool" to="/wish-list">
          <WishListLabel />
        </Link>
      ) : (
        <a className="tool" href={shop('/wish-list')}>
          <WishListLabel />
        </a>
      )}
      {isMember ? (
        <Link className="tool" to="/dashboard">
          <Picture path={profile?.picture} size={96} className="avatar avatar-small">
            <UserRound aria-hidden="true" size={20} />
          </Picture>
          <span className="tool-text">{t('shell.groups.account')}</span>
        </Link>
      ) : (
        <SignInLink />
      )}
      <CartLink />
    </>
  );
}

function WishListLabel() {
  const t = useTranslations('customer.site');
  return (
    <>
      <Heart aria-hidden="true" size={20} />
      <span className="visually-hidden">{t('wishList')}</span>
    </>
  );
}

/** The query of the address; the server renders without one. */
export function useQueryString(): string {
  const { search } = useLocation();
  return useSyncExternalStore(
    () => () => {},
    () => search,
    () => '',
  );
}

/** Signing in returns to this page, or from a sign-in page to where it returns anyway. */
function SignInLink() {
  const t = useTranslations('customer.site');
  const { pathname } = useLocation();
  const search = useQueryString();
  const back = pathname.startsWith('/auth') ? search : `?to=${encodeURIComponent(pathname)}`;
  return (
    <Link className="tool" to={{ pathname: '/auth/login', search: back }}>
      <UserRound aria-hidden="true" size={20} />
      <span className="tool-text">{t('signIn')}</span>
    </Link>
  );
}

function CartLink() {
  const t = useTranslations('customer.site');
  const shop = useShopPath();
  const count = useSyncExternalStore(onCartChange, cartCount, () => 0);
  return (
    <a className="tool" href={shop('/cart')}>
      <ShoppingBag aria-hidden="true" size={20} />
      <span className="tool-text">{t('cart')}</span>{' '}
      {count > 0 && (
        <b className="badge">
          <Count of={count} />
        </b>
      )}
    </a>
  );
}

/** Changes the locale, here and in the profile, without leaving the page. */
export function LanguageMenu() {
  const t = useTranslations('customer');
  const locale = useReaderLocale();
  const save = useSaveSettings();
  return (
    <span className="tool language-menu">
      <Languages aria-hidden="true" size={20} />
      <span className="tool-text" aria-hidden="true" lang={locale}>
        {t(`languageNames.${locale}`)}
      </span>
      <select
        aria-label={t('site.language')}
        value={locale}
        onChange={({ target }) => {
          if (isLocale(target.value)) void save({ locale: target.value });
        }}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one} lang={one}>
            {t(`languageNames.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Toggles the dark theme, here and in the profile. */
export function ThemeButton() {
  const t = useTranslations('customer.site');
  const save = useSaveSettings();
  const isOn = useSyncExternalStore(
    onThemeChange,
    () => isDark(),
    () => false,
  );
  return (
    <button
      type="button"
      className="tool from-small"
      aria-label={t('theme')}
      aria-pressed={isOn}
      onClick={() => void save({ theme: isOn ? 'light' : 'dark' })}
    >
      <SunMoon aria-hidden="true" size={20} />
    </button>
  );
}

/** The shop's logo or name, linking to the shop in the current locale. The server writes both into the document. */
export function Wordmark() {
  const shop = useShopPath();
  return (
    <a className="wordmark" href={shop('/')}>
      {logo ? <LogoPicture logo={logo} name={shopName} /> : shopName}
    </a>
  );
}

/** The server fills its name in wherever a page that it renders says so. */
const shopName = typeof document === 'undefined' ? 'SHOP_MARK' : (metaContent('application-name') ?? '');

/** The logo, or undefined where the shop shows its name. */
const logo = readLogo();

function readLogo(): Logo | undefined {
  const content = typeof document === 'undefined' ? undefined : metaContent('shop-logo');
  return content === undefined ? undefined : (JSON.parse(content) as Logo);
}

function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
}
