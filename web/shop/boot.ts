import { isSignedIn, applyTheme } from '../browser/session.ts';

/* Runs before the first paint: theme and member prices must not jump. */
applyTheme();
if (isSignedIn()) document.documentElement.dataset.member = '';
