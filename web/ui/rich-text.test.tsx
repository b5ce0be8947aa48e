import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RichText } from './rich-text.tsx';

test.each([
  ['<p>Wrote <em>Emma</em> &amp; <b>five <i>more</i></b>.</p><p>Lived.<br>Died.</p>', undefined],
  ['plain text', undefined],
  ['a &lt;b&gt; &#39;quoted&#39;', 'a &lt;b&gt; &#x27;quoted&#x27;'],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<p onclick="x()">text</p>', 'p onclick=&quot;x()&quot;&gt;text'],
  ['<em>open', '<em>open</em>'],
  ['closed</em> twice', 'closed twice'],
])('%s', (html, expected) => {
  const markup = renderToStaticMarkup(<RichText html={html} />);
  expect(markup.replaceAll('<br/>', '<br>')).toBe(expected ?? html);
});
