const CLASSES: readonly [RegExp, number][] = [
  [/\p{Mc}/u, 0.5],
  [/\p{M}|\u200c|\u200d/u, 0],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u, 1],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.64],
  [/[\u0b80-\u0d7f]/u, 1.15],
  [/[\u0900-\u109f\u1780-\u17ff]/u, 0.68],
  [/[ ijlI.,:;'’‘!|()[\]-]/u, 0.32],
  [/[ftrsz“”"/]/u, 0.46],
  [/[mwMWÆŒæœ@%—…]/u, 0.95],
  [/\p{Lu}/u, 0.73],
  [/\p{Extended_Pictographic}/u, 1.3],
];

/** Estimated advance of a text in em: that of Noto Serif or a little more; Georgia is narrower. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += CLASSES.find(([members]) => members.test(sign))?.[1] ?? 0.57;
  return width;
}
