const ADDRESS = /[^\s<>@"'()]+@[^\s<>@"'()]+/g;
const URL_OR_PATH = /(?:[a-z][a-z+-]*:\/\/[^\s/?#"'()]+)?\/[^\s"'()]*/gi;
/** Texts in double quotes, backticks and typographic quotes: engines quote there what a script was given. */
const QUOTED = /"[^"\n]*"?|`[^`\n]*`?|“[^”\n]*”?/g;
const SINGLE_QUOTED = /'([^'\n]*)'/g;
/** Tokens, ids and numbers of orders, tickets and phones. */
const LONG_WORD = /[\w-]{20,}|[\w-]*\d[\w-]*\d{3}[\w-]*/g;

/** The end of an asset's address, with line and column: all that is kept of addresses. */
const ASSET = /\/assets\/([\w.-]+\.js)(?:\?[^:\s]*)?((?::\d+){0,2})$/;

/**
 * An error's message or stack as the log may have it: without addresses, quoted texts, numbers and tokens. What an error of a
 * script quotes may be what a customer typed; identifiers in single quotes stay.
 */
export function withoutPersonalData(text: string): string {
  const kept: string[] = [];
  const keep = (part: string) => `\uE000${kept.push(part) - 1}\uE000`;
  return text
    .replaceAll('\uE000', '')
    .replace(URL_OR_PATH, (address) => {
      const [, file, place = ''] = ASSET.exec(address) ?? [];
      return keep(file ? `${file}${place}` : '/…');
    })
    .replace(ADDRESS, '…')
    .replace(QUOTED, '"…"')
    .replace(SINGLE_QUOTED, (_, inside: string) => (/^[A-Za-z_$][\w$.]{0,30}$/.test(inside) ? `'${inside}'` : "'…'"))
    .replace(LONG_WORD, '…')
    .replace(/\uE000(\d+)\uE000/g, (_, index: string) => kept[Number(index)]!);
}
