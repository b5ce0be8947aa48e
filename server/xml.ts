export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A text without the characters that XML 1.0 cannot hold, not even escaped: controls, and halves of a surrogate pair. */
export function cleanXmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text inside an element or an attribute. */
export function xmlText(text: string): string {
  return cleanXmlText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** An element that contains text. */
export function xmlElement(name: string, text: string): string {
  return xmlParent(name, xmlText(text));
}

/** An element around what is XML already. */
export function xmlParent(name: string, content: string, attributes: Readonly<Record<string, string>> = {}): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${xmlText(value)}"`)].join(' ');
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`;
}
