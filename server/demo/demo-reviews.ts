import type { Rating, ReviewLanguage } from '#domain/review.ts';

/** Readers who bought and reviewed books of the demo; they have no password, so that nobody signs in as one of them. */
export const DEMO_REVIEWERS = [
  { email: 'meera@example.com', displayName: 'Meera Krishnan' },
  { email: 'weiming@example.com', displayName: 'Wei Ming Tan' },
  { email: 'nurul@example.com', displayName: 'Nurul Huda' },
  { email: 'parisa@example.com', displayName: 'Parisa Ahmadi' },
  { email: 'clara@example.com', displayName: 'Clara Weber' },
] as const;

export type DemoReview = {
  by: string;
  /** The title as in the catalogue, and how many days ago it was reviewed. */
  title: string;
  daysAgo: number;
  rating: Rating;
  text: string;
  language?: ReviewLanguage;
  hasSpoilers?: true;
  /** Who found it helpful. */
  helpfulTo?: readonly string[];
  reply?: string;
};

const READER = 'reader@example.com';
const [MEERA, WEI_MING, NURUL, PARISA, CLARA] = DEMO_REVIEWERS.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

export const DEMO_REVIEWS: readonly DemoReview[] = [
  {
    by: MEERA,
    title: 'The Hobbit',
    daysAgo: 331,
    rating: 5,
    text: 'I read this aloud to my two boys, a chapter a night, and we all groaned when each one ended. The riddles in the dark are as good as I remembered.\n\nThe paperback has the maps, clearly printed.',
    helpfulTo: [READER, WEI_MING, NURUL, CLARA],
  },
  {
    by: WEI_MING,
    title: 'The Hobbit',
    daysAgo: 214,
    rating: 4,
    text: 'A comfortable adventure with a hero who would rather be at home. The middle in the forest is long, the ending is worth it.',
    helpfulTo: [MEERA],
  },
  {
    by: NURUL,
    title: 'The Hobbit',
    daysAgo: 120,
    rating: 5,
    language: 'ms',
    text: 'Bahasa Inggerisnya mudah diikuti walaupun buku lama. Anak saya terus minta buku yang seterusnya.',
    helpfulTo: [MEERA, READER],
  },
  {
    by: CLARA,
    title: 'The Hobbit',
    daysAgo: 63,
    rating: 3,
    language: 'de',
    text: 'Schön erzählt, aber mir fehlten Figuren, die mehr sind als Zwerge mit Namen. Als Einstieg in Tolkien trotzdem der richtige Band.',
  },
  {
    by: MEERA,
    title: 'Jane Eyre',
    daysAgo: 190,
    rating: 2,
    text: 'Beautiful sentences, but I could not warm to Rochester at all, and the small print of this edition tired my eyes.',
    helpfulTo: [CLARA, PARISA],
    reply:
      'Thank you for saying so. The large print edition of the same text is kinder to the eyes; we have it in stock.',
  },
  {
    by: NURUL,
    title: 'Jane Eyre',
    daysAgo: 158,
    rating: 5,
    text: 'Jane is poor, plain and answers back. I finished it at three in the morning and regret nothing.',
    helpfulTo: [READER, MEERA, PARISA],
  },
  {
    by: CLARA,
    title: 'Jane Eyre',
    daysAgo: 97,
    rating: 4,
    text: 'The best part is not the wedding that stops at the altar, but that she walks away from it with nothing and comes back as his equal.',
    hasSpoilers: true,
    helpfulTo: [NURUL],
  },
  {
    by: CLARA,
    title: 'Le Petit Prince',
    daysAgo: 205,
    rating: 5,
    language: 'fr',
    text: 'On le relit à chaque âge et ce n’est jamais le même livre. Les aquarelles sont bien reproduites.',
    helpfulTo: [PARISA, MEERA],
  },
  {
    by: PARISA,
    title: 'Le Petit Prince',
    daysAgo: 140,
    rating: 5,
    text: 'I bought it to learn French: short sentences, few words, and by the fox I had forgotten that I was studying.',
    helpfulTo: [WEI_MING],
  },
  {
    by: PARISA,
    title: 'دیوان حافظ',
    daysAgo: 260,
    rating: 5,
    language: 'fa',
    text: 'چاپ تمیز و حروف خوانا. هر شب یک غزل می‌خوانم و هر بار چیز تازه‌ای پیدا می‌کنم.',
    helpfulTo: [READER],
  },
  {
    by: WEI_MING,
    title: 'Sapiens',
    daysAgo: 176,
    rating: 4,
    text: 'Grand claims, briskly told. Not everything is as certain as it sounds, but I have talked about it at dinner for a month.',
    helpfulTo: [READER, PARISA, CLARA],
  },
  {
    by: PARISA,
    title: 'Sapiens',
    daysAgo: 88,
    rating: 2,
    text: 'The first hundred pages are wonderful, then opinion takes over from history. I would have liked more sources.',
    helpfulTo: [MEERA, CLARA],
  },
  {
    by: NURUL,
    title: 'The Gruffalo',
    daysAgo: 230,
    rating: 5,
    text: 'We know it by heart and still have to read it. The board book has survived a toddler and a cup of Milo.',
    helpfulTo: [MEERA, WEI_MING],
  },
  {
    by: READER,
    title: 'The Adventures of Sherlock Holmes',
    daysAgo: 300,
    rating: 5,
    text: 'Twelve cases, each just long enough for a train ride. Start with the Red-Headed League.',
    helpfulTo: [MEERA, CLARA],
  },
  {
    by: READER,
    title: 'The Handmaid’s Tale',
    daysAgo: 171,
    rating: 4,
    text: 'The epilogue at the conference turns everything round: we never learn whether she got out, only that scholars enjoy the question.',
    hasSpoilers: true,
    helpfulTo: [NURUL],
  },
  {
    by: READER,
    title: 'The Thursday Murder Club',
    daysAgo: 165,
    rating: 3,
    text: 'Charming people and a plot that gets lost in its own biscuits. Good company for a rainy Sunday.',
  },
];
