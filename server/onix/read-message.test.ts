import { expect, test } from 'vitest';
import { onixMessage, onixRecord, xmlOf, type NewMessage } from '../../tests/onix-writer.ts';
import { lineOf, textOf, type OnixElement } from './element.ts';
import { readMessage, type OnixItem } from './read-message.ts';

/** The bytes of a file in chunks of a size that cuts tags and characters anywhere. */
async function* inChunks(bytes: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  file: string | Buffer,
  size?: number,
): Promise<{ header: OnixElement | undefined; items: OnixItem[] }> {
  const { header, items } = await readMessage(inChunks(Buffer.from(file), size));
  return { header, items: await collect(items) };
}

async function collect(items: AsyncIterable<OnixItem>): Promise<OnixItem[]> {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What became of each record: its title, or the reason why it has none. */
async function outcomes(file: string | Buffer, size?: number): Promise<string[]> {
  const { items } = await read(file, size);
  return items.map((item) =>
    'reason' in item ? `${item.line} ${item.reference}: ${item.reason}` : titleIn(item.element),
  );
}

function titleIn(element: OnixElement): string {
  if (element.name === 'TitleText') return lineOf(element);
  return element.children.map(titleIn).find(Boolean) ?? '';
}

const message = (told: Partial<NewMessage> = {}) => onixMessage({ records: [onixRecord()], ...told });
const record = (title: string) => xmlOf(['Product', onixRecord({ title, reference: `ref-${title}` })]);

const NAMESPACES = [
  undefined,
  'http://ns.editeur.org/onix/3.0/reference',
  'http://www.editeur.org/onix/3.0/reference',
  'http://ns.editeur.org/onix/3.1/reference',
  'http://ns.editeur.org/onix/3.0/short',
  'http://ns.editeur.org/onix/3.1/short',
];

for (const namespace of NAMESPACES)
  for (const tags of ['reference', 'short'] as const)
    test(`${tags} tags in ${namespace ?? 'no namespace'}`, async () => {
      const { header, items } = await read(message({ tags, ...(namespace && { namespace }) }));
      expect(textOf(header, 'SentDateTime')).toBe('20261101');
      expect(items).toMatchObject([{ element: { name: 'Product' } }]);
      expect(await outcomes(message({ tags, ...(namespace && { namespace }) }))).toEqual(['Emma']);
    });

test('both tag sets give the same elements', async () => {
  const [long, short] = await Promise.all((['reference', 'short'] as const).map((tags) => read(message({ tags }))));
  expect(short).toEqual(long);
});

test('a namespace with a prefix', async () => {
  const text = message({ namespace: 'x' })
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1onix:')
    .replace('xmlns=', 'xmlns:onix=');
  expect(await outcomes(text)).toEqual(['Emma']);
});

test.each(['3.0', '3.1', '3.1.2', '3.0.8'])('release %s is read', async (release) => {
  expect(await outcomes(message({ release }))).toEqual(['Emma']);
});

test.each(['2.1', '2.0', '3.2', '4.0'])('release %s is not', async (release) => {
  await expect(read(message({ release }))).rejects.toThrow(`It is ONIX ${release}; the shop reads 3.0 and 3.1.`);
});

test('a message without a release, and what is no message', async () => {
  await expect(read(message().replace(' release="3.0"', ''))).rejects.toThrow('does not say which release');
  await expect(read('')).rejects.toThrow('It is not an ONIX message');
  await expect(read(Buffer.alloc(3_000_000, 'a'), 65_536)).rejects.toThrow('It is not an ONIX message');
  expect(await outcomes(message({ records: ['<NoProduct/>'] }))).toEqual([]);
});

const TITLE = 'Größe: «L’été» – “Æsir”';
const titled = (encoding: string) =>
  onixMessage({
    declaration: `<?xml version="1.0" encoding="${encoding}"?>`,
    records: [onixRecord({ title: TITLE })],
  });

/** Windows-1252 by hand: Node has no encoder for it. */
function windows1252(text: string): Buffer {
  const high: Record<string, number> = { '’': 0x92, '–': 0x96, '“': 0x93, '”': 0x94 };
  return Buffer.from(
    text.replace(/[’–“”]/g, (sign) => String.fromCharCode(high[sign]!)),
    'latin1',
  );
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(titled('UTF-8'))],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${titled('utf-8')}`)],
  ['UTF-8 that says ISO-8859-1', Buffer.from(titled('ISO-8859-1'))],
  ['UTF-8 that says UTF-16', Buffer.from(titled('UTF-16'))],
  ['UTF-8 that says nonsense', Buffer.from(titled('klingon'))],
  ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${titled('UTF-16')}`, 'utf16le')],
  ['UTF-16 LE without', Buffer.from(titled('UTF-16'), 'utf16le')],
  ['UTF-16 BE with a mark', utf16be(`\uFEFF${titled('UTF-16')}`)],
  ['UTF-16 BE without, which says UTF-8', utf16be(titled('UTF-8'))],
  ['Windows-1252', windows1252(titled('windows-1252'))],
  ['Windows-1252 that says ISO-8859-1', windows1252(titled('ISO-8859-1'))],
  ['Windows-1252 that says UTF-8', windows1252(titled('UTF-8'))],
])('%s', async (_, bytes) => {
  expect(await outcomes(bytes)).toEqual([TITLE]);
  expect(await outcomes(bytes, 65_536)).toEqual([TITLE]);
});

