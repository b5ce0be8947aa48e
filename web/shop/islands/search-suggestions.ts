import { smallCoverPath } from '#contract/covers.ts';
import { localizedPath, splitLocale } from '#contract/pages.ts';
import type { Suggestion } from '#contract/products.ts';
import { sendRequest } from '../../browser/api-client.ts';

const DEBOUNCE_MS = 120;
const enhancedInputs = new WeakSet<HTMLInputElement>();

/** Makes a search field a combobox: up to eight suggestions below it, arrow keys copy one, Enter goes, Escape closes. */
export function startSuggestions(input: HTMLInputElement): void {
  if (enhancedInputs.has(input)) return;
  enhancedInputs.add(input);
  const list = createListbox(input);
  let typed = input.value;
  let timer = 0;
  let request: AbortController | undefined;

  const close = () => renderSuggestions(input, list, []);
  const load = async () => {
    request?.abort();
    request = new AbortController();
    const q = input.value.trim();
    if (!isEnough(q)) return close();
    const { items } = await sendRequest('suggest', { query: { q }, signal: request.signal }).catch(() => ({
      items: [],
    }));
    if (input.value.trim() === q && document.activeElement === input) renderSuggestions(input, list, items);
  };
  input.addEventListener('input', () => {
    typed = input.value;
    clearTimeout(timer);
    timer = window.setTimeout(load, DEBOUNCE_MS);
  });
  input.addEventListener('keydown', (event) => {
    // An input method has these keys for itself while it composes Chinese or Japanese.
    if (event.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveSelection(event, input, list, typed);
    else if (event.key === 'Enter') openSelection(event, list);
  });
  input.addEventListener('blur', close);
  if (isEnough(input.value.trim())) void load();
}

/** A letter begins too much; a Chinese character is a word. */
function isEnough(q: string): boolean {
  return q.length > 1 || /\p{Script=Han}/u.test(q);
}

function createListbox(input: HTMLInputElement): HTMLUListElement {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = `${input.id}-suggestions`;
  list.role = 'listbox';
  list.hidden = true;
  list.ariaLabel = input.ariaLabel ?? input.labels?.[0]?.textContent ?? '';
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  input.parentElement!.append(list);
  input.role = 'combobox';
  input.autocomplete = 'off';
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-autocomplete', 'list');
  input.ariaExpanded = 'false';
  return list;
}

function renderSuggestions(input: HTMLInputElement, list: HTMLUListElement, items: readonly Suggestion[]): void {
  list.replaceChildren(...items.map((item, index) => createOption(item, `${list.id}-${index}`, input)));
  list.hidden = items.length === 0;
  input.ariaExpanded = String(items.length > 0);
  input.removeAttribute('aria-activedescendant');
}

function createOption(item: Suggestion, id: string, input: HTMLInputElement): HTMLLIElement {
  const row = document.createElement('li');
  row.id = id;
  row.role = 'option';
  row.ariaSelected = 'false';
  row.dataset.text = item.text;
  const link = document.createElement('a');
  link.href = localizedPath(splitLocale(location.pathname).locale, item.href);
  link.tabIndex = -1;
  if (item.cover) link.append(coverThumbnail(item.cover));
  const words = document.createElement('span');
  words.append(highlightCompletion(item.text, input.value.trim()));
  if (item.detail) words.append(detailElement(item.detail));
  link.append(words, kindElement(item.kind, input));
  row.append(link);
  return row;
}

function coverThumbnail(cover: string): HTMLImageElement {
  const image = document.createElement('img');
  image.src = smallCoverPath(cover);
  image.alt = '';
  image.width = 32;
  image.height = 48;
  return image;
}

/** The typed part plain, the completion bold, as one piece of text. */
function highlightCompletion(text: string, typed: string): HTMLElement {
  const whole = document.createElement('cite');
  const at = text.toLowerCase().indexOf(typed.toLowerCase());
  const [before, same] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at, at + typed.length)];
  whole.append(...bold(before), same, ...bold(at < 0 ? '' : text.slice(at + typed.length)));
  return whole;
}

function bold(text: string): HTMLElement[] {
  if (!text) return [];
  const element = document.createElement('b');
  element.append(text);
  return [element];
}

function detailElement(text: string): HTMLElement {
  const element = document.createElement('small');
  element.append(text);
  return element;
}

function kindElement(name: Suggestion['kind'], input: HTMLInputElement): HTMLElement {
  const element = document.createElement('i');
  element.append(input.dataset[name] ?? '');
  return element;
}

function moveSelection(event: KeyboardEvent, input: HTMLInputElement, list: HTMLUListElement, typed: string): void {
  const rows = [...list.children] as HTMLElement[];
  if (rows.length === 0) return;
  event.preventDefault();
  const now = rows.findIndex((row) => row.ariaSelected === 'true');
  const step = event.key === 'ArrowDown' ? 1 : -1;
  const next = now < 0 ? (step > 0 ? 0 : rows.length - 1) : now + step;
  for (const [index, row] of rows.entries()) row.ariaSelected = String(index === next);
  const chosen = rows[next];
  input.value = chosen?.dataset.text ?? typed;
  if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
  else input.removeAttribute('aria-activedescendant');
}

function openSelection(event: KeyboardEvent, list: HTMLUListElement): void {
  const chosen = list.querySelector<HTMLAnchorElement>('[aria-selected=true] a');
  if (!chosen) return;
  event.preventDefault();
  location.assign(chosen.href);
}
