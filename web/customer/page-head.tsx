import { LanguageMenu } from './language-menu.tsx';
import { ThemeButton } from './theme-button.tsx';
import { Wordmark } from './wordmark.tsx';

/** The top of a page that has no menu: the name, language and look only. */
export function PageHead() {
  return (
    <header className="auth-head">
      <Wordmark />
      <div className="choices-row">
        <LanguageMenu />
        <ThemeButton />
      </div>
    </header>
  );
}
