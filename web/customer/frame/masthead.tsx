import { LogOut, Menu as MenuIcon, Search, ShoppingBag } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { cartCount, onCartChange } from '../../browser/cart.ts';
import { Count } from '../../ui/count.tsx';
import { LanguageMenu } from '../language-menu.tsx';
import { logOutHere } from '../log-out.ts';
import { ThemeButton } from '../theme-button.tsx';
import { useShopPath } from '../use-shop-path.ts';
import { Wordmark } from '../wordmark.tsx';

type MastheadProps = { isMember: boolean; onSearch: () => void; onMenu: () => void };

/** The top of every page: name, search, cart; what else there is stands beside it, on a phone in the drawer. */
export function Masthead({ isMember, onSearch, onMenu }: MastheadProps) {
  const t = useTranslations('customer');
  const shop = useShopPath();
  return (
    <header className="masthead">
      <div className="masthead-row area-masthead">
        <button type="button" className="tool menu-button" aria-label={t('frame.openMenu')} onClick={onMenu}>
          <MenuIcon aria-hidden="true" size={22} />
        </button>
        <Wordmark />
        <button
          type="button"
          className="search-button"
          aria-label={t('frame.search')}
          aria-keyshortcuts="Control+K Meta+K /"
          onClick={onSearch}
        >
          <Search aria-hidden="true" size={20} />
          <span className="search-word">{t('frame.search')}</span>
          <kbd aria-hidden="true">/</kbd>
        </button>
        <nav className="tools" aria-label={t('site.shop')}>
          <a className="tool wide-only" href={shop('/browse')}>
            {t('site.shop')}
          </a>
          <Choices isMember={isMember} />
          <CartLink />
          {!isMember && <SignInLink />}
        </nav>
      </div>
    </header>
  );
}

/** Language, look and, signed in, the way out; on a phone they stand in the drawer. */
export function Choices({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer.site');
  return (
    <div className="choices-row">
      <LanguageMenu />
      <ThemeButton />
      {isMember && (
        <button type="button" className="tool" onClick={() => void logOutHere()} aria-label={t('signOut')}>
          <LogOut aria-hidden="true" size={20} />
        </button>
      )}
    </div>
  );
}

function CartLink() {
  const t = useTranslations('area');
  const count = useSyncExternalStore(onCartChange, cartCount);
  return (
    <Link className="tool" to="/checkout" data-tip={t('menu.checkout')}>
      <ShoppingBag aria-hidden="true" size={20} />
      <span className="visually-hidden">{t('menu.checkout')}</span>
      {count > 0 && (
        <b className="badge">
          <Count of={count} />
        </b>
      )}
    </Link>
  );
}

function SignInLink() {
  const t = useTranslations('customer.site');
  return (
    <Link className="tool" to="/auth/login?to=%2Fcheckout">
      {t('signIn')}
    </Link>
  );
}
