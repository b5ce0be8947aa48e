import type { ToastMessages } from '../layout/layout.tsx';

/** How long a toast is seen where nobody rests on it, in milliseconds. */
const VISIBLE_MS = 10_000;

export type ToastAction = { label: string; href: string } | { label: string; run: () => void };
type ToastContent = { text: string; action?: ToastAction };

let hideTimer = 0;

/** Says in a corner of the page, and to screen readers, what was done; one action undoes it or leads on. */
export function showToast({ text, action }: ToastContent): void {
  const sentence = document.createElement('p');
  sentence.append(text);
  fillToast(sentence, ...(action ? [actionElement(action, toastPlace())] : []));
}

/** Shows these elements as a toast. */
export function fillToast(...content: HTMLElement[]): void {
  const place = toastPlace();
  place.replaceChildren(...content, closeButton(place));
  hideLater(place);
}

export function hideToast(): void {
  toastPlace().replaceChildren();
}

export function toastMessages(): ToastMessages {
  return JSON.parse(toastPlace().dataset.words!) as ToastMessages;
}

/** A sentence with its blank filled. */
export function fillPlaceholders(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The title of the book that a button belongs to, for such a blank. */
export function productTitleNear(button: Element): string {
  return button.closest('article')?.querySelector('h1, h2, h3')?.textContent ?? '';
}

function toastPlace(): HTMLElement {
  return document.querySelector<HTMLElement>('[data-island=toast]')!;
}

function actionElement(action: ToastAction, place: HTMLElement): HTMLElement {
  if ('href' in action) {
    const link = document.createElement('a');
    link.href = action.href;
    link.append(action.label);
    return link;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button-plain';
  button.append(action.label);
  button.addEventListener('click', () => {
    place.replaceChildren();
    action.run();
  });
  return button;
}

function closeButton(place: HTMLElement): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'tool';
  button.ariaLabel = toastMessages().close;
  button.append('×');
  button.addEventListener('click', () => place.replaceChildren());
  return button;
}

/** Goes by itself, but not from under a hand or a focus. */
function hideLater(place: HTMLElement): void {
  clearTimeout(hideTimer);
  hideTimer = window.setTimeout(() => {
    if (place.matches(':hover, :focus-within')) hideLater(place);
    else place.replaceChildren();
  }, VISIBLE_MS);
}
