import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, waitUntil } from '../../server/startup.ts';
import { docker, run } from './images.ts';
import { endAfterwards, newFolder } from './processes.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const PROJECT = 'halaman-test';

/** The services of `deploy/compose.yaml`, but for the migration, which ends. */
export const SERVICES = ['database', 'replica', 'pooler', 'mail', 'worker', 'web-1', 'web-2', 'proxy'] as const;
export type Service = (typeof SERVICES)[number];

/** The shop of `deploy/compose.yaml`, with secrets and volumes of its own. */
export type ComposeShop = {
  /** Where the proxy listens. */
  url: string;
  /** The primary, past the pooler; another one when its container was made anew. */
  databaseUrl(): Promise<string>;
  /** Runs a command of Compose. */
  compose(...args: readonly string[]): Promise<string>;
  isHealthy(service: Service): Promise<boolean>;
  /** Waits until every service's health check passes. */
  waitUntilHealthy(): Promise<void>;
  /** Kills the first process of a service's container, as a fault would. */
  kill(service: Service): Promise<void>;
  /** What the process of a stopped service ended with. */
  exitCode(service: Service): Promise<number>;
  /** The recipients of all emails that were caught. */
  recipients(): Promise<string[]>;
};

/**
 * Prepares the shop, which `compose('up', '--detach')` starts: the file as it is, except that a first proxy before haproxy is trusted, so
 * that customers of a load come from many addresses. All of it is gone after the test file.
 */
export async function composeShop(): Promise<ComposeShop> {
  const folder = newFolder('compose');
  cpSync(DEPLOY, folder, { recursive: true, filter: (path) => !path.endsWith('/secrets') });
  await run('sh', [join(folder, 'make-secrets.sh')]);
  const file = join(folder, 'compose.yaml');
  const text = readFileSync(file, 'utf8').replace("TRUST_PROXY: '1'", "TRUST_PROXY: '2'");
  // Compose 1.29, which Debian 12 has, takes the project's name only as an argument.
  writeFileSync(file, text.replace(/^name: .*\n/m, ''));
  const port = await freePort();
  const [program, ...first] = (await hasPlugin()) ? ['docker', 'compose'] : ['docker-compose'];
  const project = ['--project-name', PROJECT, '--project-directory', folder, '--file', file];
  const compose = (...args: readonly string[]) =>
    run('env', [`SHOP_PORT=${port}`, program!, ...first, ...project, ...args]);
  const remove = () => compose('down', '--volumes', '--timeout', '1');
  // A run that was interrupted leaves its containers and volumes, which have other secrets.
  await remove();
  endAfterwards(remove);
  const inspect = async (service: Service, format: string) => {
    const container = (await compose('ps', '--quiet', service)).trim();
    return (await docker('inspect', '--format', format, container)).trim();
  };
  const isHealthy = (service: Service) =>
    inspect(service, '{{.State.Health.Status}}').then(
      (status) => status === 'healthy',
      () => false,
    );
  const addressOf = (service: Service) => inspect(service, '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}');
  const password = readFileSync(join(folder, 'secrets/shop-password'), 'utf8').trim();
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: async () => `postgres://shop:${password}@${await addressOf('database')}:5432/shop`,
    compose,
    isHealthy,
    waitUntilHealthy: async () => {
      for (const service of SERVICES)
        await waitUntil(() => isHealthy(service), { seconds: 180, what: `${service} to be healthy` });
    },
    kill: async (service) => {
      process.kill(Number(await inspect(service, '{{.State.Pid}}')), 'SIGKILL');
    },
    exitCode: async (service) => Number(await inspect(service, '{{.State.ExitCode}}')),
    recipients: async () => {
      const response = await fetch(`http://${await addressOf('mail')}:8025/api/v1/messages?limit=100000`);
      const { messages } = (await response.json()) as { messages: { To: { Address: string }[] }[] };
      return messages.flatMap(({ To }) => To.map(({ Address }) => Address));
    },
  };
}

function hasPlugin(): Promise<boolean> {
  return run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  );
}
