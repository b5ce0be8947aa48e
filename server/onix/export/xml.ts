import { shortTagOf, type TagName } from '../tags.ts';

export type TagSet = 'reference' | 'short';

/** An element to be written: its text or its children. */
export type XmlElement = {
  name: TagName;
  content: string | readonly XmlElement[];
  attributes: Readonly<Record<string, string>>;
};

/** An element, or none where there is no text and are no children: an export leaves out what it does not know. */
export function element(
  name: TagName,
  content: string | number | null | undefined | readonly XmlElement[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'object') return content.length === 0 ? [] : [{ name, content, attributes }];
  const text = cleanText(String(content));
  return text === '' ? [] : [{ name, content: text, attributes }];
}

/** An element that says something by being there. */
export function emptyElement(name: TagName): XmlElement[] {
  return [{ name, content: '', attributes: {} }];
}

/** Paragraphs of XHTML inside an element. */
export const PARAGRAPH = 'p' as TagName;

export function renderElement({ name, content, attributes }: XmlElement, tags: TagSet): string {
  const tag = tags === 'short' && name !== PARAGRAPH ? shortTagOf(name) : name;
  const start = [tag, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ');
  if (content === '') return `<${start}/>`;
  const inner =
    typeof content === 'string' ? escapeXml(content) : content.map((one) => renderElement(one, tags)).join('');
  return `<${start}>${inner}</${tag}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}

/** Without the characters that XML forbids: controls, and halves of a surrogate pair. */
function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').toWellFormed();
}
