/**
 * How many bytes of heap a stored plant takes: prints one JSON line.
 * `node --expose-gc bench/store-bytes.ts <plants>`
 */
import { createFake } from '../test/mocks/fake.ts';
import { freshPlant, headers } from './lib/plants.ts';

const plants = Number(process.argv[2]);
const { responder, store } = createFake({ maxResources: Infinity });

function heapBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function create(): void {
  const { status, body } = responder.respond({
    method: 'POST',
    path: '/plants',
    header: (name) => headers[name],
    body: Buffer.from(freshPlant()),
  });
  if (status !== 200) throw new Error(`Failed to create a plant: ${String(body)}`);
}

// What is made once, such as the store's index, is no plant's.
create();
const before = heapBytes();
for (let plant = 0; plant < plants; plant += 1) create();
const bytes = (heapBytes() - before) / plants;
console.log(JSON.stringify({ plants: store.size, bytes }));
