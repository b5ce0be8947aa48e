import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptColumns } from '../../../tests/kept-columns.ts';
import { Vocabulary, WordNumbers } from './vocabulary.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ز', '书', '𠮷', '9'), minLength: 1, maxLength: 5 });

function vocabularyOf(words: readonly string[]): Vocabulary {
  const { store, column } = keptColumns();
  Vocabulary.store(words, store);
  return new Vocabulary(column);
}

test('words are found whole and by their beginnings', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (words, typed) => {
      const vocabulary = vocabularyOf(words);
      const wordsOf = (numbers: ArrayLike<number>) => Array.from(numbers, (number) => vocabulary.word(number));
      expect(wordsOf(vocabulary.find(typed))).toEqual(words.filter((one) => one === typed));
      const beginning = wordsOf(vocabulary.beginningWith(typed));
      expect(beginning.toSorted()).toEqual(words.filter((one) => one.startsWith(typed)).toSorted());
    }),
  );
});

test('the letters of a word are those of its text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), (words) => {
      const vocabulary = vocabularyOf(words);
      const read = words.map((_, number) => String.fromCharCode(...vocabulary.letters(number)));
      expect(read.toSorted()).toEqual(words.toSorted());
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
