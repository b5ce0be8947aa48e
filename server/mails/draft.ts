/** A letter's parts before they become text and HTML. */
export type Draft = { subject: string; greeting?: string; blocks: Block[] };
export type Block =
  | { text: string }
  | { quote: string }
  | { rows: [string, string][] }
  | { button: string; link: string };
