import { createRequire } from 'node:module';
import type PdfDocument from 'pdfkit';
import type { PaperName } from '#domain/orders/packing.ts';
import type { TextDirection } from '../typesetting/bidi.ts';
import { layoutText, type TextLayout, type TextStyle } from './text-layout.ts';

/** A text in a column of a row, from and to a part of the line's width, counted from the side where reading starts. */
export type Cell = TextStyle & { text: string; from: number; to: number; isAtEnd?: boolean; direction?: TextDirection };

/** A PNG file without transparency as a `data:` address, by which a PDF has it only once, and how large it is drawn, in points. */
export type Picture = { address: string; width: number; height: number };

type DocumentInfo = { title: string; author: string; language: string; isRightToLeft: boolean };
type PlacedCell = { layout: TextLayout; x: number; side: 'left' | 'right' };

/** Loaded for the first document, and in this way with the fontkit that `openFont` loads, not with a second one. */
const require = createRequire(import.meta.url);

/** A sheet, in points, cut into so many columns and rows of places; texts are as large as `scale` says. */
export type Paper = { width: number; height: number; columns: number; rows: number; margin: number; scale: number };

const millimetres = (length: number) => (length * 72) / 25.4;
const sheet = (width: number, height: number, rest: Pick<Paper, 'margin' | 'scale'>): Paper => ({
  width: millimetres(width),
  height: millimetres(height),
  columns: 1,
  rows: 1,
  ...rest,
});

export const PAPERS: Readonly<Record<PaperName, Paper>> = {
  a4: sheet(210, 297, { margin: 56, scale: 1 }),
  a6: sheet(105, 148, { margin: 22, scale: 0.8 }),
  '100x150': sheet(100, 150, { margin: 18, scale: 0.8 }),
};

/** A sheet of A4 that is cut into four of A6. */
export const FOUR_ON_A4: Paper = {
  ...PAPERS.a4,
  columns: 2,
  rows: 2,
  margin: PAPERS.a6.margin,
  scale: PAPERS.a6.scale,
};

/** In points at full scale. */
const FOOTER = 36;
export const MUTED_COLOR = '#645a6b';
const RULE_COLOR = '#cfc4b4';

/** A place on a page, by the page's number in the file and its upper left corner. */
type Place = { page: number; x: number; y: number };

/** Pages that are filled from the top; rows that belong together stay on one page. A file may have several documents. */
export class PdfLayout {
  readonly #doc: PDFKit.PDFDocument;
  readonly #paper: Paper;
  readonly #width: number;
  readonly #height: number;
  #isRightToLeft: boolean;
  /** The places of the document that is being written, the last of which is being filled; and how many the page has so far. */
  #places: Place[] = [];
  #placesOnPage = 0;
  #y = 0;

  constructor({ title, author, language, isRightToLeft }: DocumentInfo, paper = PAPERS.a4) {
    const info = { Title: title, Author: author, Creator: author };
    const size: [number, number] = [paper.width, paper.height];
    const document = { size, margin: 0, bufferPages: true, lang: language, displayTitle: true, info };
    const Document = require('pdfkit') as typeof PdfDocument;
    this.#doc = new Document(document);
    this.#paper = paper;
    this.#isRightToLeft = isRightToLeft;
    this.#width = paper.width / paper.columns - 2 * paper.margin;
    this.#height = paper.height / paper.rows - 2 * paper.margin - FOOTER * paper.scale;
    this.#takePlace();
  }

  /** Draws cells side by side. */
  row(cells: readonly Cell[]): void {
    this.keepTogether([cells]);
  }

