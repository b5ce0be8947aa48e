import { Parser } from 'htmlparser2';
import { escapeHtml, type OnixElement } from './element.ts';

/** What a text of the shop may contain; attributes never. */
const ALLOWED = new Set('p br em strong i b u sub sup cite q blockquote ul ol li dl dt dd'.split(' '));
/** Elements that become a paragraph. */
const PARAGRAPHS = new Set('div section article header footer h1 h2 h3 h4 h5 h6 pre address table tr'.split(' '));
/** Elements whose content is no text. */
const DROPPED = new Set(
  'script style head title iframe object embed template svg math noscript textarea select'.split(' '),
);
const LINE_STARTS = new Set(['p', 'br', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd']);

/** Text formats (list 34) without markup: default, plain and ASCII. */
const PLAIN_FORMATS = new Set(['06', '07', 'text', 'ascii']);
const LOOKS_LIKE_HTML = /<(?:p|br|b|i|em|strong|ul|ol|li|div|span)(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/i;

/**
 * A text of a record as safe HTML, read as its `textformat` says: markup of plain text stands as it is, unless it is HTML
 * that its sender forgot to declare.
 */
export function readRichText(element: OnixElement): string {
  if (element.html !== undefined) return sanitizeHtml(element.html);
  const format = element.attributes.textformat?.toLowerCase() ?? '06';
  const isPlain = PLAIN_FORMATS.has(format) && !LOOKS_LIKE_HTML.test(element.text);
  return isPlain ? plainToHtml(element.text) : sanitizeHtml(element.text);
}

/** HTML with the allowed elements only, without attributes, and balanced. */
export function sanitizeHtml(html: string): string {
  let clean = '';
  let dropped = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (DROPPED.has(name)) dropped += 1;
        const kept = keptName(name);
        if (dropped === 0 && kept) clean += `<${kept}>`;
      },
      ontext: (text) => {
        if (dropped === 0) clean += escapeHtml(text);
      },
      onclosetag: (name) => {
        const kept = keptName(name);
        if (dropped === 0 && kept && kept !== 'br') clean += `</${kept}>`;
        if (DROPPED.has(name)) dropped -= 1;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return clean
    .replaceAll('\u0000', '')
    .replaceAll(/<p>\s*<\/p>/g, '')
    .trim();
}

function keptName(name: string): string | undefined {
  if (ALLOWED.has(name)) return name;
  return PARAGRAPHS.has(name) ? 'p' : undefined;
}

function plainToHtml(text: string): string {
  const paragraphs = text.trim().split(/\s*\n\s*\n\s*/);
  return paragraphs.length === 1
    ? escapeHtml(text.trim())
    : paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`).join('');
}

/** White space of markup; a space that does not break a line is a sign like others. */
const WHITE_SPACE = /[ \t\r\n\f]+/g;

/** The words of safe HTML: a line for each paragraph and each item of a list. */
export function htmlToPlain(html: string): string {
  let plain = '';
  const parser = new Parser({
    onopentagname: (name) => {
      if (LINE_STARTS.has(name)) plain += '\n';
    },
    ontext: (text) => (plain += text.replace(WHITE_SPACE, ' ')),
    onclosetag: (name) => {
      if (LINE_STARTS.has(name)) plain += '\n';
    },
  });
  parser.end(html);
  return plain
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
