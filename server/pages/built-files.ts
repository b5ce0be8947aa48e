import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#domain/locale.ts';

export const DIST = join(import.meta.dirname, '../../dist');

/** What Vite writes of a build: each source with the file made of it, and what that needs. */
export type Manifest = Record<string, ManifestEntry>;
type ManifestEntry = { file: string; imports?: string[]; css?: string[]; assets?: string[] };

export function readBuilt<T>(path: string): T {
  return JSON.parse(readFileSync(join(DIST, path), 'utf8')) as T;
}

/** The URL of a classic script that runs before the first paint. */
export function bootScript(folder: string, source: string): string {
  return `/${readBuilt<Manifest>(`${folder}/manifest.json`)[source]!.file}`;
}

/** The faces that a language's first screen is set in, of the fonts of a style sheet. */
export function facesOf(assets: readonly string[] = []): (locale: Locale) => string[] {
  const face = (name: string) => assets.filter((file) => file.includes(name));
  const latin = [...face('literata-latin-wght'), ...face('figtree-latin-wght')];
  const persian = face('vazirmatn-arabic-wght');
  return (locale) => (locale === 'fa' ? persian : latin);
}
