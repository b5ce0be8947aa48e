import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import SERVER_FLAGS from '../scripts/server-flags.json' with { type: 'json' };
import { DEPLOY, readDeployFile, wrongSettings } from './deployment-files.ts';
import { get, openTestApp } from './test-app.ts';

const { app } = await openTestApp();
const statusOf = async (path: string) => (await get(app, path)).status;

const file = readDeployFile('Dockerfile').replaceAll(/\\\n\s*/g, '');
const final = file.slice(file.lastIndexOf('\nFROM '));
const environment = Object.fromEntries(
  [.../^ENV (.*)$/m.exec(final)![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
);

test('the last stage runs as a user with a number, and has settings and a port that exist', () => {
  expect(/^USER (.*)$/m.exec(final)![1]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(wrongSettings(environment)).toEqual([]);
  expect(/^EXPOSE (.*)$/m.exec(final)![1]).toBe(environment.PORT);
  expect(/^VOLUME (.*)$/m.exec(final)![1]).toBe(environment.DATA_DIR);
  expect(final).not.toMatch(/npm (ci|install)|apt-get/);
});

test('what it copies, runs and checks its health with exists and is sent to the builder', () => {
  const copied = [...final.matchAll(/^COPY --from=build (?!\/usr|--chown)(.*) \S+$/gm)]
    .flatMap(([, sources]) => sources!.split(' '))
    .map((source) => source.replace('/shop/', ''))
    .filter((source) => !['node_modules', 'dist'].includes(source));
  expect(copied.length).toBeGreaterThan(7);
  const sent = readFileSync(join(DEPLOY, '../.dockerignore'), 'utf8').split('\n');
  for (const source of copied) {
    expect([source, existsSync(join(DEPLOY, '..', source))]).toEqual([source, true]);
    expect(sent).toContain(`!${source.split('/')[0]}`);
  }
  const check = /HEALTHCHECK .*CMD \["node", "\/shop\/(.*)"\]/.exec(final)![1]!;
  expect(existsSync(join(DEPLOY, '..', check))).toBe(true);
  expect(existsSync(join(DEPLOY, '..', /^CMD \["(.*)"\]$/m.exec(final)![1]!))).toBe(true);
});

test('its server uses memory as that of npm start does', () => {
  const flags = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(final)![1]!) as string[];
  expect(flags).toEqual(['node', '--import=/shop/server/quick-imports.ts', ...SERVER_FLAGS]);
});

/** An import that is left when types are gone, of a package: at the top, or where it is needed. */
const IMPORT = /^(?:import|export) (?!type)[^;]*? from '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm;

test('what runs in it imports packages that are not only for development', () => {
  const { dependencies } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const files = globSync('{cli,contract,demo,domain,messages,server}/**/*.ts').filter(
    (name) => !name.includes('.test.'),
  );
  const imports = files.flatMap((name) => [...readFileSync(name, 'utf8').matchAll(IMPORT)]);
  const imported = imports.map(([, fixed, lazy]) => /^(@[^/]+\/)?[^/]+/.exec((fixed ?? lazy)!)![0]);
  const packages = [...new Set(imported)].filter((name) => !isBuiltin(name));
  expect(packages.length).toBeGreaterThan(30);
  expect(packages.filter((name) => !dependencies[name])).toEqual([]);
});

test('the health check asks for a path that the server has', async () => {
  const path = /3000\}(\/\w+)/.exec(readFileSync(join(DEPLOY, '../server/health-check.ts'), 'utf8'))![1]!;
  expect(await statusOf(path)).toBe(200);
});
