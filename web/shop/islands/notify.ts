import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { isSignedIn } from '../../browser/session.ts';
import { showToast } from './toast.ts';

/** Puts a member on the list of the chosen format; for whoever is not signed in any more, the form asks for an email. */
export async function addAlert(form: HTMLFormElement): Promise<void> {
  const { added, manage, manageHref } = form.dataset as Record<string, string>;
  try {
    await sendRequest('addAlert', { body: { vid: Number(new FormData(form).get('vid')) } });
    showToast({ text: added!, action: { label: manage!, href: manageHref! } });
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    if (isSignedIn()) showToast({ text: error.message || form.dataset.failed! });
  }
}
