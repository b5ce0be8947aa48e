/** The shape that every language has to fill: the English keys, any text. */
export type Translated<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translated<English[Key]>;
};
