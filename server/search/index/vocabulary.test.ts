import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Vocabulary, WordNumbers } from './vocabulary.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ز', '9'), minLength: 1, maxLength: 5 });

test('words are found whole and by their beginnings', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (some, typed) => {
      const words = some.toSorted((a, b) => (a < b ? -1 : 1));
      const vocabulary = new Vocabulary(Vocabulary.stored(words));
      expect(vocabulary.find(typed)).toEqual(words.includes(typed) ? [words.indexOf(typed)] : []);
      const beginning = words.flatMap((one, number) => (one.startsWith(typed) ? [number] : []));
      expect([...vocabulary.beginningWith(typed)]).toEqual(beginning);
    }),
  );
});

test('words get the numbers in which they first came, also beyond the first places', () => {
  const words = Array.from({ length: 70_000 }, (_, number) => `w${number.toString(36)}`);
  const text = ['زن', 'é', ...words, 'é'].join(' ');
  const numbers = new WordNumbers();
  const numberOf = (word: string) => {
    const start = ` ${text} `.indexOf(` ${word} `);
    return numbers.number(text, start, start + word.length);
  };
  expect(['زن', 'é', 'é', 'w0', 'زن'].map(numberOf)).toEqual([0, 1, 1, 2, 0]);
  const found = words.map((word) => numbers.number(word, 0, word.length));
  expect(found).toEqual(words.map((_, index) => index + 2));
  expect([numbers.size, numbers.word(0), numbers.word(70_001)]).toEqual([70_002, 'زن', words.at(-1)]);
});
