/** Texts up to this length are shown whole. */
const MAX_WHOLE = 700;
const MAX_BEGINNING = 480;

/** A text, or its first sentences and the rest where it is long. */
export function splitText(text: string): [beginning: string, rest: string] {
  if (text.length <= MAX_WHOLE) return [text, ''];
  const end = [...text.slice(0, MAX_BEGINNING).matchAll(/[.!?…؟]["”»’)]*\s/g)].at(-1);
  const at = end ? end.index + end[0].length : text.lastIndexOf(' ', MAX_BEGINNING) + 1 || MAX_BEGINNING;
  return [text.slice(0, at).trimEnd(), text.slice(at)];
}
