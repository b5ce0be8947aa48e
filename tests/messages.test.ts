import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SUBJECT_CODES } from '#domain/catalogue/thema-codes.ts';
import { LOCALES } from '#domain/locale.ts';

type Tree = { [key: string]: string | Tree };

/** Names of subjects are a list of their own. */
const AREAS = globSync('*.json', { cwd: 'messages/en' })
  .map((file) => file.replace('.json', ''))
  .filter((area) => area !== 'subjects');
function read(locale: string, area: string): Map<string, string> {
  return new Map(flatten(JSON.parse(readFileSync(`messages/${locale}/${area}.json`, 'utf8')) as Tree));
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

test.each(LOCALES.flatMap((locale) => [...AREAS, 'subjects'].map((area) => [locale, area] as const)))(
  '%s/%s has exactly the English keys, with the same placeholders',
  (locale, area) => {
    const [english, other] = [read('en', area), read(locale, area)];
    expect([...other.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [key, message] of other)
      expect([key, new Set(placeholders(message))]).toEqual([key, new Set(placeholders(english.get(key)!))]);
  },
);

test.each(LOCALES)('%s has a name of its own for every subject', (locale) => {
  const names = read(locale, 'subjects');
  expect([...names.keys()]).toEqual(SUBJECT_CODES);
  expect([...names.values()].filter((name) => name === '' || name.trim() !== name || /[{}<>]/.test(name))).toEqual([]);
  const byName = Map.groupBy([...names], ([, name]) => name);
  expect([...byName.values()].filter((alike) => alike.length > 1)).toEqual([]);
});

/** What a file says of keys: the literals in it, and as patterns the templates; which words it takes keys from. */
function keysIn(text: string) {
  const literals = new Set([...text.matchAll(/(['"`])((?:(?!\1)[^\\\n$])+)\1/g)].map((match) => match[2]!));
  const templates = [...text.matchAll(/`((?:[\w.-]|\$\{[^{}`]*\})+)`/g)].map((match) => patternOf(match[1]!));
  const isAnyChild = /\b(?:t|common|cart|account|words|sentence|states)\((?![^)]*['"`])/.test(text);
  const spaces = new Set(['', ...literals]);
  if (text.includes('useShopWords')) spaces.add('shop');
  if (text.includes('useCommonWords')) spaces.add('common');
  const has = (key: string) =>
    literals.has(key) || templates.some((template) => template.test(key)) || (isAnyChild && !key.includes('.'));
  return { spaces, has };
}

/** A template with anything where it is filled in; one that is nothing else fits no key. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.-]/g, '\\$&'));
  return parts.join('') === '' ? /(?!)/ : new RegExp(`^${parts.join('.+')}$`);
}

test('every English key is used somewhere', () => {
  const files = globSync('{web,server,cli}/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) =>
    keysIn(readFileSync(file, 'utf8')),
  );
  const isUsed = (key: string) =>
    [...key.matchAll(/^|\./g)].some(({ index }) => {
      const [space, rest] = [key.slice(0, index), key.slice(index).replace('.', '')];
      return files.some(({ spaces, has }) => spaces.has(space) && has(rest));
    });
  const unused: string[] = [];
  for (const area of AREAS) {
    const space = area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const key of read('en', area).keys()) if (!isUsed(`${space}.${key}`)) unused.push(`${area}.${key}`);
  }
  expect(unused).toEqual([]);
});

test.each(LOCALES)('%s: the statement and the transactions page use the same names', (locale) => {
  const [area, server] = [read(locale, 'area'), read(locale, 'server')];
  const kinds = [...area.entries()].filter(([key]) => key.startsWith('transactions.kinds.'));
  expect(kinds).toHaveLength(5);
  for (const [key, word] of kinds) expect(server.get(key.replace('transactions', 'statement'))).toBe(word);
});

test('no component contains text of its own', () => {
  const literal = />\s*[A-Za-z][A-Za-z ,.!?’']{2,}\s*</;
  const wrong = globSync('web/**/*.tsx', { exclude: ['**/*.test.*'] }).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ file, line: index + 1, text: line.trim() }))
      .filter(({ text }) => literal.test(text) && !/=>|import|satisfies|Promise<|Map</.test(text)),
  );
  expect(wrong).toEqual([]);
});
