import type { TitleRecord } from './import-title.ts';

type Contributor = TitleRecord['contributors'][number];

/** A cell for a file that a spreadsheet may open: what would run as a formula gets an apostrophe in front. */
export function guardCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** A cell as it was before {@link guardCell}, without control characters and without space around it. */
export function bareCell(text: string): string {
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  const clean = text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').trim();
  return /^'+[=+\-@\t\r]/.test(clean) ? clean.slice(1) : clean;
}

/** `Name (author); Name (translator)`; without a role it is the author. A `;` of a name is written `\;`. */
export function parseContributors(cell: string): Contributor[] {
  const parts = cell.match(/(?:\\.|[^;\\])+/g) ?? [];
  return parts
    .map((part) => part.replace(/\\(.)/g, '$1').trim())
    .filter(Boolean)
    .map(contributorOf);
}

export function writeContributors(contributors: readonly Contributor[]): string {
  return contributors.map(({ name, role }) => `${name.replace(/[;\\]/g, '\\$&')} (${role})`).join('; ');
}

/** Codes separated by `;`. */
export function parseSubjects(cell: string): string[] {
  return cell
    .split(';')
    .map((code) => code.trim())
    .filter(Boolean);
}

function contributorOf(text: string): Contributor {
  const [, name, role] = /^(.*\S)\s*\(([^()]+)\)$/.exec(text) ?? [];
  return name && role ? { name, role: role.trim().toLowerCase() } : { name: text, role: 'author' };
}
