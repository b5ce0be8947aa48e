import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigMap, Secret, Service as ServiceModel } from 'kubernetes-models/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { DEPLOY, readDeployFile, wrongSettings } from './deployment-files.ts';
import { get, openTestApp } from './test-app.ts';

const { app } = await openTestApp();
const statusOf = async (path: string) => (await get(app, path)).status;

type Container = {
  image: string;
  args?: string[];
  env?: { name: string; value: string }[];
  envFrom: ({ configMapRef: { name: string } } | { secretRef: { name: string } })[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  resources: { limits: object; requests: object };
} & Partial<Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', { httpGet: { path: string; port: string } }>>;
type Pod = {
  securityContext: object;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  volumes: { name: string }[];
};
type Labels = Record<string, string>;
type Manifest = {
  kind: string;
  apiVersion: string;
  metadata: { name: string; labels?: Labels };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    selector?: Labels & { matchLabels?: Labels };
    podSelector?: { matchLabels: Labels };
    template?: { metadata: { labels: Labels }; spec: Pod };
    scaleTargetRef?: { name: string };
    ports?: { targetPort: string }[];
  };
};

const MODELS = [
  ConfigMap,
  Secret,
  ServiceModel,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
] as const;

const manifestsIn = (folder: string) =>
  readdirSync(join(DEPLOY, 'kubernetes', folder))
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readDeployFile(`kubernetes/${folder}/${file}`)).map((it) => it.toJS() as Manifest),
    );
const base = manifestsIn('base');
const all = [...base, ...manifestsIn('example')];
const pods = base.flatMap(({ metadata, spec }) =>
  spec?.template ? [{ metadata, labels: spec.template.metadata.labels, spec: spec.template.spec }] : [],
);
const find = (kind: string) => all.find((manifest) => manifest.kind === kind)!;

test('each list names every manifest beside it and nothing else', () => {
  for (const list of globSync(join(DEPLOY, 'kubernetes/*/kustomization.yaml'))) {
    const { resources, patches = [] } = parse(readFileSync(list, 'utf8')) as {
      resources: string[];
      patches?: { path?: string }[];
    };
    const named = [...resources, ...patches.flatMap(({ path }) => path ?? [])].filter((it) => it.endsWith('.yaml'));
    const there = readdirSync(dirname(list)).filter((file) => file !== 'kustomization.yaml');
    expect(named.toSorted()).toEqual(there.toSorted());
  }
});

test.each(all.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
  '%s follows the schema of Kubernetes',
  (_, manifest) => {
    const model = MODELS.find(({ kind, apiVersion }) => kind === manifest.kind && apiVersion === manifest.apiVersion)!;
    expect(() => new model(manifest as never).validate()).not.toThrow();
  },
);

test('web, worker and migration run one image with its security context, volumes and limits', () => {
  expect(pods.map(({ metadata }) => metadata.name).toSorted()).toEqual([
    'halaman-migrate',
    'halaman-web',
    'halaman-worker',
  ]);
  for (const { spec } of pods) {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const [container] = spec.containers as [Container];
    expect(container).toMatchObject({
      image: 'halaman:latest',
      securityContext: {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
      envFrom: [
        { configMapRef: { name: find('ConfigMap').metadata.name } },
        { secretRef: { name: find('Secret').metadata.name } },
      ],
      resources: { limits: { memory: expect.any(String) }, requests: { cpu: expect.any(String) } },
    });
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
  }
});

test('settings, roles, ports and health checks exist, and a pod may drain before it is killed', async () => {
  const settings = { ...find('ConfigMap').data, ...find('Secret').stringData };
  expect(wrongSettings(settings)).toEqual([]);
  for (const { metadata, spec } of pods) {
    const [{ env = [], ports = [], args, ...container }] = spec.containers as [Container];
    if (args) expect(existsSync(join(DEPLOY, '..', args[0]!))).toBe(true);
    if (args) continue;
    const [{ name, value }] = env as [{ name: string; value: string }];
    expect([name, metadata.name]).toEqual(['ROLE', `halaman-${value}`]);
    expect(wrongSettings({ ROLE: value })).toEqual([]);
    expect(ports).toEqual([{ name: 'http', containerPort: 3000 }]);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
      const { path, port } = container[probe]!.httpGet;
      expect([port, await statusOf(path)]).toEqual(['http', 200]);
    }
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(settings.DRAIN_SECONDS) + 15);
  }
});

test('every selector finds the pods that it is for', () => {
  const selected = (selector: Labels) =>
    pods
      .filter(({ labels }) => Object.entries(selector).every(([key, value]) => labels[key] === value))
      .map(({ metadata }) => metadata.name);
  for (const { kind, metadata, spec } of base) {
    const selector = spec?.selector?.matchLabels ?? spec?.selector ?? spec?.podSelector?.matchLabels;
    if (kind === 'Deployment') expect(selected(selector as Labels)).toEqual([metadata.name]);
    if (kind === 'Service' || kind === 'PodDisruptionBudget')
      expect(selected(selector as Labels)).toEqual(['halaman-web']);
    if (kind === 'NetworkPolicy') expect(selected(selector as Labels)).toHaveLength(3);
    if (kind === 'HorizontalPodAutoscaler') expect(spec!.scaleTargetRef!.name).toBe('halaman-web');
  }
});
