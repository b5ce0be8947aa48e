import { isSignedIn, applyTheme } from '../browser/session.ts';
import { getStored } from '../browser/storage.ts';

/* Runs before the first paint: theme, member prices and the shelf of titles that were seen must not jump. */
applyTheme();
if (isSignedIn()) document.documentElement.dataset.member = '';
if (getStored('viewed')) document.documentElement.dataset.viewed = '';
