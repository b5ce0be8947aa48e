import { LIST_ROUTES } from '#contract/list-routes.ts';
import type { NamedList } from '#contract/lists.ts';
import { addRoutes } from '#contract/routes.ts';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import type { ListMessages } from '../products/product-page.tsx';
import { fillPlaceholders, fillToast, hideToast, productTitleNear, showToast, toastMessages } from './toast.ts';

addRoutes(LIST_ROUTES);

/** The customer's lists beside the wish list; none where they do not come. */
export async function loadLists(): Promise<NamedList[]> {
  try {
    return (await sendRequest('listLists')).items;
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    return [];
  }
}

export function listMessages(heart: HTMLElement): ListMessages {
  return JSON.parse(heart.closest<HTMLElement>('[data-lists]')!.dataset.lists!) as ListMessages;
}

type ListChoice = { heart: HTMLElement; lists: readonly NamedList[]; onMoved: () => void };

/** Asks where a title goes from the wish list; Escape leaves it there. */
export function chooseList({ heart, lists, onMoved }: ListChoice): void {
  const { moveTitle, move } = listMessages(heart);
  const select = selectOf(lists);
  const label = document.createElement('label');
  label.append(fillPlaceholders(moveTitle, { title: productTitleNear(heart) }), select);
  const button = document.createElement('button');
  button.className = 'button button-quiet';
  button.append(move);
  const form = document.createElement('form');
  form.className = 'list-choice';
  form.append(label, button);
  form.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    hideToast();
    heart.focus();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    heart.focus();
    const list = lists.find(({ id }) => id === select.value)!;
    void moveTo(list, heart).then((isMoved) => isMoved && onMoved());
  });
  fillToast(form);
  select.focus();
}

function selectOf(lists: readonly NamedList[]): HTMLSelectElement {
  const select = document.createElement('select');
  for (const { id, name } of lists) {
    const option = document.createElement('option');
    option.value = id;
    option.append(name);
    select.append(option);
  }
  return select;
}

/** Moves the title and says so; returns whether it did. */
async function moveTo(list: NamedList, heart: HTMLElement): Promise<boolean> {
  const title = productTitleNear(heart);
  const { moved, see } = listMessages(heart);
  try {
    await sendRequest('moveListTitle', { body: { product_id: Number(heart.dataset.id), from: null, to: list.id } });
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    showToast({ text: error.message || fillPlaceholders(toastMessages().failed, { title }) });
    return false;
  }
  const action = { label: see.label, href: `${see.href}/${list.id}` };
  showToast({ text: fillPlaceholders(moved, { title, list: list.name }), action });
  return true;
}
