import { findMediaType } from './media-type.ts';

/** A small file that whoever looks into it finds well. */
export interface SampleFile {
  readonly contentType: string;
  /** Of its name. */
  readonly extension: string;
  /** A character for each byte. */
  readonly content: string;
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** One grey pixel. */
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z';
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
const BMP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==';
const TIFF =
  'SUkqAAoAAAD/AAkAAAEDAAEAAAABAAAAAQEDAAEAAAABAAAAAgEDAAEAAAAIAAAAAwEDAAEAAAABAAAABgEDAAEAAAABAAAAEQEEAAEAAAAIAAAAFQEDAAEAAAABAAAAFgEDAAEAAAABAAAAFwEEAAEAAAABAAAAAAAAAA==';
/** Around the PNG. */
const ICON = `\0\0\u0001\0\u0001\0\u0001\u0001\0\0\u0001\0 \0F\0\0\0\u0016\0\0\0`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
`;

const FILES: readonly SampleFile[] = [
  { contentType: 'text/plain', extension: 'txt', content: 'sample' },
  { contentType: 'text/markdown', extension: 'md', content: 'sample' },
  { contentType: 'image/png', extension: 'png', content: atob(PNG) },
  { contentType: 'image/gif', extension: 'gif', content: atob(GIF) },
  { contentType: 'application/json', extension: 'json', content: '{}' },
  { contentType: 'text/csv', extension: 'csv', content: 'name\nsample\n' },
  { contentType: 'application/pdf', extension: 'pdf', content: PDF },
  { contentType: 'application/octet-stream', extension: 'bin', content: 'sample' },
  { contentType: 'application/xml', extension: 'xml', content: '<sample/>' },
  { contentType: 'text/xml', extension: 'xml', content: '<sample/>' },
  { contentType: 'image/jpeg', extension: 'jpg', content: atob(JPEG) },
  { contentType: 'image/jpg', extension: 'jpg', content: atob(JPEG) },
  { contentType: 'image/webp', extension: 'webp', content: atob(WEBP) },
  { contentType: 'image/svg+xml', extension: 'svg', content: SVG },
  { contentType: 'image/bmp', extension: 'bmp', content: atob(BMP) },
  { contentType: 'image/tiff', extension: 'tiff', content: atob(TIFF) },
  { contentType: 'image/x-icon', extension: 'ico', content: ICON + atob(PNG) },
  { contentType: 'image/vnd.microsoft.icon', extension: 'ico', content: ICON + atob(PNG) },
  { contentType: 'application/zip', extension: 'zip', content: `PK\u0005\u0006${'\0'.repeat(18)}` },
  { contentType: 'text/html', extension: 'html', content: '<!doctype html><title>sample</title>' },
  {
    contentType: 'audio/mpeg',
    extension: 'mp3',
    content: `\u00ff\u00fb\u0090\0${'\0'.repeat(413)}`,
  },
];

/** Bytes of a media type of which nothing is known. */
export const UNKNOWN_BYTES = 'sample';

/** The file of the first of some media types or ranges that one is known of. */
export function sampleFile(contentTypes: readonly string[]): SampleFile | undefined {
  for (const name of contentTypes) {
    const wanted = [{ name, pointer: '', examples: {} }];
    const found = FILES.find(({ contentType }) => findMediaType(wanted, contentType));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Words of a name that tell what is in a file, and its media type. */
const NAMED: readonly (readonly [words: RegExp, contentType: string])[] = [
  [/pdf|document|resume|invoice|contract|certificate/i, 'application/pdf'],
  [/csv|import|sheet|table/i, 'text/csv'],
  [/json/i, 'application/json'],
  [/xml/i, 'application/xml'],
  [/zip|archive|backup|bundle/i, 'application/zip'],
  [/audio|voice|sound|song|track/i, 'audio/mpeg'],
];

/** Files as services take them of which nothing tells the media type: the likeliest by its name first, else an image. */
export function likelyFiles(name: string): SampleFile[] {
  const likely = NAMED.find(([words]) => words.test(name))?.[1];
  const types = [likely ?? [], 'image/png', 'application/pdf', 'text/csv', 'text/plain'].flat();
  return [...new Set(types)].flatMap((type) => sampleFile([type]) ?? []);
}

/** The file with such a content; `undefined` where several have it, or none. */
export function fileWith(content: string): SampleFile | undefined {
  const [file, ...others] = new Set(FILES.filter((known) => known.content === content));
  return others.every(({ extension }) => extension === file?.extension) ? file : undefined;
}
