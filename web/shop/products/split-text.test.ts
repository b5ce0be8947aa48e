import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

const sentences = (count: number, sentence = 'A sentence of thirty-one letters. ') => sentence.repeat(count).trimEnd();

test('a short text stays whole', () => {
  expect(splitText(sentences(10))).toEqual([sentences(10), '']);
});

test('a long text is split behind a sentence, and nothing is lost', () => {
  for (const text of [
    sentences(60),
    sentences(60, 'Ein Satz mit „Rede.“ und noch mehr. '),
    sentences(60, 'آیا این کتاب خوب است؟ '),
  ]) {
    const [beginning, rest] = splitText(text);
    expect(beginning.length).toBeLessThanOrEqual(480);
    expect(beginning).toMatch(/[.؟]$/);
    expect(`${beginning} ${rest}`).toBe(text);
  }
});

test('a long text without sentences is split behind a word, one without words anywhere', () => {
  expect(splitText(sentences(300, 'word '))[0]).toMatch(/word$/);
  expect(splitText('x'.repeat(900)).join('')).toBe('x'.repeat(900));
});