test('an encoding that is not the declared one is noted', async () => {
  const { items } = await read(windows1252(titled('UTF-8')));
  expect(items).toMatchObject([{ note: 'Its characters are not UTF-8; they were read as Windows-1252.' }]);
});

test('other encodings are read as declared', async () => {
  const bytes = Buffer.from(
    message({ declaration: '<?xml version="1.0" encoding="windows-1256"?>' }).replace('Emma', '\u00C8'),
    'latin1',
  );
  expect(await outcomes(bytes)).toEqual(['ب']);
});

test.each([
  ['Smith &amp; &#83;&#x6F;ns &lt;3', 'Smith & Sons <3'],
  ['caf&eacute;&nbsp;&ndash;&hellip;', 'café\u00A0–…'],
  ['a\u0000b\u0008c&#1;d&#x1F;e\u001Ff', 'abcdef'],
  ['<![CDATA[<b> & ]]]]><![CDATA[>]]>', '<b> & ]]>'],
  ['A<!-- </Product><Product> -->B', 'AB'],
  ['  two\n\t lines ', 'two lines'],
])('the characters of %j', async (written, title) => {
  expect(await outcomes(message({ records: [onixRecord({ title: written })] }))).toEqual([title]);
});

test('a DOCTYPE is passed over, whatever it points to', async () => {
  const doctype = '<!DOCTYPE ONIXMessage SYSTEM "http://127.0.0.1:1/onix.dtd">\n';
  expect(await outcomes(message({ doctype }))).toEqual(['Emma']);
});

test.each([
  '<!DOCTYPE ONIXMessage [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>',
  '<!DOCTYPE ONIXMessage SYSTEM "x.dtd" [ <!ENTITY file SYSTEM "file:///etc/passwd"> ]>',
  '<!DOCTYPE ONIXMessage [<!ENTITY % remote SYSTEM "http://127.0.0.1:1/"> %remote;]>',
])('declarations of its own: %s', async (doctype) => {
  await expect(read(message({ doctype }))).rejects.toThrow('It declares entities or elements of its own');
});

test('an entity that nobody declared, and an attribute of another one, break their record only', async () => {
  const records = [
    record('A'),
    record('B').replace('>B<', '>&xxe;<'),
    record('C').replace('<Product>', '<Product a="&xxe;">'),
    record('D'),
  ];
  const found = await outcomes(message({ records }));
  expect(found).toMatchObject([
    'A',
    expect.stringContaining('undefined entity'),
    expect.stringContaining('undefined entity'),
    'D',
  ]);
});

