import { join } from 'node:path';
import { type Place, type Recipe, post } from './recipe.ts';

const LIBRARIES = 'usr/lib/x86_64-linux-gnu';

const kinds = ['patients', 'studies', 'series', 'instances'];

/** A store of medical images, in C++. */
export const orthanc: Recipe = {
  name: 'orthanc',
  debian: [
    'orthanc',
    'libdcmtk17',
    'dcmtk',
    'libwrap0',
    'libcivetweb1',
    'libboost-thread1.74.0',
    'libboost-locale1.74.0',
    'libpugixml1v5',
  ],
  files: {
    'configure.mjs': `import { writeFileSync } from 'node:fs';
const [, , data, port] = process.argv;
const config = { StorageDirectory: data, IndexDirectory: data, HttpPort: Number(port), DicomServerEnabled: false };
writeFileSync(data + '/config.json', JSON.stringify(config));
`,
  },
  prepare: (place) => [
    { run: ['node', join(place.folder, 'configure.mjs'), place.data, String(place.port)] },
    program(place, `--openapi=${join(place.data, 'openapi.json')}`),
  ],
  start: (place) => program(place, join(place.data, 'config.json')),
  document: '/system',
  // Only the program itself writes it.
  documentFile: 'openapi.json',
  enter: async ({ url }) => {
    const tags = { PatientName: 'Before', PatientID: 'before' };
    await post(`${url}/tools/create-dicom`, { Tags: tags });
    return {};
  },
  dump: async ({ url }) =>
    new Map((await Promise.all(kinds.map((kind) => listOf(url, kind)))).flat()),
  reading: {
    groups: 14,
    turnedDown: 0,
    words:
      'Nobody had tried it before. The server answers 500 to unknown tags, also for what is not there, to lists and numbers in place of texts, and to a priority beyond int32. It takes `Resources` and `Level` for required, which the document has as optional, and a priority for an integer. It takes forms where the document has JSON, and then answers nothing. A body that says it is gzip gets no answer. Debatable: 500 for TLS that is not configured.',
  },
};

function program({ folder }: Place, argument: string): ReturnType<Recipe['start']> {
  const env = {
    LD_LIBRARY_PATH: join(folder, LIBRARIES),
    DCMDICTPATH: join(folder, 'usr/share/libdcmtk17/dicom.dic'),
  };
  return { run: [join(folder, 'usr/sbin/Orthanc'), argument], env };
}

/** What clients have stored; that something is at rest, and since when, is the server's own. */
async function listOf(url: string, kind: string): Promise<[string, string][]> {
  const response = await fetch(`${url}/${kind}?expand`);
  const items = (await response.json()) as { ID: string; MainDicomTags: object }[];
  return items.map(({ ID, MainDicomTags }) => [`${kind}/${ID}`, JSON.stringify(MainDicomTags)]);
}
