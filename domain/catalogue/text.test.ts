import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldForSearch, nameSortKey, slugOf, titleSortKey, initialsOf, avatarColorIndex } from './text.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(..."Aß ẞæŒøİıΣςيىیكکۀةهأؤئபனைொ்कि้\u200c\u200d\u0654\u0301۵٥'’ʼ—ﻱﬁ") }),
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

test('a folded text is words of letters with their vowel signs and of digits, one space apart', () => {
  fc.assert(
    fc.property(text, (anything) => {
      expect(foldForSearch(anything)).toMatch(/^([\p{L}\p{M}\p{N}]+( [\p{L}\p{M}\p{N}]+)*)?$/u);
    }),
    runs,
  );
});

test('composed and decomposed forms fold to the same text', () => {
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
  ['பொன்னியின் செல்வன்', 'பொன்னியின் செல்வன்'.normalize('NFKD')],
  ['सच्ची कहानियाँ', 'सच्ची कहानियाँ'],
  ['ข้างหลังภาพ', 'ข้างหลังภาพ'],
  ['שָׁלוֹם', 'שלום'],
  ['Йод', 'иод'],
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
  ['பனைமரமும் கடலும்', 'பனைமரமும்-கடலும்'],
  ['!!!', 'x'],
  ['', 'x'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('%j has the slug %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a slug does not end in half a character', () => {
  expect(slugOf(`${'a'.repeat(79)}𠮷`).isWellFormed()).toBe(true);
});

test('a slug is never empty, at most 80 characters and URL-safe', () => {
  const long = fc.string({ unit: fc.constantFrom('a', ' ', '𠮷', 'é', 'ﷺ'), minLength: 30, maxLength: 120 });
  fc.assert(
    fc.property(fc.oneof(text, long), (title) => {
      const slug = slugOf(title);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
    }),
    runs,
  );
});

test.each([
  ['Siti Aminah', 'SA'],
  ['Nur Aisyah binti Abdullah', 'NA'],
  ['  madonna ', 'MA'],
  ['Jean-Luc Picard', 'JP'],
  ['élodie étienne', 'ÉÉ'],
  ['ßeta', 'ßE'],
  ['X Æ A-12', 'X1'],
  ['سارا محمدی', 'س\u200Cم'],
  ['علی‌رضا', 'ع\u200Cر'],
  ['سارا', 'س'],
  ['王小明', '小明'],
  ['李娜', '李娜'],
  ['欧阳娜娜', '欧阳'],
  ['김민수', '민수'],
  ['山田たろう', '山田'],
  ['山田 太郎', '山太'],
  ['अनिता देसाई', 'अदे'],
  ['🦊 Fox', 'FO'],
  ['🦊', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('any name has at most two initials and a stable colour', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const signs = [...new Intl.Segmenter('und').segment(initialsOf(name).replaceAll('\u200C', ''))];
      expect(signs.length).toBeLessThanOrEqual(2);
      expect(avatarColorIndex(name, 8)).toBe(avatarColorIndex(` ${name} `, 8));
      expect(avatarColorIndex(name, 8)).toBeLessThan(8);
    }),
  );
});
