import { decodeHTML } from 'entities';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import {
  FACT_PATTERN,
  isBlockFact,
  isTextFact,
  linkKind,
  type CellAlign,
  type HeadingLevel,
  type TextBlock,
  type TextSpan,
} from '#domain/page-text.ts';

/** Why a text cannot be published, and the words of it that are wrong. */
export type TextMistake = { kind: 'link' | 'picture' | 'fact' | 'fact_place' | 'nested'; words: string };
export type ReadText = { blocks: TextBlock[]; mistakes: TextMistake[] };

/** How deep lists and quotes may be in each other. */
const MAX_DEPTH = 8;

/**
 * Reads Markdown (CommonMark with tables) as what a page can show. HTML in it stays the characters that were written; what
 * cannot be shown is left out and named as a mistake.
 */
export function readMarkdown(text: string): ReadText {
  if (isTooDeep(text)) return { blocks: [], mistakes: [{ kind: 'nested', words: '' }] };
  const reading = new Reading();
  const blocks = reading.blocks(new Lexer({ gfm: true }).lex(text), 0);
  return { blocks: withHeadingLevels(blocks), mistakes: reading.mistakes };
}

/** What marks a list or a quote, repeated at the beginning of a line, or far from its beginning. */
function isTooDeep(text: string): boolean {
  return /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){9}/m.test(text) || /^(?: {4}|\t){9}/m.test(text);
}

class Reading {
  readonly mistakes: TextMistake[] = [];

  #mistake(kind: TextMistake['kind'], words: string): void {
    if (!this.mistakes.some((one) => one.kind === kind && one.words === words)) this.mistakes.push({ kind, words });
  }

  blocks(tokens: readonly Token[], depth: number): TextBlock[] {
    if (depth > MAX_DEPTH) this.#mistake('nested', '');
    return depth > MAX_DEPTH ? [] : tokens.flatMap((token) => this.#block(token as MarkedToken, depth));
  }

  #block(token: MarkedToken, depth: number): TextBlock[] {
    switch (token.type) {
      case 'heading':
        return [{ kind: 'heading', level: token.depth as HeadingLevel, spans: this.#spans(token.tokens) }];
      case 'paragraph':
        return [this.#paragraph(token)];
      case 'text':
        return [{ kind: 'line', spans: this.#spans(token.tokens ?? [token]) }];
      case 'html':
        return [{ kind: 'paragraph', spans: this.#words(token.text.trim()) }];
      case 'list':
        return [this.#list(token, depth)];
      case 'blockquote':
        return [{ kind: 'quote', blocks: this.blocks(token.tokens, depth + 1) }];
      case 'code':
        return [{ kind: 'code', text: token.text }];
      case 'table':
        return [this.#table(token)];
      case 'hr':
        return [{ kind: 'rule' }];
      default:
        return [];
    }
  }

  /** A paragraph that is nothing but a name in braces may be a list of its own. */
  #paragraph({ text, tokens }: Tokens.Paragraph): TextBlock {
    const name = /^\{([A-Za-z]+)\}$/.exec(text.trim())?.[1];
    if (name !== undefined && isBlockFact(name)) return { kind: 'fact', name };
    return { kind: 'paragraph', spans: this.#spans(tokens ?? []) };
  }

  #list({ ordered, start, items }: Tokens.List, depth: number): TextBlock {
    const boxOf = ({ task, checked }: Tokens.ListItem) => (task ? [checked ? '☑ ' : '☐ '] : []);
    return {
      kind: 'list',
      ...(ordered && { start: Number(start) || 1 }),
      items: items.map((item) => {
        const [box] = boxOf(item);
        const [first, ...others] = this.blocks(item.tokens, depth + 1);
        if (box === undefined || first === undefined || !('spans' in first))
          return [first, ...others].filter(isPresent);
        return [{ ...first, spans: [box, ...first.spans] }, ...others];
      }),
    };
  }

  #table({ align, header, rows }: Tokens.Table): TextBlock {
    const sides: Record<string, CellAlign> = { center: 'center', right: 'end' };
    const cellsOf = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => this.#spans(tokens));
    return {
      kind: 'table',
      align: align.map((side) => sides[side ?? ''] ?? 'start'),
      head: cellsOf(header),
      rows: rows.map(cellsOf),
    };
  }

  #spans(tokens: readonly Token[]): TextSpan[] {
    return tokens.flatMap((token) => this.#span(token as MarkedToken));
  }

  #span(token: MarkedToken): TextSpan[] {
    switch (token.type) {
      case 'strong':
        return [{ kind: 'strong', spans: this.#spans(token.tokens) }];
      case 'em':
        return [{ kind: 'emphasis', spans: this.#spans(token.tokens) }];
      case 'del':
        return [{ kind: 'deleted', spans: this.#spans(token.tokens) }];
      case 'codespan':
        return [{ kind: 'code', text: token.text }];
      case 'br':
        return [{ kind: 'break' }];
      case 'link':
        return this.#link(token);
      case 'image':
        this.#mistake('picture', token.text || token.href);
        return this.#words(token.text);
      case 'html':
        return this.#words(token.text);
      case 'checkbox':
        return [];
      case 'escape':
        return [token.text];
      default:
        return this.#words(decodeHTML('text' in token ? token.text : token.raw));
    }
  }

  #link({ href, tokens, text }: Tokens.Link): TextSpan[] {
    const spans = this.#spans(tokens);
    for (const [words, name] of href.matchAll(FACT_PATTERN)) if (!isTextFact(name!)) this.#mistake('fact', words);
    if (linkKind(href) !== undefined) return [{ kind: 'link', href, spans }];
    this.#mistake('link', href || text);
    return spans;
  }

  /** Words in which names in braces stand for what they name. */
  #words(text: string): TextSpan[] {
    return text.split(FACT_PATTERN).flatMap((part, index): TextSpan[] => {
      if (index % 2 === 0) return part === '' ? [] : [part];
      if (isTextFact(part)) return [{ kind: 'fact', name: part }];
      this.#mistake(isBlockFact(part) ? 'fact_place' : 'fact', `{${part}}`);
      return [`{${part}}`];
    });
  }
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** Headings begin below that of the page, and none skips a level, however they were written. */
function withHeadingLevels(blocks: TextBlock[]): TextBlock[] {
  const highest = Math.min(...blocks.map((block) => (block.kind === 'heading' ? block.level : 6)));
  let last = 1;
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    last = Math.min(6, last + 1, block.level - highest + 2);
    return { ...block, level: last as HeadingLevel };
  });
}