  /** Draws rows that stay on one page. */
  keepTogether(rows: readonly (readonly Cell[])[]): void {
    const placed = this.#layOut(rows);
    this.#breakPageFor(heightOf(placed));
    for (const { cells, height } of placed) {
      for (const { layout, x, side } of cells) layout.draw({ x, y: this.#y, side });
      this.#y += height;
    }
  }

  /** Draws a picture where the line starts, and cells beside it. */
  pictureRow({ address, ...points }: Picture, cells: readonly Cell[]): void {
    const [width, height] = [points.width * this.#paper.scale, points.height * this.#paper.scale];
    const placed = this.#layOut([cells]);
    const higher = Math.max(height, heightOf(placed));
    this.#breakPageFor(higher);
    const x = this.#x + (this.#isRightToLeft ? this.#width - width : 0);
    this.#doc.image(address, x, this.#y, { width, height });
    for (const { layout, x: start, side } of placed.flatMap((row) => row.cells))
      layout.draw({ x: start, y: this.#y, side });
    this.#y += higher;
  }

  /** Whether rows fit below what is drawn, with so many points to spare. */
  hasRoomFor(rows: readonly (readonly Cell[])[], spare: number): boolean {
    return this.#y + heightOf(this.#layOut(rows)) + spare * this.#paper.scale <= this.#bottom;
  }

  space(points: number): void {
    this.#y += points * this.#paper.scale;
  }

  /** Draws rows of dark and light squares, this many points wide: below what is drawn, or at the line's end beside what follows. */
  squares(rows: readonly (readonly boolean[])[], points: number, { isBeside = false } = {}): void {
    const size = points * this.#paper.scale;
    this.#breakPageFor(size);
    const side = size / rows.length;
    const isLeft = this.#isRightToLeft === isBeside;
    const left = this.#x + (isLeft ? 0 : this.#width - size);
    rows.forEach((row, y) =>
      row.forEach((isDark, x) => {
        if (isDark) this.#doc.rect(left + x * side, this.#y + y * side, side, side);
      }),
    );
    this.#doc.fill('#000');
    if (!isBeside) this.#y += size;
  }

  /** A thin line across the page. */
  rule(): void {
    const end = this.#x + this.#width;
    this.#doc.moveTo(this.#x, this.#y).lineTo(end, this.#y).lineWidth(0.5).strokeColor(RULE_COLOR).stroke();
    this.space(6);
  }

  /** Ends a document with its footers; the next one begins on a page or in a place of its own. */
  endDocument(footer: (page: number, pages: number) => string): void {
    const places = this.#places;
    places.forEach((place, index) => {
      this.#doc.switchToPage(place.page);
      const cell = { text: footer(index + 1, places.length), from: 0, to: 1, size: 8.5, color: MUTED_COLOR };
      const { layout, x, side } = this.#place(cell, place);
      layout.draw({ x, y: place.y + this.#height + FOOTER * this.#paper.scale, side });
    });
  }

  /** Begins the next document of the file. */
  beginDocument(isRightToLeft: boolean): void {
    this.#isRightToLeft = isRightToLeft;
    this.#places = [];
    if (this.#isPageFull) {
      this.#doc.flushPages();
      this.#addPage();
    }
    this.#takePlace();
  }

  /** What has been written since the last time. */
  read(): Buffer | null {
    return this.#doc.read() as Buffer | null;
  }

  /** Ends the file; {@link read} has the rest of it. */
  end(): void {
    this.#doc.end();
  }

  /** Draws the footers of the one document of the file and returns the PDF. */
  async finish(footer: (page: number, pages: number) => string): Promise<Uint8Array<ArrayBuffer>> {
    this.endDocument(footer);
    this.end();
    const chunks: Buffer[] = [];
    for await (const chunk of this.#doc as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }

  get #x(): number {
    return this.#places.at(-1)!.x;
  }

  get #bottom(): number {
    return this.#places.at(-1)!.y + this.#height;
  }

  get #isPageFull(): boolean {
    return this.#placesOnPage === this.#paper.columns * this.#paper.rows;
  }

  #layOut(rows: readonly (readonly Cell[])[]) {
    return rows.map((row) => {
      const cells = row.map((cell) => this.#place(cell, this.#places.at(-1)!));
      return { cells, height: Math.max(0, ...cells.map(({ layout }) => layout.height)) };
    });
  }

  #place({ from, to, isAtEnd = false, ...cell }: Cell, { x }: Place): PlacedCell {
    const direction = cell.direction ?? (this.#isRightToLeft ? 'rtl' : 'ltr');
    const style = { ...cell, size: cell.size * this.#paper.scale };
    const layout = layoutText(this.#doc, cell.text, { ...style, width: (to - from) * this.#width, direction });
    const start = this.#isRightToLeft ? 1 - to : from;
    return { layout, x: x + start * this.#width, side: this.#isRightToLeft === isAtEnd ? 'left' : 'right' };
  }

  #breakPageFor(height: number): void {
    if (this.#y + height <= this.#bottom || this.#y === this.#places.at(-1)!.y) return;
    if (this.#isPageFull) this.#addPage();
    this.#takePlace();
  }

  #addPage(): void {
    this.#doc.addPage();
    this.#placesOnPage = 0;
  }

  /** Goes on in the next place of the page. */
  #takePlace(): void {
    const { width, height, columns, rows, margin } = this.#paper;
    const { start, count } = this.#doc.bufferedPageRange();
    const x = (this.#placesOnPage % columns) * (width / columns) + margin;
    const y = Math.floor(this.#placesOnPage / columns) * (height / rows) + margin;
    this.#places.push({ page: start + count - 1, x, y });
    this.#placesOnPage += 1;
    this.#y = y;
  }
}

function heightOf(rows: readonly { height: number }[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}