test.each([
  ['an ampersand', '>Broken & Sons<'],
  ['a tag that is not closed', '><b>Broken<'],
  ['a tag closed twice', '>Broken</TitleText></TitleText><x><'],
  ['a second DOCTYPE', '><!DOCTYPE x [<!ENTITY a "b">]>Broken<'],
  ['an attribute without quotes', '><b a=1>Broken</b><'],
  ['a comment that is not closed', '><!-- Broken<'],
  ['a comment in a comment', '><!-- a <!-- b -->Broken<'],
  ['a CDATA section that is not closed', '><![CDATA[Broken<'],
])('%s breaks its record, and reading goes on at the next', async (_, fault) => {
  const records = [
    record('A'),
    record('X').replace('>X<', fault),
    record('C'),
    record('D').replace('>D<', '><![CDATA[D]]><'),
  ];
  const file = message({ records });
  const broken = `${file.split('\n').findIndex((line) => line.includes('ref-X')) + 1} ref-X: `;
  for (const size of [7, 65_536])
    expect(await outcomes(file, size)).toEqual(['A', expect.stringContaining(broken), 'C', 'D']);
});

test('a record that is not closed ends where the next one or the message does', async () => {
  const open = record('X').replace('</Product>', '');
  const found = await outcomes(message({ records: [open, record('B'), open] }));
  expect(found).toEqual([
    expect.stringContaining('ref-X: This record is not closed before the next one begins.'),
    'B',
    expect.stringContaining('ref-X: This record is not closed before the message ends.'),
  ]);
});

test('a file that ends too early keeps what is whole', async () => {
  const whole = message({ records: [record('A'), record('B')] });
  expect(await outcomes(whole.slice(0, whole.indexOf('</ONIXMessage')))).toEqual([
    'A',
    'B',
    expect.stringContaining('The file ends before its message'),
  ]);
  expect(await outcomes(whole.slice(0, whole.indexOf('>B<')))).toEqual([
    'A',
    expect.stringContaining('ref-B: The file ends within this record.'),
    expect.stringContaining('The file ends before its message'),
  ]);
});

/** A message with a record of 50 MB, a megabyte at a time. */
async function* hugeMessage(start: string, filler: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`<ONIXMessage release="3.0">${record('A')}<Product><a001>huge</a001>${start}`);
  for (let megabyte = 0; megabyte < 50; megabyte += 1) yield Buffer.alloc(1_000_000, filler);
  yield Buffer.from(`]]></Product>${record('B')}</ONIXMessage>`);
}

test.each([
  ['of text', '', 'word '],
  ['in CDATA', '<![CDATA[', 'word '],
  ['of elements', '', '<x>'],
])('a record of 50 MB %s is left out', async (_, start, filler) => {
  const { items } = await readMessage(hugeMessage(start, filler));
  const found = (await collect(items)).map((item) =>
    'reason' in item ? `${item.reference}: ${item.reason}` : titleIn(item.element),
  );
  expect(found).toEqual(['A', 'huge: This record has more than 4 million characters.', 'B']);
});

test('a record that is nested without end', async () => {
  const records = [`<Product>${'<x>'.repeat(100_000)}${'</x>'.repeat(100_000)}</Product>`, record('B')];
  expect(await outcomes(message({ records }), 65_536)).toEqual([expect.stringContaining('nested too deeply'), 'B']);
});

test('attributes are kept', async () => {
  const text = xmlOf(['Product', onixRecord()]).replace(
    '<Text>',
    '<Text textformat="05" language="eng" datestamp="2026">',
  );
  const { items } = await read(message({ records: [text] }));
  expect(JSON.stringify(items)).toContain('{"textformat":"05","language":"eng","datestamp":"2026"}');
});
