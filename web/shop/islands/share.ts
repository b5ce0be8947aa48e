import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';

/** Shares the page by the system's sheet; where there is none, its address is copied. Closing the sheet is no failure. */
export async function answerClick(button: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  if ('share' in navigator) await navigator.share({ title: document.title, url }).catch(() => {});
  else {
    button.dataset.copy = url;
    await copyToClipboard(button);
  }
}
