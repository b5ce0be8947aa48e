import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseElement } from './element.ts';
import { htmlToPlain, readRichText, sanitizeHtml } from './rich-text.ts';

const read = (inner: string, attributes = '') => readRichText(parseElement(`<Text ${attributes}>${inner}</Text>`));

test.each([
  ['CDATA', '<![CDATA[<p>One <em>two</em></p>]]>', 'textformat="02"'],
  ['escaped HTML', '&lt;p&gt;One &lt;em&gt;two&lt;/em&gt;&lt;/p&gt;', 'textformat="02"'],
  ['XHTML', '<p>One <em>two</em></p>', 'textformat="05"'],
  [
    'XHTML in its namespace',
    '<h:p xmlns:h="http://www.w3.org/1999/xhtml">One <h:em>two</h:em></h:p>',
    'textformat="05"',
  ],
  ['XML', '<p>One <em>two</em></p>', 'textformat="03"'],
  ['HTML that says nothing', '<![CDATA[<p>One <em>two</em></p>]]>', ''],
  ['HTML that says plain', '&lt;p&gt;One &lt;em&gt;two&lt;/em&gt;&lt;/p&gt;', 'textformat="06"'],
  ['short tags in capitals', '<P>One <EM>two</EM></P>', 'textformat="05"'],
])('%s is HTML', (_, inner, attributes) => {
  expect(read(inner, attributes)).toBe('<p>One <em>two</em></p>');
});

test.each([
  ['5 &lt; 6 &amp; 7', '5 &lt; 6 &amp; 7'],
  ['a &lt;b and c&gt; d', 'a &lt;b and c&gt; d'],
  ['One\n\nTwo &lt;3', '<p>One</p><p>Two &lt;3</p>'],
])('plain text stands as it is: %j', (inner, html) => {
  for (const attributes of ['', 'textformat="06"', 'textformat="07"']) expect(read(inner, attributes)).toBe(html);
});

test('text around XHTML is kept, and escaped again', () => {
  expect(read('A &lt;b&gt; <i>C</i> &amp; D', 'textformat="05"')).toBe('A &lt;b&gt; <i>C</i> &amp; D');
});

test.each([
  ['<script>alert(1)</script>Fine', 'Fine'],
  ['<p onclick="x()" style="x" class="y">Fine</p>', '<p>Fine</p>'],
  ['<a href="javascript:x()">Fine</a>', 'Fine'],
  ['<img src=x onerror=x()>Fine', 'Fine'],
  ['<svg><script>x</script><p>no</p></svg>Fine', 'Fine'],
  ['<iframe src="//x">no</iframe><style>p{}</style>Fine', 'Fine'],
  ['<p>Open <b>bold', '<p>Open <b>bold</b></p>'],
  ['</p></div>Fine', 'Fine'],
  ['<h1>Head</h1><div>Text</div>', '<p>Head</p><p>Text</p>'],
  ['<ul><li>One<li>Two</ul>', '<ul><li>One</li><li>Two</li></ul>'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<!-- <p>no</p> -->a<![CDATA[b]]>', 'a'],
  ['One<br>Two<br/>Three', 'One<br>Two<br>Three'],
  ['caf&eacute;&nbsp;&copy;', 'café\u00A0©'],
])('%s becomes %s', (html, clean) => {
  expect(sanitizeHtml(html)).toBe(clean);
});

test('whatever the markup, only bare allowed tags are left', () => {
  const bits = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    '<img src=x onerror=y>',
    '<a href="javascript:z">',
    '</a>',
    '<div',
    '>',
    '"',
    "'",
    '&lt;',
    '&',
    '<',
    '<!--',
    '-->',
    '<svg>',
    '</svg>',
    '<![CDATA[',
    ']]>',
    'text',
    '<ul><li>',
    '<br>',
    '<template>',
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
      const clean = sanitizeHtml(parts.join(''));
      const tags = clean.match(/<[^>]*>?/g) ?? [];
      expect(tags.filter((tag) => !/^<\/?(?:p|b|ul|li|br)>$/.test(tag))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['<p>One <em>two</em></p><p>Three</p>', 'One two\nThree'],
  ['<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
  ['One<br>Two', 'One\nTwo'],
  ['a &lt;b&gt; &amp; c', 'a <b> & c'],
  ['', ''],
])('%s in words', (html, plain) => {
  expect(htmlToPlain(html)).toBe(plain);
});
