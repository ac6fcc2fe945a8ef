import type { PageFacts } from '../inspector.ts';
import type { OutlineOperation, OutlineSchema } from '../outline.ts';
import { read } from './control-client.ts';
import { state, type ExchangeList, type Health, type ResourceList } from './state.ts';
import type { Fault } from '../../../mock/faults.ts';

/** What is read again when an event says that it has changed. */
export type Topic =
  | 'health'
  | 'page'
  | 'document'
  | 'requests'
  | 'resources'
  | 'profile'
  | 'faults'
  | 'settings'
  | 'scenario'
  | 'sandboxes';

/** How many requests are asked for at the start. */
const FIRST = 5000;

/** How many resources are shown at a time. */
export const PAGE = 50;

const READERS: Readonly<Record<Topic, () => Promise<void>>> = {
  health: async () => {
    state.health = await read<Health>('health');
    document.title = `${state.health.title} inspector`;
  },
  page: async () => {
    const facts = await read<PageFacts>('page.json');
    state.outline = facts.outline;
    details.clear();
    state.tokenVariable = facts.tokenVariable;
  },
  document: async () => {
    state.document = await read('document');
  },
  requests: async () => {
    const { requests, last } = await read<ExchangeList>(`requests?limit=${FIRST}`);
    state.log.replace(requests, last);
  },
  resources: async () => {
    const chosen = shownCollection(await read<ResourceList>('resources?limit=1'));
    const { q, sort, offset } = state.part;
    const given = Object.entries({ collection: chosen, q, sort }).filter(([, text]) => text !== '');
    const query = new URLSearchParams([...given, ['limit', `${PAGE}`], ['offset', `${offset}`]]);
    state.resources = await read(`resources?${query}`, true);
    state.collection = chosen;
  },
  profile: async () => {
    state.profile = await read('profile');
  },
  faults: async () => {
    state.faults = (await read<{ faults: readonly Fault[] }>('faults')).faults;
  },
  settings: async () => {
    state.latency = (await read<{ latency: number }>('settings')).latency;
  },
  scenario: async () => {
    state.scenarios = await read('scenarios');
  },
  sandboxes: async () => {
    state.sandboxes = await read('sandboxes');
  },
};

/** The one that was chosen, as long as it is there; else the first one that holds something. */
function shownCollection({ total, collections = [] }: ResourceList): string {
  const { collection: chosen } = state;
  if (chosen === '' && total > 0) return '';
  if (collections.some(({ collection }) => collection === chosen)) return chosen!;
  const first =
    collections.find((collection) => collection.total > 0) ??
    (total > 0 ? undefined : collections[0]);
  return first?.collection ?? '';
}

const details = new Map<string, object | undefined>();

/** All of an operation, once it is there: it is asked for when it is first looked at. */
export function operationOf(id: string | null): OutlineOperation | undefined {
  if (id === null) return undefined;
  return detail(`operations/${encodeURIComponent(id)}`) as OutlineOperation | undefined;
}

/** All of a schema, once it is there. */
export function schemaOf(name: string): OutlineSchema | undefined {
  return detail(`schemas/${encodeURIComponent(name)}`) as OutlineSchema | undefined;
}

function detail(path: string): object | undefined {
  if (!details.has(path)) {
    details.set(path, undefined);
    void readDetail(path);
  }
  return details.get(path);
}

async function readDetail(path: string): Promise<void> {
  try {
    details.set(path, await read<object>(`page/${path}`));
    state.update();
  } catch {
    // What is gone in the meantime comes with the next outline.
  }
}

/** What a proxy has, too. */
const SHARED: readonly Topic[] = ['health', 'page', 'document', 'requests'];
const OWN_STORE: readonly Topic[] = ['resources', 'faults', 'settings', 'scenario', 'sandboxes'];

const wanted = new Set<Topic>();
let isReading = false;

/** Of a large document it is long: it is read once somebody looks at it. */
export function loadProfile(): void {
  if (state.profile !== undefined || state.route.panel === 'answers') load('profile');
}

/** Reads everything again, as at the start. */
export function loadAll(): void {
  load(...SHARED);
}

/** Reads topics again; asked for several times meanwhile, once more. */
export function load(...topics: readonly Topic[]): void {
  for (const topic of topics) wanted.add(topic);
  if (!isReading) void readWanted();
}

async function readTopic(topic: Topic): Promise<void> {
  await READERS[topic]();
  // Some take longer than others.
  state.update();
}

async function readWanted(): Promise<void> {
  isReading = true;
  while (wanted.size > 0) {
    const topics = [...wanted];
    wanted.clear();
    await Promise.allSettled(topics.map(readTopic));
    // A proxy keeps nothing, so it is not asked for more.
    if (topics.includes('health') && state.health?.mode === 'mock') {
      load(...OWN_STORE);
      loadProfile();
    }
    state.update();
  }
  isReading = false;
}
