const ARTICLES: Record<string, readonly string[]> = {
  en: ['the ', 'a ', 'an '],
  de: ['der ', 'die ', 'das ', 'ein ', 'eine '],
  fr: ['le ', 'la ', 'les ', "l'", 'un ', 'une '],
  pt: ['o ', 'a ', 'os ', 'as ', 'um ', 'uma '],
};

/**
 * A text as searching compares it: lower case, without accents and marks, Arabic letter forms as Persian writes
 * them, Persian digits as ASCII, zero-width joiners as spaces, punctuation gone.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[ەة]/g, 'ه')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/ß/g, 'ss')
    .replace(/[æ]/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ø/g, 'o')
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A title as sorting compares it: folded, without the article that its language skips. */
export function titleSortKey(title: string, language: string): string {
  const lower = title.toLowerCase().replace(/’/g, "'");
  const article = (ARTICLES[language.slice(0, 2)] ?? []).find((word) => lower.startsWith(word));
  return foldForSearch(article ? title.slice(article.length) : title) || foldForSearch(title);
}

/** A person's name as sorting compares it: last word first. */
export function nameSortKey(name: string): string {
  const words = foldForSearch(name).split(' ');
  return [words.at(-1), ...words.slice(0, -1)].join(' ');
}

/** A text as part of an address: folded, words joined by hyphens, at most 80 characters, never empty. */
export function slugOf(text: string): string {
  const slug = foldForSearch(text).replaceAll(' ', '-').slice(0, 80);
  return slug.replace(/[\ud800-\udbff]$/, '').replace(/-+$/, '') || 'x';
}
