import { Outlet } from 'react-router';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeButton } from './theme-button.tsx';
import { Wordmark } from './wordmark.tsx';

/** Around sign-in, registration and the new password: the shop's name and little else. */
export function AuthLayout() {
  return (
    <div className="auth">
      <header className="auth-head">
        <Wordmark />
        <div className="choices-row">
          <LanguageMenu />
          <ThemeButton />
        </div>
      </header>
      <main id="content" className="auth-main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
