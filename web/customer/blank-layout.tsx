import { Outlet } from 'react-router';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeButton } from './theme-button.tsx';
import { Wordmark } from './wordmark.tsx';

/** Around a page that stands for itself: the name, language and look only. */
export function BlankLayout() {
  return (
    <>
      <header className="auth-head">
        <Wordmark />
        <div className="choices-row">
          <LanguageMenu />
          <ThemeButton />
        </div>
      </header>
      <main className="blank" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
