/**
 * What the publisher says of an e-book's accessibility: codes of list 196 with their text (a summary, an address, a date), and
 * codes of list 143 for hazards.
 */
export type Accessibility = { features: { code: string; text: string }[]; hazards: string[] };
