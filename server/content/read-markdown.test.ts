import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { TextBlock } from '#domain/page-text.ts';
import { readMarkdown } from './read-markdown.ts';

const paragraph = (...spans: unknown[]) => ({ kind: 'paragraph', spans });

test('Markdown becomes what a page can show', () => {
  const { blocks, mistakes } = readMarkdown(
    'One **strong** _word_ & [a link](/delivery).\n\n1. a\n2. b\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n\n> quoted\n\n---',
  );
  expect(mistakes).toEqual([]);
  expect(blocks).toEqual([
    paragraph(
      'One ',
      { kind: 'strong', spans: ['strong'] },
      ' ',
      { kind: 'emphasis', spans: ['word'] },
      ' & ',
      { kind: 'link', href: '/delivery', spans: ['a link'] },
      '.',
    ),
    {
      kind: 'list',
      start: 1,
      items: [[{ kind: 'line', spans: ['a'] }], [{ kind: 'line', spans: ['b'] }]],
    },
    { kind: 'table', align: ['start', 'end'], head: [['A'], ['B']], rows: [[['1'], ['2']]] },
    { kind: 'quote', blocks: [paragraph('quoted')] },
    { kind: 'rule' },
  ]);
});

test('HTML stays the characters that were written', () => {
  const { blocks } = readMarkdown('<script>alert(1)</script>\n\nA <b onclick="x">word</b> &lt;i&gt; &copy;');
  expect(blocks).toEqual([
    paragraph('<script>alert(1)</script>'),
    paragraph('A ', '<b onclick="x">', 'word', '</b>', ' <i> ©'),
  ]);
});

test('a link that could run something, a picture and an unknown name are mistakes, and are left out', () => {
  const { blocks, mistakes } = readMarkdown(
    '[a](javascript:alert(1)) [b](&#106;avascript:x) [c](//x.test) ![d](/d.png) {bankaccount} [e](/x/{nothing}) x {deliveryZones}',
  );
  expect(mistakes).toEqual([
    { kind: 'link', words: 'javascript:alert(1)' },
    { kind: 'link', words: '&#106;avascript:x' },
    { kind: 'link', words: '//x.test' },
    { kind: 'picture', words: 'd' },
    { kind: 'fact', words: '{bankaccount}' },
    { kind: 'fact', words: '{nothing}' },
    { kind: 'fact_place', words: '{deliveryZones}' },
  ]);
  expect(JSON.stringify(blocks)).not.toMatch(/"href":"(?!\/x)/);
});

test('names in braces stand for what they name, in a sentence or in the place of a paragraph', () => {
  expect(readMarkdown('Pay to {bankAccount}.\n\n{deliveryZones}\n\n[Write](mailto:{contactEmail})')).toEqual({
    blocks: [
      paragraph('Pay to ', { kind: 'fact', name: 'bankAccount' }, '.'),
      { kind: 'fact', name: 'deliveryZones' },
      paragraph({ kind: 'link', href: 'mailto:{contactEmail}', spans: ['Write'] }),
    ],
    mistakes: [],
  });
});

test('headings begin at the second level and none skips one', () => {
  const levels = (text: string) =>
    readMarkdown(text).blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  expect(levels('# a\n\n### b\n\n## c')).toEqual([2, 3, 3]);
  expect(levels('### a\n\n###### b\n\n### c')).toEqual([2, 3, 2]);
});

test('what is nested too deeply is a mistake', () => {
  for (const text of ['>'.repeat(20_000), '- '.repeat(9000), '1. '.repeat(5000), '*'.repeat(20_000)])
    expect(readMarkdown(text).mistakes.map(({ kind }) => kind)).toEqual(text.startsWith('**') ? [] : ['nested']);
});

/** Every address that a text links to. */
function hrefsIn(blocks: TextBlock[]): string[] {
  return [...JSON.stringify(blocks).matchAll(/"href":"([^"]*)/g)].map(([, href]) => href!);
}

test('no text at all links to anything but addresses that may be linked to', () => {
  const piece = fc.constantFrom(
    '[a](', ')', '<', '>', 'javascript:', 'data:', '/', '\\', '\n', ' ', '&#9;', '"', '![', '](', '{', '}', 'x',
    'https://a.test', '| a |', '\n|---|\n', '- ', '# ', '`', '~~', '**', '[a]: ', 'vbscript:',
  ); // oxfmt-ignore
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const href of hrefsIn(readMarkdown(pieces.join('')).blocks))
        expect(href).toMatch(/^(\/(?!\/)|https?:\/\/|mailto:|tel:|#)/i);
    }),
  );
});
