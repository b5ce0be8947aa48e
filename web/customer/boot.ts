import type { Visitor } from '#contract/first-paint.ts';
import { requestFirst } from '../browser/first-response.ts';
import { accessToken, applyTheme, isSignedIn } from '../browser/session.ts';
import { getStored } from '../browser/storage.ts';

/*
 * Runs before the first paint. The server renders a page for some visitors without history, in a language that it guesses:
 * for anyone else it stays hidden. What is pressed before the page's script has come is pressed once it has: a form must
 * not send a password in its address. What the page asks the server for first is asked for at once.
 */
applyTheme();
const root = document.documentElement;
const isInLanguage = (getStored('locale') ?? root.lang) === root.lang;
const isCartFilled = (getStored('cart') ?? '[]') !== '[]';
const visitor: Visitor = `${isSignedIn() ? 'member' : 'guest'}-${isCartFilled ? 'filled' : 'empty'}-cart`;
const isExpected = root.dataset.paintedFor?.includes(visitor);
if (!isExpected || !isInLanguage || location.hash !== '' || history.state?.usr) root.dataset.stale = '';
root.dataset.visitor = visitor;
// One order is shown at the address of all: another head than theirs.
if (location.search.includes('order=')) root.dataset.detail = '';
const token = accessToken();
const { firstRequests } = root.dataset;
if (firstRequests && token && location.search === '' && !('stale' in root.dataset))
  for (const address of firstRequests.split(' ')) requestFirst(address, token);

for (const type of ['click', 'submit'] as const)
  addEventListener(
    type,
    (event) => {
      const pressed = (event.target as Element).closest<HTMLElement>(
        type === 'submit' ? 'form:not([action])' : '[data-painted] button[type=button]',
      );
      if ('ready' in root.dataset || !pressed) return;
      event.preventDefault();
      pressed.dataset.pressed = '';
    },
    true,
  );
