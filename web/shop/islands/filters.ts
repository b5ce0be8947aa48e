/* Filters answer in place: the list of the new address takes the place of this one, all else stays as it is. */

let pendingRequest: XMLHttpRequest | undefined;
let shownPath = location.pathname + location.search;

/* Jumping to a part of the page comes by here too. */
addEventListener('popstate', () => {
  const asked = location.pathname + location.search;
  if (asked === shownPath) return;
  shownPath = asked;
  void loadList(location.href);
});

/** Shows what a form of filters asks for. */
export function submitFilters(form: HTMLFormElement): void {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(fields.filter(([, value]) => value !== ''));
  showFilteredList(`${form.action}?${query}`);
}

/** Shows the list that a link leads to. */
export function answerClick(link: HTMLElement): void {
  showFilteredList((link as HTMLAnchorElement).href);
}

/** Shows another list under its address; Back leads to the one before. */
function showFilteredList(address: string): void {
  void loadList(address).then((isShown) => {
    if (isShown) history.pushState(null, '', address);
    shownPath = location.pathname + location.search;
  });
}

/** Where the list cannot be had in place, the browser goes there itself. */
async function loadList(address: string): Promise<boolean> {
  const before = document.querySelector('.browse');
  before?.setAttribute('aria-busy', 'true');
  const page = await fetchPage(address);
  if (page === 'overtaken') return false;
  const after = page?.querySelector('.browse');
  if (!before || !page || !after) {
    location.assign(address);
    return false;
  }
  replaceList(before, document.adoptNode(after));
  document.title = page.title;
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-click=locale]'))
    for (const own of document.querySelectorAll<HTMLAnchorElement>(`a[data-click=locale][lang="${link.lang}"]`))
      own.href = link.href;
  const signIn = page.querySelector<HTMLAnchorElement>('.site-header a.for-guest[href*="?back="]');
  const own = document.querySelector<HTMLAnchorElement>('.site-header a.for-guest[href*="?back="]');
  if (signIn && own) own.href = signIn.href;
  dispatchEvent(new Event('cardschange'));
  return true;
}

/** A page as a document, nothing where there is none; `overtaken` by a later choice. */
function fetchPage(address: string): Promise<Document | undefined | 'overtaken'> {
  pendingRequest?.abort();
  const request = new XMLHttpRequest();
  pendingRequest = request;
  return new Promise((resolve) => {
    request.onload = () => resolve(request.status === 200 ? (request.responseXML ?? undefined) : undefined);
    request.onerror = () => resolve(undefined);
    request.onabort = () => resolve('overtaken');
    request.open('GET', address);
    request.responseType = 'document';
    request.setRequestHeader('Accept', 'text/html');
    request.send();
  });
}

/** Keeps what is open, what has the focus, and the line that says how many there are, which is read out as it changes. */
function replaceList(before: Element, after: Element): void {
  for (const fold of before.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) {
    const same = after.querySelector<HTMLDetailsElement>(`details[data-fold="${fold.dataset.fold}"]`);
    if (same) same.open = fold.open;
  }
  const focused = selectorOf(document.activeElement);
  const { scrollX, scrollY } = window;
  const count = before.querySelector('.browse-count');
  const newCount = after.querySelector('.browse-count');
  const words = newCount?.textContent ?? '';
  if (count && newCount) newCount.replaceWith(count);
  before.replaceWith(after);
  scrollTo({ left: scrollX, top: scrollY });
  if (focused) (after.querySelector<HTMLElement>(focused) ?? headingOf(after))?.focus({ preventScroll: true });
  if (count) requestAnimationFrame(() => (count.textContent = words));
}

/** What finds the same control in the new list; a chip or link that is gone there is found by nothing. */
function selectorOf(focused: Element | null): string | undefined {
  if (!focused?.closest('.browse')) return undefined;
  if (focused instanceof HTMLInputElement) return `input[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`;
  if (focused instanceof HTMLSelectElement) return `select[name="${focused.name}"]`;
  return `a[href="${CSS.escape(focused.getAttribute('href') ?? '')}"]`;
}

function headingOf(list: Element): HTMLElement | null {
  const heading = list.querySelector<HTMLElement>('h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
