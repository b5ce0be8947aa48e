/**
 * Copies what a button stands for and says so in the element after it; a browser that does not let us has the text
 * selected before the button instead.
 */
export async function copyToClipboard(button: HTMLElement): Promise<void> {
  const { copy = '', done = '' } = button.dataset;
  try {
    await navigator.clipboard.writeText(copy);
    button.nextElementSibling!.textContent = done;
  } catch {
    getSelection()?.selectAllChildren(button.previousElementSibling!);
  }
}

export { copyToClipboard as answerClick };
