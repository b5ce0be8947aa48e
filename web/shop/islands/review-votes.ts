import { inDigitsOf, isLocale, DEFAULT_LOCALE } from '#domain/locale.ts';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { isSignedIn } from '../../browser/session.ts';
import { showToast } from './toast.ts';

/** Marks the reviews that the customer found helpful; at the customer's own there is nothing to press. */
export async function showVotes(list: HTMLElement): Promise<void> {
  try {
    const { helpful, own } = await sendRequest('getReviewMarks', { params: { id: Number(list.dataset.product) } });
    for (const footer of list.querySelectorAll<HTMLElement>('[data-review]')) {
      const id = footer.dataset.review!;
      footer.hidden = id === own;
      footer.querySelector('button')!.ariaPressed = String(helpful.includes(id));
    }
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
  }
}

/** Says that a review is helpful, or takes that back, at once on screen; a guest signs in first. */
export async function answerClick(button: HTMLElement): Promise<void> {
  const { signIn, failed } = button.closest<HTMLElement>('[data-island=reviews]')!.dataset;
  if (!isSignedIn()) return location.assign(signIn!);
  const id = button.closest<HTMLElement>('[data-review]')!.dataset.review!;
  const isHelpful = button.ariaPressed !== 'true';
  button.ariaPressed = String(isHelpful);
  try {
    const { helpful } = await sendRequest('voteReview', { body: { id, helpful: isHelpful } });
    showCount(button.querySelector('bdi')!, helpful);
  } catch (error) {
    button.ariaPressed = String(!isHelpful);
    if (!(error instanceof ApiRequestError)) throw error;
    if (!isSignedIn()) return location.assign(signIn!);
    showToast({ text: error.message || failed! });
  }
}

function showCount(place: HTMLElement, count: number): void {
  const { lang } = document.documentElement;
  place.textContent = count === 0 ? '' : inDigitsOf(isLocale(lang) ? lang : DEFAULT_LOCALE, String(count));
}
