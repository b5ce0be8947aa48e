import * as z from 'zod/mini';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { isLanguageTag } from '#domain/locale.ts';
import { isSubject } from '#domain/catalogue/subject.ts';
import { day, line } from './schemas.ts';

/* The content of the home page as staff write it. Messages of checks follow the name of what they are about. */

const SENTENCE_LENGTH = 400;

/** A text in the shop's languages. Readers of one that is missing get the English one. */
export const texts = (maxLength: number) => {
  const text = line(maxLength);
  const other = z.optional(text);
  return z.strictObject({ en: text, fa: other, de: other, fr: other, pt: other });
};
export type HomeTexts = z.output<ReturnType<typeof texts>>;

const title = texts(80);
const sentence = texts(SENTENCE_LENGTH);
/** Who recommends a book, as the page names them. */
const by = line(60);

/** A title by the ISBN of any of its formats. */
const book = z.pipe(
  z.string().check(z.refine((text) => parseIsbn(text) !== undefined, 'is not a valid ISBN')),
  z.transform((text) => parseIsbn(text)!),
);

/** Titles that a list names, the most popular of a filter, or those of a list of the shop. */
const books = z.union(
  [
    z.array(book).check(z.minLength(1), z.maxLength(24)),
    z.enum(['bestselling', 'newest', 'forthcoming']),
    z.strictObject({ subject: z.string().check(z.refine(isSubject, 'is not a subject of the shop')) }),
    z.strictObject({ series: line(200) }),
    z.strictObject({
      language: z.array(z.string().check(z.refine(isLanguageTag, 'is not a language'))).check(z.minLength(1)),
    }),
  ],
  'must be a list of ISBNs, "bestselling", "newest", "forthcoming", {"subject": "FBC"}, {"series": "discworld"} or {"language": ["ms"]}',
);
export type HomeBooks = z.output<typeof books>;

/** The first and the last day on which a section is shown, in Malaysia; without them always. */
const days = { from: z.optional(day), to: z.optional(day) };
const shelf = { ...days, title, text: z.optional(sentence), books };

export const BAND_COLORS = ['plum', 'forest', 'clay', 'ink'] as const;
export type BandColor = (typeof BAND_COLORS)[number];

/** The sections in their order; of those that are `featured`, the first that is shown today opens the page. */
export const homeContent = z.strictObject({
  sections: z
    .array(
      z.discriminatedUnion('form', [
        z.strictObject({ form: z.literal('featured'), ...days, book, text: sentence, by }),
        z.strictObject({ form: z.literal('row'), ...shelf }),
        z.strictObject({ form: z.literal('numbered'), ...shelf }),
        z.strictObject({ form: z.literal('band'), color: z.enum(BAND_COLORS), ...shelf }),
        z.strictObject({ form: z.literal('cover'), ...days, title, text: sentence, book }),
        z.strictObject({ form: z.literal('quote'), ...days, book, text: sentence, by }),
        z.strictObject({
          form: z.literal('picks'),
          ...days,
          title,
          picks: z.array(z.strictObject({ book, text: sentence, by })).check(z.minLength(1), z.maxLength(6)),
        }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(30)),
});
export type HomeContent = z.output<typeof homeContent>;
export type HomeContentSection = HomeContent['sections'][number];
