/* The sample pages over the book's page: one on a phone, two beside each other on a wide screen, turned as the book is. */

let viewer: HTMLDialogElement | undefined;

/** While they are open, the history stands one entry further, so that the browser's Back closes them. */
const isAtViewer = () => (history.state as { viewer?: true } | null)?.viewer === true;

/** They were closed, and the history is on its way back to the book. */
let isLeaving = false;

/** Opens the sample pages that are in the template beside their link. */
export function answerClick(link: HTMLElement): void {
  const dialog = (viewer ??= createViewer(link.nextElementSibling as HTMLTemplateElement));
  if (isLeaving) addEventListener('popstate', () => enter(dialog), { once: true });
  else enter(dialog);
}

function enter(dialog: HTMLDialogElement): void {
  if (!isAtViewer()) history.pushState({ viewer: true }, '');
  open(dialog);
}

function open(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.querySelector('ol')!.dispatchEvent(new Event('scroll'));
}

function createViewer(template: HTMLTemplateElement): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'viewer';
  dialog.append(document.importNode(template.content, true));
  dialog.ariaLabel = dialog.querySelector('h2')!.textContent;
  document.body.append(dialog);
  startViewer(dialog, dialog.querySelector('ol')!);
  dialog.addEventListener('close', () => {
    if (dialog.open || !isAtViewer()) return;
    isLeaving = true;
    history.back();
  });
  addEventListener('popstate', () => {
    isLeaving = false;
    if (isAtViewer()) open(dialog);
    else dialog.close();
  });
  return dialog;
}

/** The keys that turn pages by a number of them; the arrows as the book is read. */
function stepOf(key: string, isRightToLeft: boolean): number {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  const steps: Record<string, number> = {
    [forward]: 1,
    [back]: -1,
    PageDown: 1,
    PageUp: -1,
    Home: -Infinity,
    End: Infinity,
  };
  return steps[key] ?? 0;
}

function startViewer(dialog: HTMLDialogElement, pages: HTMLElement): void {
  const places = [...pages.children] as HTMLElement[];
  const isRightToLeft = pages.dir === 'rtl';
  /** The page to which the view is on its way, until it is there or the reader scrolls. */
  let destination: number | undefined;
  let shown = 0;

  const seenAtOnce = () => Math.max(1, Math.round(pages.clientWidth / places[0]!.clientWidth));
  const show = (page: number) => {
    shown = page;
    showPosition(dialog, { page, pages: places.length, atOnce: seenAtOnce() });
  };
  const turn = (step: number) => {
    const atOnce = seenAtOnce();
    const last = Math.floor((places.length - 1) / atOnce) * atOnce;
    const page = Math.min(Math.max(shown + step * atOnce, 0), last);
    if (page === shown) return;
    destination = page;
    show(page);
    places[page]!.scrollIntoView({ block: 'nearest', inline: 'start' });
  };
  const forgetDestination = () => (destination = undefined);

  pages.tabIndex = 0;
  pages.autofocus = true;
  pages.addEventListener('scroll', () => {
    const page = nearestPage(pages, places);
    if (destination !== undefined && page !== destination) return;
    destination = undefined;
    show(page - (page % seenAtOnce()));
  });
  pages.addEventListener('pointerdown', forgetDestination);
  pages.addEventListener('wheel', forgetDestination, { passive: true });
  dialog.addEventListener('keydown', (event) => {
    const step = event.ctrlKey || event.altKey || event.metaKey ? 0 : stepOf(event.key, isRightToLeft);
    if (step === 0) return;
    event.preventDefault();
    turn(step);
  });
  dialog.addEventListener('click', ({ target }) => {
    const { turn: step } = (target as Element).closest<HTMLElement>('[data-turn]')?.dataset ?? {};
    if (step === 'close') dialog.close();
    else if (step) turn(Number(step));
  });
  addEventListener('resize', () => {
    if (dialog.open) pages.dispatchEvent(new Event('scroll'));
  });
}

/** The page whose start is nearest to that of the view. */
function nearestPage(pages: HTMLElement, places: readonly HTMLElement[]): number {
  const distance = (place: HTMLElement) => {
    const [one, other] = [place.getBoundingClientRect(), pages.getBoundingClientRect()];
    return Math.abs(pages.dir === 'rtl' ? one.right - other.right : one.left - other.left);
  };
  const distances = places.map(distance);
  return distances.indexOf(Math.min(...distances));
}

type Position = { page: number; pages: number; atOnce: number };

function showPosition(dialog: HTMLElement, { page, pages, atOnce }: Position): void {
  const status = dialog.querySelector<HTMLElement>('[role=status]')!;
  const isSpread = atOnce > 1 && page + 1 < pages;
  const values: Record<string, number> = { page: page + 1, next: page + 2, pages };
  const text = (isSpread ? status.dataset.two! : status.dataset.one!).replace(/{(\w+)}/g, (_, name: string) =>
    values[name]!.toLocaleString(document.documentElement.lang),
  );
  if (status.textContent !== text) status.textContent = text;
  setDisabled(dialog, '[data-turn="-1"]', page === 0);
  setDisabled(dialog, '[data-turn="1"]', page + atOnce >= pages);
}

/** It keeps the focus, which a disabled button would lose. */
function setDisabled(dialog: HTMLElement, button: string, isDisabled: boolean): void {
  dialog.querySelector<HTMLElement>(button)!.ariaDisabled = String(isDisabled);
}
