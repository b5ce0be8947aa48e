export type ReadMail = { to: string; subject: string; text: string };

/** The parts of an `.eml` file that tests use. */
export function simpleParser(source: string): ReadMail {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/);
  const headers = head.replace(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  return { to: header('To'), subject: decodeWords(header('Subject')), text: decodeBody(rest.join('\n\n')) };
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(value, 'base64').toString() : decodeQuoted(value.replaceAll('_', ' ')),
    );
}

function decodeBody(body: string): string {
  return decodeQuoted(body.replace(/=\r?\n/g, ''));
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/((?:=[0-9A-F]{2})+)/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString());
  return bytes;
}
