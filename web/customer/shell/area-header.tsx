import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { useTranslations } from 'use-intl';
import { LanguageMenu, ThemeButton, Wordmark, AccountLinks } from './header.tsx';
import { signOut } from '../auth/sign-in-and-out.ts';

type AreaHeaderProps = {
  isMember: boolean;
  /** Whether only the shop's name is shown. */
  isFocused: boolean;
  onSearch: () => void;
  onMenu: () => void;
};

/** The shop's header, whose search opens the command palette; on a phone some actions are in the menu drawer. */
export function AreaHeader({ isMember, isFocused, onSearch, onMenu }: AreaHeaderProps) {
  const t = useTranslations('customer');
  if (isFocused)
    return (
      <header className="site-header">
        <div className="site-header-row">
          <Wordmark />
        </div>
      </header>
    );
  return (
    <header className="site-header">
      <div className="site-header-row area-header">
        <button type="button" className="tool menu-button" aria-label={t('shell.openMenu')} onClick={onMenu}>
          <MenuIcon aria-hidden="true" size={22} />
        </button>
        <Wordmark />
        <div className="site-search">
          <div className="site-search-field">
            <button
              type="button"
              className="site-search-open"
              aria-keyshortcuts="Control+K Meta+K /"
              onClick={onSearch}
            >
              <span className="visually-hidden">{t('shell.search')}</span> <span>{t('site.search')}</span>
              <span className="site-search-button" aria-hidden="true">
                <Search size={20} />
              </span>
            </button>
          </div>
        </div>
        <nav className="tools" aria-label={t('site.shop')}>
          <HeaderActions isMember={isMember} />
          <AccountLinks isMember={isMember} />
        </nav>
      </div>
    </header>
  );
}

/** Language, theme and sign-out; on a phone they are in the menu drawer. */
export function HeaderActions({ isMember }: { isMember: boolean }) {
  const t = useTranslations('customer.site');
  return (
    <div className="header-actions">
      <LanguageMenu />
      <ThemeButton />
      {isMember && (
        <button type="button" className="tool" onClick={() => void signOut()} aria-label={t('signOut')}>
          <LogOut aria-hidden="true" size={20} />
        </button>
      )}
    </div>
  );
}
