import PDFDocument from 'pdfkit';
import type { Reading } from './bidi.ts';
import { setText, type SetText, type Style } from './set-text.ts';

/** A text in one of a row's columns, which are parts of the line's width from where reading begins. */
export type Cell = Style & { text: string; from: number; to: number; isAtEnd?: boolean; reading?: Reading };

type Facts = { title: string; author: string; language: string; isRightToLeft: boolean };
type Placed = { set: SetText; x: number; side: 'left' | 'right' };

/** All in points. */
const MARGIN = 56;
const FOOTER = 36;
export const SOFT = '#645a6b';
const LINE = '#cfc4b4';

/** A4 pages that are filled from above; what belongs together is not torn apart. */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #isRightToLeft: boolean;
  readonly #width: number;
  readonly #bottom: number;
  #y = MARGIN;

  constructor({ title, author, language, isRightToLeft }: Facts) {
    const info = { Title: title, Author: author, Creator: author };
    const document = { size: 'A4', margin: 0, bufferPages: true, lang: language, displayTitle: true, info };
    this.#doc = new PDFDocument(document);
    this.#isRightToLeft = isRightToLeft;
    this.#width = this.#doc.page.width - 2 * MARGIN;
    this.#bottom = this.#doc.page.height - MARGIN - FOOTER;
  }

  /** Writes cells beside each other. */
  row(cells: readonly Cell[]): void {
    this.together([cells]);
  }

  /** Writes rows that stay on one page. */
  together(rows: readonly (readonly Cell[])[]): void {
    const placed = rows.map((cells) => cells.map((cell) => this.#place(cell)));
    const heights = placed.map((cells) => Math.max(0, ...cells.map(({ set }) => set.height)));
    this.#turnPageFor(heights.reduce((sum, height) => sum + height, 0));
    placed.forEach((cells, index) => {
      for (const { set, x, side } of cells) set.draw({ x, y: this.#y, side });
      this.#y += heights[index]!;
    });
  }

  space(points: number): void {
    this.#y += points;
  }

  /** A thin line across the page. */
  rule(): void {
    const end = MARGIN + this.#width;
    this.#doc.moveTo(MARGIN, this.#y).lineTo(end, this.#y).lineWidth(0.5).strokeColor(LINE).stroke();
    this.#y += 6;
  }

  /** The finished pages, each with its footer. */
  async finish(footer: (page: number, pages: number) => string): Promise<Uint8Array<ArrayBuffer>> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      const { set, x, side } = this.#place({ text: footer(page + 1, count), from: 0, to: 1, size: 8.5, ink: SOFT });
      set.draw({ x, y: this.#doc.page.height - MARGIN, side });
    }
    this.#doc.end();
    const chunks: Buffer[] = [];
    for await (const chunk of this.#doc as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }

  #place({ from, to, isAtEnd = false, ...cell }: Cell): Placed {
    const reading = cell.reading ?? (this.#isRightToLeft ? 'rtl' : 'ltr');
    const set = setText(this.#doc, cell.text, { ...cell, width: (to - from) * this.#width, reading });
    const start = this.#isRightToLeft ? 1 - to : from;
    return { set, x: MARGIN + start * this.#width, side: this.#isRightToLeft === isAtEnd ? 'left' : 'right' };
  }

  #turnPageFor(height: number): void {
    if (this.#y + height <= this.#bottom || this.#y === MARGIN) return;
    this.#doc.addPage();
    this.#y = MARGIN;
  }
}
