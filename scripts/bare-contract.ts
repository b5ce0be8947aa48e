import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ESTree, Plugin } from 'vite';

const CONTRACT = join(import.meta.dirname, '../contract/');
const BARE = '?bare';

/**
 * The contract as browsers need it. A call is its method and path, with the shape of its body only for modules that
 * read one (`register.body`) or import a shape: forms check themselves, but nothing checks an answer again. Shapes that
 * nobody reads are then left out, and with the last of them Zod.
 */
export const bareContract: Plugin = {
  name: 'bare-contract',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!importer || !/^(#contract\/|\.)/.test(source)) return undefined;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    if (!resolved?.id.startsWith(CONTRACT) || resolved.id.endsWith(BARE)) return undefined;
    return readsShapes(importer, source, resolved.id) ? undefined : { id: resolved.id + BARE };
  },
  load(id) {
    if (!isBare(id)) return undefined;
    const file = id.slice(0, -BARE.length);
    this.addWatchFile(file);
    return { code: readFileSync(file, 'utf8'), moduleType: 'ts' };
  },
  transform(code, id) {
    if (!id.startsWith(CONTRACT)) return undefined;
    const kept = isBare(id) ? ['method', 'path'] : ['method', 'path', 'body'];
    const program = this.parse(code, { lang: 'ts' });
    const edits = program.body.flatMap(valuesOf).flatMap((value) => editOf(code, value, kept));
    return { code: edits.reduceRight((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code) };
  },
};

function isBare(id: string): boolean {
  return id.startsWith(CONTRACT) && id.endsWith(BARE);
}

/** Whether a module needs shapes of a contract's file: of a body, or by their names. Inside the contract all do or none. */
function readsShapes(importer: string, source: string, file: string): boolean {
  if (importer.startsWith(CONTRACT)) return !isBare(importer);
  const code = readFileSync(importer.split('?')[0]!, 'utf8');
  if (/(?<!document)\.body\b/.test(code)) return true;
  const shapes = [...readFileSync(file, 'utf8').matchAll(SHAPE)].map(([, name]) => name!);
  return importedNames(code, source).some((name) => shapes.includes(name));
}

/** A constant that is made by a call, and is no call of the shop. */
const SHAPE = /^export const (\w+) =\s*(?!endpoint\()(?:z\b|\w+\()/gm;

function importedNames(code: string, source: string): string[] {
  return [...code.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)]
    .filter(([, , from]) => from === source)
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().split(' as ')[0]!);
}

type Edit = { start: number; end: number; by: string };

/** What a module's own constants are made of. */
function valuesOf(statement: ESTree.Program['body'][number]): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.map(({ init }) => init).filter((init) => init !== null);
}

/** A call of the shop becomes its plain description; another made constant is left out where nobody reads it. */
function editOf(code: string, value: ESTree.Expression, kept: readonly string[]): Edit[] {
  const { start, end } = value;
  const written = code.slice(start, end);
  const described = descriptionOf(value);
  if (!described) return isMade(value) ? [{ start, end, by: PURE(written) }] : [];
  const parts = described.properties
    .filter((part) => part.type === 'Property' && part.key.type === 'Identifier' && kept.includes(part.key.name))
    .map((part) => code.slice(part.start, part.end));
  return [{ start, end, by: `{ ${parts.join(', ')} }` }];
}

const PURE = (written: string) => `/* @__PURE__ */ (() => (${written}))()`;

function isMade({ type }: ESTree.Expression): boolean {
  return type === 'CallExpression' || type === 'ObjectExpression';
}

/** What `endpoint({ … })` is given. */
function descriptionOf(value: ESTree.Expression): ESTree.ObjectExpression | undefined {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return undefined;
  const [description] = value.arguments;
  return value.callee.name === 'endpoint' && description?.type === 'ObjectExpression' ? description : undefined;
}
