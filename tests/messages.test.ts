import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '#domain/locale.ts';

type Tree = { [key: string]: string | Tree };

const AREAS = ['common', 'cart', 'shop', 'customer', 'account', 'server'];

async function read(locale: string, area: string): Promise<Map<string, string>> {
  const { default: tree } = (await import(`../messages/${locale}/${area}.ts`)) as { default: Tree };
  return new Map(flatten(tree));
}

function flatten(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  );
}

/** The names that a message is filled with: `{name}`, `{count, plural, …}`. */
function placeholders(message: string): string[] {
  return [...message.matchAll(/\{\s*(\w+)\s*(?=[,}])/g)].map((match) => match[1]!).filter((name) => !/^\d/.test(name));
}

test.each(LOCALES.flatMap((locale) => AREAS.map((area) => [locale, area] as const)))(
  '%s/%s has every English key, no other, with the same values to fill in',
  async (locale, area) => {
    const [english, other] = await Promise.all([read('en', area), read(locale, area)]);
    expect([...other.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [key, message] of other)
      expect([key, new Set(placeholders(message))]).toEqual([key, new Set(placeholders(english.get(key)!))]);
  },
);

test('every English key is used somewhere', async () => {
  const sources = globSync('{web,server,cli}/**/*.{ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const unused: string[] = [];
  for (const area of AREAS)
    for (const key of (await read('en', area)).keys()) {
      const parts = key.split('.');
      const last = parts.at(-1)!;
      const family = parts.slice(0, -1).at(-1);
      const isNamed = new RegExp(`['"\`.]${last.replace(/[-/]/g, '\\$&')}['"\`]`).test(sources);
      const isComputed = family !== undefined && new RegExp(`${family}\\.\\$\\{`).test(sources);
      if (!isNamed && !isComputed) unused.push(`${area}.${key}`);
    }
  expect(unused).toEqual([]);
});

test('no component says words of its own', () => {
  const literal = />\s*[A-Za-z][A-Za-z ,.!?’']{2,}\s*</;
  const wrong = globSync('web/**/*.tsx').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ file, line: index + 1, text: line.trim() }))
      .filter(({ text }) => literal.test(text) && !/=>|import|Promise<|Map</.test(text)),
  );
  expect(wrong).toEqual([]);
});
