import { createElement, type ReactNode } from 'react';

/** What safe HTML may contain (`server/onix/rich-text.ts`); anything else is left out here too. */
const ELEMENTS = new Set('p br em strong i b u sub sup cite q blockquote ul ol li dl dt dd'.split(' '));
const TOKENS = /<(\/?)([a-z0-9]+)>|([^<]+)|</g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Safe HTML, which is balanced and without attributes, as elements. */
export function RichText({ html }: { html: string }): ReactNode {
  return nodesOf([...html.matchAll(TOKENS)]);
}

/** Takes tokens up to the end of the element that they are in. */
function nodesOf(tokens: RegExpExecArray[], inside?: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    const [, slash, name, text] = token;
    if (text !== undefined) nodes.push(decode(text));
    else if (name === undefined || (slash && name !== inside)) continue;
    else if (slash) break;
    else if (name === 'br') nodes.push(createElement('br', { key: nodes.length }));
    else nodes.push(elementOf(name, { key: nodes.length, children: nodesOf(tokens, name) }));
  }
  return nodes;
}

function elementOf(name: string, { key, children }: { key: number; children: ReactNode[] }): ReactNode {
  return ELEMENTS.has(name) ? createElement(name, { key }, ...children) : children;
}

function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
