import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import { directionOf, inDigitsOf } from '#domain/locale.ts';
import { loadSharp } from '../server/covers/encode-picture.ts';
import { GRID, measureText, setLine, type LineStyle } from '../server/covers/lettering.ts';
import { DEMO_SAMPLES, SAMPLE_COLOR, SAMPLE_SIZE } from '../server/demo/seed-samples.ts';
import { SAMPLE_TEXTS, type SampleText } from './sample-texts.ts';

/* Draws the sample pages of the demo into `demo/samples/`, from the texts beside this file. */

const WIDTH = 800;
const HEIGHT = 1200;
const MARGIN = 110;
const MEASURE = WIDTH - 2 * MARGIN;
const TOP = 140;
const LEADING = 41;
/** Lines of a page; its number is below them. */
const LINES = 23;

/** A line of a page: `indent` in pixels at its start, or centred. */
type Line = { text: string; size: number; indent?: number };
type Page = readonly (Line | undefined)[];

/** The pages of a text: its title page, then as many as it fills. */
async function drawPages(text: SampleText): Promise<Buffer[]> {
  const pages = [titlePageOf(text), ...text.parts.flatMap((part) => pagesOf(linesOf(text, part)))];
  return Promise.all(pages.map((page, index) => drawPage(page, text, index + 1)));
}

function titlePageOf({ title, author, language }: SampleText): Page {
  const size = 54;
  const lines = wrap(title, MEASURE / size, styleOf(language)).flatMap((text): Page => [{ text, size }, undefined]);
  return [...Array<undefined>(5).fill(undefined), ...lines, { text: author, size: 30 }];
}

function linesOf({ language, isVerse }: SampleText, { heading, text }: SampleText['parts'][number]): Page {
  const size = 29;
  const indent = size * 1.5;
  const style = styleOf(language);
  const body = text.flatMap((paragraph, index): Page => {
    if (isVerse) return [{ text: paragraph, size }, ...(index % 2 === 1 ? [undefined] : [])];
    const isFirst = index === 0;
    const lines = wrap(paragraph, MEASURE / size, style, isFirst ? 0 : indent / size);
    return lines.map((line, place) => ({ text: line, size, indent: place === 0 && !isFirst ? indent : 0 }));
  });
  return [{ text: heading, size: 36 }, undefined, ...body];
}

function pagesOf(lines: Page): Page[] {
  const pages: Page[] = [];
  for (let from = 0; from < lines.length; from += LINES) pages.push(lines.slice(from, from + LINES));
  return pages;
}

function styleOf(language: SampleText['language']): LineStyle {
  return { face: 'book', direction: directionOf(language), spacing: 0 };
}

/** Lines no wider than `width` em, the first one `indent` em shorter. */
function wrap(text: string, width: number, style: LineStyle, indent = 0): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    const room = width - (lines.length === 1 ? indent : 0);
    if ((measureText(longer, style) ?? Infinity) <= room || lines.at(-1) === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

async function drawPage(page: Page, { language }: SampleText, number: number): Promise<Buffer> {
  const foot = { text: inDigitsOf(language === 'fa' ? 'fa' : 'en', String(number)), size: 22 };
  const drawn = [
    ...page.map((line, index) => (line ? drawLine(line, TOP + index * LEADING, language) : '')),
    ...(number > 1 ? [drawLine(foot, HEIGHT - 70, language)] : []),
  ];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<path fill="#${SAMPLE_COLOR}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><g fill="#2a2430">${drawn.join('')}</g></svg>`;
  const png = (await renderAsync(svg, { fitTo: { mode: 'width', value: 2 * SAMPLE_SIZE.width } })).asPng();
  const sharp = await loadSharp();
  return sharp(png).flatten().resize(SAMPLE_SIZE).webp({ quality: 50, effort: 6 }).toBuffer();
}

function drawLine({ text, size, indent }: Line, y: number, language: SampleText['language']): string {
  const line = setLine(text, styleOf(language));
  if (!line) throw new Error(`No font has the letters of "${text}".`);
  const width = line.width * size;
  const start = directionOf(language) === 'rtl' ? WIDTH - MARGIN - width - (indent ?? 0) : MARGIN + (indent ?? 0);
  const x = indent === undefined ? (WIDTH - width) / 2 : start;
  return `<path transform="translate(${x.toFixed(1)} ${y})scale(${size / GRID})" d="${line.path}"/>`;
}

rmSync(DEMO_SAMPLES, { recursive: true, force: true });
mkdirSync(DEMO_SAMPLES);
for (const text of SAMPLE_TEXTS)
  for (const [index, page] of (await drawPages(text)).entries())
    writeFileSync(join(DEMO_SAMPLES, `${text.isbn}-${index + 1}.webp`), page);
