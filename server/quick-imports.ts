import { registerHooks } from 'node:module';

/*
 * Loaded with `--import` before the program, which then starts faster and does the same. Node (24.21) parses the `exports` of a
 * package for each import of it and for each of its modules. Those of drizzle-orm have 178 kB.
 */

const PACKAGE = 'drizzle-orm';
const WITHIN_PACKAGE = `/node_modules/${PACKAGE}/`;

type Resolved = { url: string; format: 'module'; shortCircuit: true };

const found = new Map<string, Resolved>();

registerHooks({
  resolve(specifier, context, next) {
    if (!context.conditions.includes('import')) return next(specifier, context);
    if (specifier.startsWith('.') && context.parentURL?.includes(WITHIN_PACKAGE))
      return moduleAt(new URL(specifier, context.parentURL).href);
    if (specifier !== PACKAGE && !specifier.startsWith(`${PACKAGE}/`)) return next(specifier, context);
    const module = found.get(specifier) ?? moduleAt(next(specifier, context).url);
    found.set(specifier, module);
    return module;
  },
});

function moduleAt(url: string): Resolved {
  return { url, format: 'module', shortCircuit: true };
}
