import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Set by React Router on the link that is being followed. */
const OTHERS_CLASSES = ['pending'];

const readAll = (pattern: string) =>
  globSync(pattern, { exclude: ['**/*.test.*'] }).map((file) => readFileSync(file, 'utf8'));

/** The classes that the style sheets' selectors name. */
const STYLED = new Set(
  readAll('web/**/*.css')
    .flatMap((sheet) => [...sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/[^{};]+(?=\{)/g)])
    .flatMap(([selector]) => [...selector.matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]!)),
);

const COMPONENTS = readAll('web/**/*.{ts,tsx,html}');

/** The code that gives elements their classes: attributes, and what is assigned to a `className`. */
const CLASS_CODE = COMPONENTS.flatMap((code) => [
  ...code.matchAll(/\bclass(?:Name)?=("[^"]*")/g),
  ...code.matchAll(/\bclassName=\{((?:[^{}]|\{[^{}]*\})*)\}/g),
  ...code.matchAll(/\bclassName(?:: | = )([^;\n]*)/g),
  ...code.matchAll(/\bconst [A-Z]+_CLASSES\b[^=]*=([^;]*)/g),
]).map((match) => match[1]!);

/** Every class given, one with a part that is filled in as `is-${…}`; what a condition compares with is none. */
const GIVEN = new Set(
  CLASS_CODE.flatMap((code) =>
    [...code.matchAll(/(?<![!=]== )(['"`])((?:(?!\1).)*)\1/g)].flatMap((match) =>
      match[2]!.replaceAll(/\$\{[^}]*\}/g, '${}').split(/\s+/),
    ),
  ),
);

/** What may be filled in: the words that stand alone in a literal of the code, and digits. */
const VALUES = new Set(
  [...COMPONENTS, ...readAll('{contract,domain}/**/*.ts')].flatMap((code) =>
    [...code.matchAll(/'(\w+)'/g)].map((match) => match[1]!),
  ),
);

function isFilledIn(name: string): boolean {
  return [...GIVEN].some((given) => {
    const [before, after] = given.split('${}');
    if (!before || after !== '' || !name.startsWith(before)) return false;
    const value = name.slice(before.length);
    return /^\d$/.test(value) || VALUES.has(value);
  });
}

test('every class of a style sheet is given to an element', () => {
  expect(STYLED.size).toBeGreaterThan(300);
  const unused = [...STYLED].filter((name) => !GIVEN.has(name) && !isFilledIn(name));
  expect(unused).toEqual(OTHERS_CLASSES);
});

test('every class of an element has a style: scripts and tests look for attributes, roles and names', () => {
  const names = [...GIVEN].filter((name) => /^[a-z][\w-]*$/.test(name));
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name) => !STYLED.has(name))).toEqual([]);
});
