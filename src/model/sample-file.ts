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
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
`;

const FILES: readonly SampleFile[] = [
  { contentType: 'text/plain', extension: 'txt', content: 'sample' },
  { contentType: 'image/png', extension: 'png', content: atob(PNG) },
  { contentType: 'image/gif', extension: 'gif', content: atob(GIF) },
  { contentType: 'application/json', extension: 'json', content: '{}' },
  { contentType: 'text/csv', extension: 'csv', content: 'name\nsample\n' },
  { contentType: 'application/pdf', extension: 'pdf', content: PDF },
  { contentType: 'application/octet-stream', extension: 'bin', content: 'sample' },
  { contentType: 'application/xml', extension: 'xml', content: '<sample/>' },
  { contentType: 'text/xml', extension: 'xml', content: '<sample/>' },
  { contentType: 'application/zip', extension: 'zip', content: `PK\u0005\u0006${'\0'.repeat(18)}` },
];

/** The file of the first of some media types or ranges that one is known of. */
export function sampleFile(contentTypes: readonly string[]): SampleFile | undefined {
  for (const name of contentTypes) {
    const wanted = [{ name, pointer: '', examples: {} }];
    const found = FILES.find(({ contentType }) => findMediaType(wanted, contentType));
    if (found !== undefined) return found;
  }
  return undefined;
}
