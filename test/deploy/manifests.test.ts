import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { plantStore } from '../../mocks/command.ts';
import { ControlDocument } from '../../src/serve/control/control-document.ts';
import { problemOf } from '../setup/command-problem.ts';
import { programPath } from '../setup/program-path.ts';

const folder = join(import.meta.dirname, '../../deploy');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

/** What a pod or a service of compose runs. */
interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly build?: unknown;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly securityContext?: object;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext?: object;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly metadata: { labels: object }; readonly spec: PodSpec };
    readonly selector?: { readonly matchLabels?: object };
    readonly ports?: readonly { readonly port: number; readonly targetPort: string }[];
  };
}

const manifests = globSync('kubernetes/*.yaml', { cwd: folder }).flatMap((file) =>
  parseAllDocuments(read(file)).map((parseAllDocument) => parseAllDocument.toJS() as Manifest),
);
const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
const containers = pods.flatMap((pod) => pod.containers);
const { services } = parse(read('compose.yaml')) as {
  readonly services: Readonly<Record<string, Container>>;
};
const named = (kind: string, name: string): Manifest =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;
const deployment = named('Deployment', 'plant-store').spec!.template!;
const mock = deployment.spec.containers[0]!;

/** Those of the kit, with the words of their command. */
const containersOfReplica = [
  ...containers
    .filter(({ image, command }) => image === 'plant-store-kit' && command === undefined)
    .map((container) => [container, container.args ?? []] as const),
  ...Object.values(services)
    .filter(({ build }) => build !== undefined)
    .map((service) => [service, service.command ?? []] as const),
];

/** The value that a manifest gives a variable. */
function valueOf({ value, valueFrom }: Variable): string | undefined {
  if (valueFrom === undefined) return value;
  const { name, key } = valueFrom.secretKeyRef;
  return named('Secret', name).stringData?.[key];
}

describe('the manifests', () => {
  it('give flags and values that the command line takes', async () => {
    expect(containersOfReplica).toHaveLength(2);
    for (const [{ env = [] }, words] of containersOfReplica) {
      const told = words.map((word) =>
        word.replaceAll(/\$\((\w+)\)/g, (_, name) => {
          return valueOf(env.find((variable) => variable.name === name)!) ?? `no ${name}`;
        }),
      );
      expect(await problemOf(told), told.join(' ')).toBe('');
    }
    expect(await problemOf([...containersOfReplica[0]![1], '--no-such-flag'])).toMatch(/^Failed/);
  });

  it('start the mock alike in compose and in Kubernetes', () => {
    const [inCluster, inCompose] = containersOfReplica.map(([, words]) =>
      words.map((word) => (word === '$(STORE)' || word.startsWith('redis://') ? 'STORE' : word)),
    );
    expect(inCluster).toEqual(inCompose);
  });

  it('name variables that the command reads', () => {
    const { tokenVariable, controlTokenVariable, variablePrefix } = plantStore;
    const names = [...containers, ...Object.values(services)].flatMap(
      ({ env = [], environment = {} }) => [
        ...env.map(({ name }) => name),
        ...Object.keys(environment),
      ],
    );
    const ofKit = new Set(names.filter((name) => name.startsWith(variablePrefix)));
    expect([...ofKit].toSorted()).toEqual([controlTokenVariable, tokenVariable].toSorted());
  });

  it('ask for paths that are there', () => {
    const { document } = new ControlDocument();
    const known = Object.keys(document.root['paths'] as object).map((path) => `/_kit${path}`);
    const probes = [mock.startupProbe, mock.livenessProbe, mock.readinessProbe];
    const paths = probes.map((probe) => probe?.httpGet?.path);
    const [, checked] = /^ *http-check send meth GET uri (\S+)/m.exec(read('haproxy.cfg')) ?? [];
    expect([...paths, checked]).toEqual([
      '/_kit/health',
      '/_kit/health',
      '/_kit/ready',
      '/_kit/ready',
    ]);
    expect(known).toEqual(expect.arrayContaining([...paths, checked]));
  });

  it('meet at the port of the command', () => {
    const port = plantStore.defaultPort;
    expect(mock.ports).toEqual([{ name: 'http', containerPort: port }]);
    const service = named('Service', 'plant-store').spec!.ports!;
    expect(service).toMatchObject([{ port, targetPort: 'http' }]);
    expect(read('haproxy.cfg')).toContain(`mock:${port} resolvers`);
  });

  it('select what the deployment labels', () => {
    const { labels } = deployment.metadata;
    for (const [kind, selector] of [
      ['PodDisruptionBudget', named('PodDisruptionBudget', 'plant-store').spec!.selector],
      ['Deployment', named('Deployment', 'plant-store').spec!.selector],
    ] as const) {
      expect(selector?.matchLabels, kind).toEqual(labels);
    }
    expect(named('Service', 'plant-store').spec!.selector).toEqual(labels);
  });

  it('give nothing more room than it needs, and no rights', () => {
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
    }
    for (const { name, resources, securityContext } of containers) {
      expect(resources, name).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
      expect(securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    for (const [name, service] of Object.entries(services)) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('leave what is under way its time', () => {
    const drain = Number(mock.args![mock.args!.indexOf('--drain') + 1]) / 1000;
    const { terminationGracePeriodSeconds = 30 } = deployment.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(5 + drain);
  });
});

it('the recipe for Testcontainers has flags, a port and a path that are there', async () => {
  const page = readFileSync(join(folder, '../docs/shared.md'), 'utf8');
  const [, words = ''] = /withCommand\((\[[^\]]+\])\)/.exec(page) ?? [];
  expect(await problemOf(JSON.parse(words.replaceAll("'", '"')) as string[])).toBe('');
  expect(page).toContain(`withEnvironment({ ${plantStore.controlTokenVariable}: token })`);
  const { paths } = new ControlDocument().document.root;
  for (const [, path, port] of page.matchAll(/forHttp\('\/_kit(\S+)', (\d+)\)/g)) {
    expect(paths).toHaveProperty([path!]);
    expect(Number(port)).toBe(plantStore.defaultPort);
  }
});

const haproxy = programPath(['haproxy'], "HAProxy's own view of its file");

it.skipIf(haproxy === undefined)('HAProxy takes its configuration', () => {
  const args = ['-c', '-f', join(folder, 'haproxy.cfg')];
  expect(execFileSync(haproxy!, args, { encoding: 'utf8' })).toContain('valid');
});

const kubectl = programPath(['kubectl'], 'the manifests as kubectl joins them');

it.skipIf(kubectl === undefined)('kubectl joins the manifests', () => {
  const args = ['kustomize', join(folder, 'kubernetes')];
  const text = execFileSync(kubectl!, args, { encoding: 'utf8' });
  const kinds = parseAllDocuments(text).map(
    (parseAllDocument) => (parseAllDocument.toJS() as Manifest).kind,
  );
  const listed = manifests.map(({ kind }) => kind).filter((kind) => !/^(?:Job|Kust)/.test(kind));
  expect(kinds.toSorted()).toEqual(listed.toSorted());
});
