import { inflateSync } from 'node:zlib';

type Fonts = Map<string, string[]>;

/**
 * The words of a PDF of ours, page by page, one line for each piece that was set, as its letters stand from left to
 * right. Enough of the format for tests: compressed streams, fonts with a map back to Unicode.
 */
export function readPdf(bytes: Buffer): { pages: string[][]; info: string } {
  const source = bytes.toString('latin1');
  if (!source.startsWith('%PDF-')) throw new Error('This is no PDF.');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((match) => [match[1]!, match[2]!]),
  );
  const pages = [...objects.values()].filter((text) => /\/Type \/Page\b/.test(text));
  return { pages: pages.map((page) => textLines(page, objects)), info: source };
}

type Objects = ReadonlyMap<string, string>;

function textLines(page: string, objects: Objects): string[] {
  const fonts = fontsOf(follow(page, 'Resources', objects), objects);
  const content = streamOf(follow(page, 'Contents', objects));
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf\s[\s\S]*?\[([^\]]*)\] TJ/g)].map(([, font, shown]) =>
    [...shown!.matchAll(/<([0-9a-f]+)>/g)]
      .flatMap((run) => run[1]!.match(/.{4}/g)!)
      .map((glyph) => fonts.get(font!)![Number.parseInt(glyph, 16)] ?? '')
      .join(''),
  );
}

function fontsOf(resources: string, objects: Objects): Fonts {
  const named = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  return new Map(
    named.map(([, name, id]) => [name!, glyphTexts(streamOf(follow(objects.get(id!)!, 'ToUnicode', objects)))]),
  );
}

/** The characters of each glyph of a subset. */
function glyphTexts(map: string): string[] {
  return [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap((range) =>
    [...range[1]!.matchAll(/<([0-9a-f ]*)>/g)].map((letter) =>
      (letter[1]!.replaceAll(' ', '').match(/.{4}/g) ?? [])
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join(''),
    ),
  );
}

function follow(object: string, name: string, objects: Objects): string {
  const id = new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1];
  return (id && objects.get(id)) || '';
}

function streamOf(object: string): string {
  const start = object.indexOf('stream\n') + 7;
  const body = Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1');
  return /\/Filter \/FlateDecode/.test(object) ? inflateSync(body).toString('latin1') : body.toString('latin1');
}
