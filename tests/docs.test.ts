import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as tables from '../server/db/tables.ts';

const PAGES = globSync(['*.md', 'docs/**/*.md', 'messages/*.md']);

const read = (file: string) => readFileSync(file, 'utf8');

/** The anchors that a page's headings have, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What is wrong with the links of a page to files and headings of this repository. */
function brokenLinks(page: string): string[] {
  return [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
}

test.each(PAGES)('%s links only to files and headings that exist', (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

const FILE = /`((?:bench|cli|contract|demo|docs|domain|messages|scripts|server|tests|web)\/[\w./-]+\.\w+)`/g;

test.each(PAGES)('%s names only files that exist', (page) => {
  const named = [...read(page).matchAll(FILE)].map(([, file]) => file!);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('the glossary lists every table', () => {
  const all = Object.values(tables as Record<string, unknown>)
    .filter((table): table is PgTable => is(table, PgTable))
    .map(getTableName);
  const section = read('docs/glossary.md').split('## Tables')[1]!;
  expect([...section.matchAll(/`"?([a-z_]+)"?`/g)].map(([, name]) => name).toSorted()).toEqual(all.toSorted());
});

test('every rule that code cites stands in the specification', () => {
  const rules = read('docs/specification.md');
  const cited = globSync('{bench,cli,contract,domain,scripts,server,tests,web}/**/*.{ts,tsx,sql}').flatMap((file) =>
    [...read(file).matchAll(/[Ss]pecification §([\d.]*\d)/g)].map(([, rule]) => ({ file, rule: rule! })),
  );
  const isThere = (rule: string) => rules.includes(rule.includes('.') ? `\n| ${rule} |` : `\n## ${rule}. `);
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ rule }) => !isThere(rule))).toEqual([]);
});

test('every decision is in the index', () => {
  const index = read('docs/decisions/README.md');
  const pages = globSync('docs/decisions/2*.md').map((page) => page.replace('docs/decisions/', ''));
  expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
});

test.each(globSync('docs/decisions/2*.md'))('%s has its date and the four sections of a decision', (page) => {
  const [title, ...lines] = read(page).split('\n');
  expect(title).toMatch(new RegExp(`^# ${basename(page).slice(0, '2026-11-21'.length)} \\S`));
  const headings = lines.filter((line) => line.startsWith('## '));
  expect(headings).toEqual(['## Context', '## Decision', '## Alternatives', '## Consequences']);
});
