import { createElement, Fragment, type ReactNode } from 'react';
import {
  FACT_PATTERN,
  linkKind,
  type BlockFact,
  type TextBlock,
  type TextFact,
  type TextSpan,
} from '#domain/page-text.ts';

/** What the names in a text stand for; one that is missing stands for nothing. */
export type TextFacts = Readonly<Partial<Record<TextFact | BlockFact, ReactNode>>>;

type Reading = {
  facts: TextFacts;
  /** A link into the shop in the language of the page. */
  link: (path: string) => string;
};

type PageTextProps = Reading & { blocks: readonly TextBlock[] };

/** A text that booksellers wrote: elements only, no markup of theirs. */
export function PageText({ blocks, ...reading }: PageTextProps) {
  return <div className="page-text">{blocksOf(blocks, reading)}</div>;
}

/** Children without keys: a text has no order that could change. */
const element = (type: Parameters<typeof createElement>[0], children: ReactNode[], props?: object): ReactNode =>
  createElement(type, props, ...children);

const blocksOf = (blocks: readonly TextBlock[], reading: Reading): ReactNode =>
  element(
    Fragment,
    blocks.map((block) => blockOf(block, reading)),
  );

function blockOf(block: TextBlock, reading: Reading): ReactNode {
  switch (block.kind) {
    case 'heading':
      return element(`h${block.level}`, spansOf(block.spans, reading));
    case 'paragraph':
      return element('p', spansOf(block.spans, reading));
    case 'line':
      return element(Fragment, spansOf(block.spans, reading));
    case 'list': {
      const items = block.items.map((item) => element('li', [blocksOf(item, reading)]));
      return block.start === undefined ? element('ul', items) : element('ol', items, { start: block.start });
    }
    case 'quote':
      return <blockquote>{blocksOf(block.blocks, reading)}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return tableOf(block, reading);
    case 'rule':
      return <hr />;
    case 'fact':
      return reading.facts[block.name];
  }
}

function tableOf({ head, rows, align }: Extract<TextBlock, { kind: 'table' }>, reading: Reading): ReactNode {
  const cellsOf = (cells: readonly TextSpan[][], type: 'th' | 'td') =>
    cells.map((cell, index) =>
      element(type, spansOf(cell, reading), {
        ...(type === 'th' && { scope: 'col' }),
        'data-align': align[index] === 'start' ? undefined : align[index],
      }),
    );
  return (
    <table>
      <thead>{element('tr', cellsOf(head, 'th'))}</thead>
      {element(
        'tbody',
        rows.map((row) => element('tr', cellsOf(row, 'td'))),
      )}
    </table>
  );
}

function spansOf(spans: readonly TextSpan[], reading: Reading): ReactNode[] {
  return spans.map((span) => spanOf(span, reading));
}

const ELEMENTS = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const;

function spanOf(span: TextSpan, reading: Reading): ReactNode {
  if (typeof span === 'string') return span;
  switch (span.kind) {
    case 'code':
      return <code>{span.text}</code>;
    case 'break':
      return <br />;
    case 'fact':
      return <bdi>{reading.facts[span.name]}</bdi>;
    case 'link':
      return element('a', spansOf(span.spans, reading), linkOf(span.href, reading));
    default:
      return element(ELEMENTS[span.kind], spansOf(span.spans, reading));
  }
}

/** Other sites learn nothing of the reader, and gain nothing by the link. */
function linkOf(written: string, { facts, link }: Reading): { href?: string; rel?: string } {
  const href = written.replace(FACT_PATTERN, (_, name: TextFact) => {
    const fact = facts[name];
    return typeof fact === 'string' ? fact.replace(/\s/g, '') : '';
  });
  const kind = linkKind(href);
  if (kind === undefined) return {};
  return kind === 'shop'
    ? { href: link(href) }
    : { href, ...(kind === 'outside' && { rel: 'nofollow noopener noreferrer' }) };
}
