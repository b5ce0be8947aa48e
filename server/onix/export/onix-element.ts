import { cleanXmlText, xmlParent, xmlText } from '../../xml.ts';
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
  const text = cleanXmlText(String(content));
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
  const inner = typeof content === 'string' ? xmlText(content) : renderElements(content, tags);
  return xmlParent(tag, inner, attributes);
}

export function renderElements(elements: readonly XmlElement[], tags: TagSet): string {
  return elements.map((one) => renderElement(one, tags)).join('');
}
