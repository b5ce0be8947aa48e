import { inLocale, splitLocale } from '#contract/pages.ts';
import { suggest, type Suggestion } from '#contract/products.ts';
import { call } from '../../browser/client.ts';

const WAIT = 120;
const started = new WeakSet<HTMLInputElement>();

/** Makes a search field a combobox: up to eight suggestions below it, arrow keys copy one, Enter goes, Escape closes. */
export function start(input: HTMLInputElement): void {
  if (started.has(input)) return;
  started.add(input);
  const list = listFor(input);
  let typed = input.value;
  let timer = 0;
  let asked: AbortController | undefined;

  const close = () => show(input, list, []);
  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    const q = input.value.trim();
    if (q.length < 2) return close();
    const { items } = await call(suggest, { query: { q }, signal: asked.signal }).catch(() => ({ items: [] }));
    if (input.value.trim() === q && document.activeElement === input) show(input, list, items);
  };
  input.addEventListener('input', () => {
    typed = input.value;
    clearTimeout(timer);
    timer = window.setTimeout(ask, WAIT);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event, input, list, typed);
    else if (event.key === 'Enter') follow(event, list);
  });
  input.addEventListener('blur', close);
  if (input.value.trim().length >= 2) void ask();
}

function listFor(input: HTMLInputElement): HTMLUListElement {
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

function show(input: HTMLInputElement, list: HTMLUListElement, items: readonly Suggestion[]): void {
  list.replaceChildren(...items.map((item, index) => option(item, `${list.id}-${index}`, input)));
  list.hidden = items.length === 0;
  input.ariaExpanded = String(items.length > 0);
  input.removeAttribute('aria-activedescendant');
}

function option(item: Suggestion, id: string, input: HTMLInputElement): HTMLLIElement {
  const row = document.createElement('li');
  row.id = id;
  row.role = 'option';
  row.ariaSelected = 'false';
  row.dataset.text = item.text;
  const link = document.createElement('a');
  link.href = inLocale(splitLocale(location.pathname).locale, item.href);
  link.tabIndex = -1;
  if (item.cover) link.append(picture(item.cover));
  const words = document.createElement('span');
  words.append(completed(item.text, input.value.trim()));
  if (item.detail) words.append(small(item.detail));
  link.append(words, kind(item.kind, input));
  row.append(link);
  return row;
}

function picture(cover: string): HTMLImageElement {
  const image = document.createElement('img');
  image.src = cover;
  image.alt = '';
  image.width = 32;
  image.height = 48;
  return image;
}

/** The typed part plain, the completion bold, as one piece of text. */
function completed(text: string, typed: string): HTMLElement {
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

function small(text: string): HTMLElement {
  const element = document.createElement('small');
  element.append(text);
  return element;
}

function kind(name: Suggestion['kind'], input: HTMLInputElement): HTMLElement {
  const element = document.createElement('i');
  element.append(input.dataset[name] ?? '');
  return element;
}

function move(event: KeyboardEvent, input: HTMLInputElement, list: HTMLUListElement, typed: string): void {
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

function follow(event: KeyboardEvent, list: HTMLUListElement): void {
  const chosen = list.querySelector<HTMLAnchorElement>('[aria-selected=true] a');
  if (!chosen) return;
  event.preventDefault();
  location.assign(chosen.href);
}
