import type { PageFacts } from '../inspector.ts';
import { read } from './control-client.ts';
import { state } from './state.ts';
import type { Fault } from '../../../mock/faults.ts';
import type { ExchangeList, Health, ResourceList } from './wire.ts';

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

const RESOURCES = 'resources?limit=1000';

const READERS: Readonly<Record<Topic, () => Promise<void>>> = {
  health: async () => {
    state.health = await read<Health>('health');
    document.title = `${state.health.title} inspector`;
  },
  page: async () => {
    const facts = await read<PageFacts>('page.json');
    state.outline = facts.outline;
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
    const own = await read<ResourceList>(RESOURCES, true);
    const chosen = shownCollection(own);
    const path = `${RESOURCES}&collection=${encodeURIComponent(chosen)}`;
    state.resources = chosen === '' ? own : await read(path, true);
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
    collections.find((one) => one.total > 0) ?? (total > 0 ? undefined : collections[0]);
  return first?.collection ?? '';
}

/** What a proxy has, too. */
const SHARED: readonly Topic[] = ['health', 'page', 'document', 'requests'];
const OWN_STORE: readonly Topic[] = [
  'resources',
  'profile',
  'faults',
  'settings',
  'scenario',
  'sandboxes',
];

const wanted = new Set<Topic>();
let isReading = false;

/** Reads everything again, as at the start. */
export function loadAll(): void {
  load(...SHARED);
}

/** Reads topics again; asked for several times meanwhile, once more. */
export function load(...topics: readonly Topic[]): void {
  for (const topic of topics) wanted.add(topic);
  if (!isReading) void readWanted();
}

async function readWanted(): Promise<void> {
  isReading = true;
  while (wanted.size > 0) {
    const topics = [...wanted];
    wanted.clear();
    await Promise.allSettled(topics.map((topic) => READERS[topic]()));
    // A proxy keeps nothing, so it is not asked for more.
    if (topics.includes('health') && state.health?.mode === 'mock') load(...OWN_STORE);
    state.update();
  }
  isReading = false;
}
