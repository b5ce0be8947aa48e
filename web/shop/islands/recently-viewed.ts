import { smallCoverPath } from '#contract/covers.ts';
import { localizedPath, splitLocale } from '#contract/pages.ts';
import { getStored, removeStored } from '../../browser/storage.ts';
import type { ViewedTitle } from '../products/recently-viewed.tsx';

const MAX_SHOWN = 8;

type Shown = ViewedTitle & { series?: string };

/** Fills the shelf of what this browser remembers: what comes next in a series first, then what was seen last. */
export function showRecentlyViewed(place: HTMLElement): void {
  place.querySelector('button')!.addEventListener('click', forget);
  const viewed = viewedTitles();
  const seen = new Set(viewed.map(({ path }) => path));
  const next = viewed.flatMap(({ next: one }): Shown[] => (one && !seen.has(one.path) ? [one] : []));
  const known = new Set<string>();
  const shown = [...next, ...viewed].filter(({ path }) => !known.has(path) && known.add(path)).slice(0, MAX_SHOWN);
  place.querySelector('ul')!.replaceChildren(...shown.map((title) => makeItem(title, place.dataset.next!)));
}

function forget(): void {
  removeStored('viewed');
  delete document.documentElement.dataset.viewed;
}

function viewedTitles(): ViewedTitle[] {
  return (getStored('viewed') ?? '').split('\n').flatMap((line) => {
    try {
      const stored: unknown = JSON.parse(line);
      return isViewedTitle(stored) ? [stored] : [];
    } catch {
      return [];
    }
  });
}

function isViewedTitle(value: unknown): value is ViewedTitle {
  const { path, title, language, authors, cover, next } = (value ?? {}) as Record<string, unknown>;
  const isText = [path, title, language, authors, cover].every((part) => typeof part === 'string');
  return isText && /^\/book\/\d/.test(String(path)) && (next === undefined || isViewedTitle(next));
}

function makeItem({ path, title, language, authors, cover, series }: Shown, next: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), {
    href: localizedPath(splitLocale(location.pathname).locale, path),
  });
  const picture = { className: 'cover cover-grid', src: smallCoverPath(cover), alt: '', width: 96, height: 144 };
  link.append(Object.assign(document.createElement('img'), picture), makeText('b', title, language));
  const note = series === undefined ? makeText('small', authors, language) : makeText('small', next, '');
  if (series !== undefined) note.append(' ', makeText('span', series, language));
  item.append(link, note);
  return item;
}

function makeText(tag: 'b' | 'small' | 'span', text: string, language: string): HTMLElement {
  const element = document.createElement(tag);
  const words = Object.assign(document.createElement('bdi'), { textContent: text, dir: 'auto' });
  if (language) words.lang = language;
  element.append(words);
  return element;
}
