import { applyTheme, isSignedIn } from '../browser/session.ts';
import { getStored } from '../browser/storage.ts';

/*
 * Runs before the first paint. The server renders a page as a guest without history sees it, in a language that it guesses:
 * for anyone else it stays hidden. A form that is submitted before the page's script has come is submitted once it has.
 */
applyTheme();
const root = document.documentElement;
const isInLanguage = (getStored('locale') ?? root.lang) === root.lang;
const isOther = !isInLanguage || isSignedIn() || location.hash !== '' || history.state?.usr;
if (isOther) root.dataset.stale = '';

addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    if ('ready' in root.dataset || form.hasAttribute('action')) return;
    event.preventDefault();
    form.dataset.submitted = '';
  },
  true,
);
