import { isSignedIn } from '../browser/session.ts';
import { showTheme } from '../browser/theme.ts';

/* Runs before the first paint: theme and member prices must not jump. */
showTheme();
if (isSignedIn()) document.documentElement.dataset.member = '';
