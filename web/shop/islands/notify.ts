import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { isSignedIn } from '../../browser/session.ts';
import { showToast } from './toast.ts';

/**
 * Puts a member on the list of the chosen format, or asks for a title by the words of the form; for whoever is not signed in
 * any more, the form asks for an email.
 */
export async function submitAsMember(form: HTMLFormElement): Promise<void> {
  const { added, manage, manageHref } = form.dataset as Record<string, string>;
  const { vid, words } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  try {
    if (vid) await sendRequest('addAlert', { body: { vid: Number(vid) } });
    else await sendRequest('addTitleRequest', { body: { words: words! } });
    showToast({ text: added!, action: { label: manage!, href: manageHref! } });
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    if (isSignedIn()) showToast({ text: error.message || form.dataset.failed! });
  }
}
