/** Node and browsers have it alike. */
declare class TextDecoder {
  constructor(encoding: string, options?: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}

/** The text of a file that a bank or a spreadsheet wrote: UTF-8 or UTF-16 with or without its mark, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
