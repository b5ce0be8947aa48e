import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as english } from 'n2words/en-GB';
import { toCardinal as persian } from 'n2words/fa-IR';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as portuguese } from 'n2words/pt-PT';
import { foldForSearch } from '#domain/catalogue/text.ts';

/* Other ways in which readers write the numbers of titles: 1984 for "Nineteen Eighty-Four". */

const CARDINALS: Record<string, (number: number) => string> = {
  en: english,
  de: german,
  fr: french,
  pt: portuguese,
  fa: persian,
};
const LARGEST_NUMBER = 2100;
/** The longest number has so many words: "mil novecentos e noventa e nove". */
const MAX_NUMBER_WORDS = 6;

/** The numbers of a language by their folded words, the first of these words, and the words of each number. */
type LanguageNumbers = { known: Map<string, number>; firstWords: Set<string>; spellings: Map<number, string[]> };
const numbers = new Map<string, LanguageNumbers>();

function numbersOf(language: string): LanguageNumbers {
  let found = numbers.get(language);
  if (!found) {
    const known = listNumbers(language);
    const spellings = new Map(
      [...Map.groupBy(known, ([, number]) => number)].map(([number, all]) => [number, all.map(([words]) => words)]),
    );
    const firstWords = new Set(Array.from(known.keys(), (words) => words.split(' ', 1)[0]!));
    numbers.set(language, (found = { known, firstWords, spellings }));
  }
  return found;
}

function listNumbers(language: string): Map<string, number> {
  const cardinal = CARDINALS[language];
  if (!cardinal) return new Map();
  const named = new Map<string, number>();
  const add = (words: string, number: number) => named.set(foldForSearch(words), number);
  for (let number = 2; number <= LARGEST_NUMBER; number += 1) {
    add(cardinal(number), number);
    if (language === 'en') add(cardinal(number).replace(' and ', ' '), number);
    if (language === 'en' && number > 1100 && number < 2000 && number % 100 > 9)
      add(`${cardinal(Math.floor(number / 100))} ${cardinal(number % 100)}`, number);
  }
  for (let number = 3000; number <= 100_000; number += 1000) add(cardinal(number), number);
  for (const words of ['hundred', 'hundert', 'cem', 'cent', 'صد']) add(words, 100);
  return named;
}

/** Folded words of a title for its numbers: digits where it has words, words where it has digits. */
export function numberForms(folded: string, language: string): string[] {
  const words = folded.split(' ');
  const { known, firstWords, spellings } = numbersOf(language);
  const forms: string[] = [];
  for (let start = 0; start < words.length; start += 1) {
    if (/^\d{1,6}$/.test(words[start]!)) forms.push(...(spellings.get(Number(words[start])) ?? []));
    if (!firstWords.has(words[start]!)) continue;
    for (let length = Math.min(MAX_NUMBER_WORDS, words.length - start); length > 0; length -= 1) {
      const spelled = known.get(words.slice(start, start + length).join(' '));
      if (spelled === undefined) continue;
      forms.push(String(spelled));
      start += length - 1;
      break;
    }
  }
  return forms;
}
