import { createRequire } from 'node:module';
import type PdfDocument from 'pdfkit';
import type { TextDirection } from '../typesetting/bidi.ts';
import { layoutText, type TextLayout, type TextStyle } from './text-layout.ts';

/** A text in a column of a row, from and to a part of the line's width, counted from the side where reading starts. */
export type Cell = TextStyle & { text: string; from: number; to: number; isAtEnd?: boolean; direction?: TextDirection };

type DocumentInfo = { title: string; author: string; language: string; isRightToLeft: boolean };
type PlacedCell = { layout: TextLayout; x: number; side: 'left' | 'right' };

/** Loaded for the first document, and in this way with the fontkit that `openFont` loads, not with a second one. */
const require = createRequire(import.meta.url);

/** In points. */
const MARGIN = 56;
const FOOTER = 36;
export const MUTED_COLOR = '#645a6b';
const RULE_COLOR = '#cfc4b4';

/** A4 pages that are filled from the top; rows that belong together stay on one page. */
export class PdfLayout {
  readonly #doc: PDFKit.PDFDocument;
  readonly #isRightToLeft: boolean;
  readonly #width: number;
  readonly #bottom: number;
  #y = MARGIN;

  constructor({ title, author, language, isRightToLeft }: DocumentInfo) {
    const info = { Title: title, Author: author, Creator: author };
    const document = { size: 'A4', margin: 0, bufferPages: true, lang: language, displayTitle: true, info };
    const Document = require('pdfkit') as typeof PdfDocument;
    this.#doc = new Document(document);
    this.#isRightToLeft = isRightToLeft;
    this.#width = this.#doc.page.width - 2 * MARGIN;
    this.#bottom = this.#doc.page.height - MARGIN - FOOTER;
  }

  /** Draws cells side by side. */
  row(cells: readonly Cell[]): void {
    this.keepTogether([cells]);
  }

  /** Draws rows that stay on one page. */
  keepTogether(rows: readonly (readonly Cell[])[]): void {
    const placed = rows.map((cells) => cells.map((cell) => this.#place(cell)));
    const heights = placed.map((cells) => Math.max(0, ...cells.map(({ layout }) => layout.height)));
    this.#breakPageFor(heights.reduce((sum, height) => sum + height, 0));
    placed.forEach((cells, index) => {
      for (const { layout, x, side } of cells) layout.draw({ x, y: this.#y, side });
      this.#y += heights[index]!;
    });
  }

  space(points: number): void {
    this.#y += points;
  }

  /** Draws rows of dark and light squares, this many points wide. */
  squares(rows: readonly (readonly boolean[])[], size: number): void {
    this.#breakPageFor(size);
    const side = size / rows.length;
    const left = this.#isRightToLeft ? MARGIN + this.#width - size : MARGIN;
    rows.forEach((row, y) =>
      row.forEach((isDark, x) => {
        if (isDark) this.#doc.rect(left + x * side, this.#y + y * side, side, side);
      }),
    );
    this.#doc.fill('#000');
    this.#y += size;
  }

  /** A thin line across the page. */
  rule(): void {
    const end = MARGIN + this.#width;
    this.#doc.moveTo(MARGIN, this.#y).lineTo(end, this.#y).lineWidth(0.5).strokeColor(RULE_COLOR).stroke();
    this.#y += 6;
  }

  /** Draws the footers and returns the PDF. */
  async finish(footer: (page: number, pages: number) => string): Promise<Uint8Array<ArrayBuffer>> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      const { layout, x, side } = this.#place({
        text: footer(page + 1, count),
        from: 0,
        to: 1,
        size: 8.5,
        color: MUTED_COLOR,
      });
      layout.draw({ x, y: this.#doc.page.height - MARGIN, side });
    }
    this.#doc.end();
    const chunks: Buffer[] = [];
    for await (const chunk of this.#doc as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }

  #place({ from, to, isAtEnd = false, ...cell }: Cell): PlacedCell {
    const direction = cell.direction ?? (this.#isRightToLeft ? 'rtl' : 'ltr');
    const layout = layoutText(this.#doc, cell.text, { ...cell, width: (to - from) * this.#width, direction });
    const start = this.#isRightToLeft ? 1 - to : from;
    return { layout, x: MARGIN + start * this.#width, side: this.#isRightToLeft === isAtEnd ? 'left' : 'right' };
  }

  #breakPageFor(height: number): void {
    if (this.#y + height <= this.#bottom || this.#y === MARGIN) return;
    this.#doc.addPage();
    this.#y = MARGIN;
  }
}
