/** An email header: its name in lower case, and its value. */
export type EmailHeader = { key: string; value: string };

/** The largest email that is read, in bytes: attachments, which are not taken, come with it. */
export const MAX_INBOUND_EMAIL = 10_485_760;

const AUTOMATIC = new Map([
  ['auto-submitted', /^(?!no\b)/i],
  ['precedence', /^(auto_reply|bulk|junk|list)\b/i],
  ['return-path', /^<\s*>$/],
  ['content-type', /^multipart\/report\b/i],
  ['list-id', /./],
  ['x-autoreply', /./],
  ['x-autorespond', /./],
  ['x-failed-recipients', /./],
]);

const MACHINES = /^(mailer-daemon|postmaster|no-?reply)@/i;

/** Whether no person wrote an email: an answer of an absent one, a bounce, a list (RFC 3834, RFC 3464, RFC 2919). */
export function isAutomaticEmail(headers: readonly EmailHeader[], from: string): boolean {
  return MACHINES.test(from) || headers.some(({ key, value }) => AUTOMATIC.get(key)?.test(value.trim()) === true);
}

/** What mail programs write above the message that they quote in full, each with its dashes. */
const ORIGINAL =
  /^-{2,}\s*(original message|ursprüngliche nachricht|message d['’]origine|mensagem original|پیام اصلی)\s*-{2,}$/i;
/** Outlook's block of headers: who wrote it, and when within the next lines. */
const QUOTED_FROM = /^\*?(from|von|de|از)\s*:/i;
const QUOTED_DATE = /^\*?(sent|date|gesendet|datum|envoyé|enviad[oa]( em)?|data|تاریخ|فرستاده شده)\s*:/i;

/**
 * What is new in a reply: without the message that it quotes at its end with the line that announces it, without the block
 * of headers that some programs write instead, and without a signature below `-- `. A quotation between answers stays. The
 * whole text where nothing would be left.
 */
export function newTextOf(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trimEnd());
  const kept = withoutTrailingQuote(withoutSignature(withoutOriginal(lines)));
  return joinLines(kept) || joinLines(lines);
}

function withoutOriginal(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex(
    (line, index) =>
      ORIGINAL.test(line.trim()) ||
      (QUOTED_FROM.test(line.trim()) &&
        lines.slice(index + 1, index + 4).some((next) => QUOTED_DATE.test(next.trim()))),
  );
  if (at === -1) return lines;
  const isRule = /^[_\s]*$/.test(lines[at - 1] ?? 'x');
  return lines.slice(0, isRule ? at - 1 : at);
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const at = lines.lastIndexOf('--');
  const isLast = at !== -1 && !lines.slice(at).some((line) => line.startsWith('>'));
  return isLast ? lines.slice(0, at) : lines;
}

function withoutTrailingQuote(lines: readonly string[]): readonly string[] {
  const isQuoteOrBlank = (line: string) => line.trim() === '' || line.startsWith('>');
  const end = lines.findLastIndex((line) => !isQuoteOrBlank(line)) + 1;
  if (!lines.slice(end).some((line) => line.startsWith('>'))) return lines;
  if (!/[:：]$/.test(lines[end - 1] ?? '')) return lines.slice(0, end);
  // The line that announces the quotation may be broken into three.
  const paragraph = lines.slice(0, end).findLastIndex((line) => line.trim() === '') + 1;
  return lines.slice(0, Math.max(paragraph, end - 3));
}

function joinLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
