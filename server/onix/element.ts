import { decodeHTMLStrict } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { referenceNameOf, type TagName } from './tags.ts';

/**
 * An element by its reference name. `text` is its own character data; `html` is the markup inside an element that may
 * hold XHTML, where there is some.
 */
export type OnixElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: OnixElement[];
  text: string;
  html?: string;
};

/** XML that is not well-formed; `line` counts from 1 within the text. */
export class InvalidXmlError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Elements that may hold XHTML instead of text. */
const RICH_ELEMENTS = new Set(['Text', 'BiographicalNote']);

/** Deeper than any record; what is deeper was made to exhaust us. */
const MAX_DEPTH = 100;

/**
 * The element that a text holds. No entity is expanded but XML's five and HTML's named characters, which many feeds use
 * without declaring them. Characters that XML forbids are dropped. Throws {@link InvalidXmlError}.
 */
export function parseElement(xml: string): OnixElement {
  const clean = dropForbiddenCharacters(xml);
  try {
    return parseWith(createParser(false), clean);
  } catch (error) {
    if (!(error instanceof InvalidXmlError)) throw error;
    // Counting lines takes a third of the time, and only a broken record needs it.
    return parseWith(createParser(true), clean);
  }
}

const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F])|[xX][fF]{3}[eEfF]);/;
const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'g');

function dropForbiddenCharacters(xml: string): string {
  return FORBIDDEN.test(xml) ? xml.replace(ALL_FORBIDDEN, '') : xml;
}

const HTML_CHARACTERS: Record<string, string> = new Proxy(
  {},
  {
    get: (_, name) => {
      const reference = `&${String(name)};`;
      const character = decodeHTMLStrict(reference);
      return character === reference ? undefined : character;
    },
  },
);

function createParser(position: boolean): SaxesParser {
  const parser = new SaxesParser({ position });
  parser.ENTITIES = HTML_CHARACTERS;
  return parser;
}

function parseWith(parser: SaxesParser, xml: string): OnixElement {
  const open: OnixElement[] = [];
  const markup: { depth: number } = { depth: 0 };
  let root: OnixElement | undefined;
  parser.on('error', (error) => {
    throw new InvalidXmlError(error.message.replace(/^(?:\d+:\d+: )?/, ''), parser.line);
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const parent = open.at(-1);
    if (markup.depth > 0 || (parent && RICH_ELEMENTS.has(parent.name))) return openMarkup(parent!, markup, name);
    const element = { name: referenceNameOf(name), attributes, children: [], text: '' };
    if (parent) parent.children.push(element);
    root ??= element;
    open.push(element);
    if (open.length > MAX_DEPTH) throw new InvalidXmlError('it is nested too deeply', parser.line);
  });
  parser.on('closetag', ({ name }) => {
    if (markup.depth === 0) return void open.pop();
    markup.depth -= 1;
    open.at(-1)!.html += `</${localName(name)}>`;
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (!element) return;
    element.text += text;
    if (element.html !== undefined) element.html += escapeHtml(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(xml).close();
  return root!;
}

/** Attributes are left out: none is allowed in a text of ours. */
function openMarkup(element: OnixElement, markup: { depth: number }, name: string): void {
  markup.depth += 1;
  element.html ??= escapeHtml(element.text);
  element.html += `<${localName(name)}>`;
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase();
}

const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => HTML_ESCAPES[character]!);
}

/** The first child of this name. */
export function childOf(element: OnixElement | undefined, name: TagName): OnixElement | undefined {
  return element?.children.find((one) => one.name === name);
}

/** All children of this name. */
export function childrenOf(element: OnixElement | undefined, name: TagName): OnixElement[] {
  return element ? element.children.filter((one) => one.name === name) : [];
}

/** The text of the first child of this name, on one line; empty without one. */
export function textOf(element: OnixElement | undefined, name: TagName): string {
  return lineOf(childOf(element, name));
}

/** An element's text on one line; a space that does not break a line stays. */
export function lineOf(element: OnixElement | undefined): string {
  const text = element?.text ?? '';
  return /\s/.test(text) ? text.replace(/[ \t\r\n]+/g, ' ').trim() : text;
}
