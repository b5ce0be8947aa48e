import { join } from 'node:path';
import type { Rolldown } from 'vite';

const WEB = join(import.meta.dirname, '../web/');

/** What comes together, in one file each: small files compress badly, and each costs a request. */
const FILES: readonly { name: string; roots: readonly string[] }[] = [
  {
    name: 'start',
    roots: [
      'customer/main.tsx',
      'customer/way-on.ts',
      'customer/use-refusal.ts',
      'customer/use-shop-path.ts',
      'customer/frame/lazy-part.tsx',
      'forms/use-draft.ts',
    ],
  },
  { name: 'forms', roots: ['forms/field.tsx', 'forms/password-field.tsx', 'forms/use-contract-form.ts'] },
  {
    name: 'area',
    roots: [
      'customer/main-area.tsx',
      'customer/live/live-updates.tsx',
      'customer/page-states.tsx',
      'customer/page-title.tsx',
      'customer/use-optimistic.ts',
      'customer/use-day.ts',
      'ui/cover.tsx',
      'ui/foreign-text.tsx',
      'ui/price.tsx',
      'ui/use-focus-kept.ts',
    ],
  },
];

/** The file that a module of the customer area belongs to, or none where the bundler decides. */
export const fileOf: Rolldown.CodeSplittingNameFunction = (id, context) => {
  // Only forms check shapes (`bare-contract.ts`); the others' imports of Zod are left out later.
  if (/\/node_modules\/zod\//.test(id)) return 'forms';
  return FILES.find(({ roots }) => closureOf(roots, (one) => context.getModuleInfo(one)).has(id))?.name ?? null;
};

type FindModule = (id: string) => Rolldown.ModuleInfo | null;

const closures = new WeakMap<readonly string[], Set<string>>();

/** Some modules and all that they import, other than by `import()`. */
function closureOf(roots: readonly string[], find: FindModule): Set<string> {
  const known = closures.get(roots);
  if (known) return known;
  const found = new Set<string>();
  const waiting = roots.map((root) => join(WEB, root));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(find(id)?.importedIds ?? []));
  }
  closures.set(roots, found);
  return found;
}
