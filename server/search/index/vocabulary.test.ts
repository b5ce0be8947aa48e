import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ز', '9'), minLength: 1, maxLength: 5 });

test('words are found whole and by their beginnings', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (some, typed) => {
      const words = some.toSorted((a, b) => (a < b ? -1 : 1));
      const vocabulary = new Vocabulary(Vocabulary.stored(words));
      expect(vocabulary.find(typed)).toEqual(words.includes(typed) ? [words.indexOf(typed)] : []);
      const beginning = words.flatMap((one, number) => (one.startsWith(typed) ? [number] : []));
      expect(vocabulary.beginningWith(typed)).toEqual(beginning);
    }),
  );
});
