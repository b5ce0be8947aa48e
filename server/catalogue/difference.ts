/** A field whose value an import changes; empty for no value. */
export type FieldChange = { field: string; from: string; to: string };

/** What an import does to a record or a title of the shop. */
export type Difference = {
  kind: 'added' | 'changed' | 'delisted';
  /** Of an ONIX record; in a CSV file the ISBN, where there is one. */
  reference: string;
  title: string;
  changes: FieldChange[];
  /** Whether a price moves by more than 20 percent. */
  isBigMove: boolean;
  /** Whether it takes a format out of the shop that is in it. */
  isDelisted: boolean;
};

const MAX_VALUE = 120;

/** A value as a difference shows it. */
export function shortenValue(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
