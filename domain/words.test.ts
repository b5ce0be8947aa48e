import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldForSearch, nameSortKey, slugOf, titleSortKey } from './words.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(..."Aß ẞæŒøİıΣςيىیكکۀةهأؤئ\u200c\u200d\u0654\u0301۵٥'’ʼ—ﻱﬁ") }),
);
const runs = { numRuns: 5_000 };

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(text, (anything) => {
      const folded = foldForSearch(anything);
      expect(foldForSearch(folded)).toBe(folded);
    }),
    runs,
  );
});

test('a folded text is words of letters and digits, one space apart', () => {
  fc.assert(
    fc.property(text, (anything) => {
      expect(foldForSearch(anything)).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u);
    }),
    runs,
  );
});

test('composed and decomposed writings fold alike', () => {
  fc.assert(
    fc.property(text, (anything) => {
      expect(foldForSearch(anything.normalize('NFD'))).toBe(foldForSearch(anything.normalize('NFC')));
    }),
    runs,
  );
});

test.each([
  ['Élan  VITAL', 'elan vital'],
  ['São Tomé & Príncipe', 'sao tome principe'],
  ['Über den Prozeß', 'uber den prozess'],
  ['STRAẞE', 'strasse'],
  ['Smørrebrød', 'smorrebrod'],
  ['Encyclopædia', 'encyclopaedia'],
  ['Cœur, Œuvre', 'coeur oeuvre'],
  ["L'Étranger", 'letranger'],
  ['L’Étranger', 'letranger'],
  ["Don't -- panic!", 'dont panic'],
  ['كتاب', 'کتاب'],
  ['يک', 'یک'],
  ['موسى', 'موسی'],
  ['ﻛﺘﺎﺏ', 'کتاب'],
  ['خانۀ', 'خانه'],
  ['خانه\u0654', 'خانه'],
  ['مدرسة', 'مدرسه'],
  ['کِتاب', 'کتاب'],
  ['می\u200cخواهم', 'می خواهم'],
  ['\u200cغرب\u200c\u200cزدگی\u200c', 'غرب زدگی'],
  ['۱۳۵۷ ١٣٥٧ 1357', '1357 1357 1357'],
  ['ﬁn', 'fin'],
  ['¿?!', ''],
  ['', ''],
])('%j folds to %j', (written, folded) => {
  expect(foldForSearch(written)).toBe(folded);
});

test.each([
  ['The Hobbit', 'en', 'hobbit'],
  ['A Room of One’s Own', 'en', 'room of ones own'],
  ['An Ordinary Man', 'en-GB', 'ordinary man'],
  ['Theatre', 'en', 'theatre'],
  ['Another Country', 'en', 'another country'],
  ['The', 'en', 'the'],
  ['The ', 'en', 'the'],
  ['Die Verwandlung', 'de', 'verwandlung'],
  ['Die Hard', 'en', 'die hard'],
  ['Eine Frau in Berlin', 'de', 'frau in berlin'],
  ['L’Étranger', 'fr', 'etranger'],
  ["L'Étranger", 'fr', 'etranger'],
  ['Les Misérables', 'fr', 'miserables'],
  ['Os Maias', 'pt-BR', 'maias'],
  ['O Alquimista', 'pt', 'alquimista'],
  ['The Hobbit', 'xx', 'the hobbit'],
  ['The Hobbit', '', 'the hobbit'],
  ['غرب\u200cزدگی', 'fa', 'غرب زدگی'],
])('"%s" in "%s" is sorted as "%s"', (title, language, key) => {
  expect(titleSortKey(title, language)).toBe(key);
});

test.each([
  ['Pramoedya Ananta Toer', 'toer pramoedya ananta'],
  ['Colette', 'colette'],
  ['Gabriel  García Márquez ', 'marquez gabriel garcia'],
  ['', ''],
])('the name "%s" is sorted as "%s"', (name, key) => {
  expect(nameSortKey(name)).toBe(key);
});

test.each([
  ['Guards! Guards!', 'guards-guards'],
  ['غرب\u200cزدگی', 'غرب-زدگی'],
  ['!!!', 'x'],
  ['', 'x'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('%j has the address %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('an address does not end in half a character', () => {
  expect(slugOf(`${'a'.repeat(79)}𠮷`).isWellFormed()).toBe(true);
});

test('an address is never empty, at most 80 characters, and can be written in a URL', () => {
  const long = fc.string({ unit: fc.constantFrom('a', ' ', '𠮷', 'é', 'ﷺ'), minLength: 30, maxLength: 120 });
  fc.assert(
    fc.property(fc.oneof(text, long), (title) => {
      const slug = slugOf(title);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(slug).toMatch(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u);
    }),
    runs,
  );
});
