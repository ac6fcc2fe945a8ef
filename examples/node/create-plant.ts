/** Creates a plant: `npm run script -- http://127.0.0.1:4010 9007199254740993 Fern`. */
import { PlantRefused, createPlant } from '../src/create-plant.ts';

const [baseUrl = 'http://127.0.0.1:4010', id = '1', name = 'Fern'] = process.argv.slice(2);
const token = process.env['PLANT_STORE_TOKEN'] ?? 'anything';

try {
  const plant = await createPlant({ id: BigInt(id), name }, { baseUrl, token });
  console.log(`${plant.name} is in the store.`);
} catch (error) {
  if (!(error instanceof PlantRefused)) throw error;
  console.error(`Refused with ${error.status}: ${error.message}`);
  process.exitCode = 1;
}
