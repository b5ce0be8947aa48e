/**
 * What a page shows of an edition, as far as it is known. Lengths in millimetres, weight in grams, duration in minutes;
 * protections are codes of list 144.
 */
export type EditionDetails = {
  editionNumber?: number;
  editionStatement?: string;
  height?: number;
  width?: number;
  thickness?: number;
  weight?: number;
  duration?: number;
  protections?: string[];
};

/** For whom a title is: codes of list 28, and a reading age in years. */
export type Audience = { groups: string[]; ageFrom: number | null; ageTo: number | null };
