/** Multipart forms on the wire (RFC 7578; RFC 2046, 5.1). */
import { parseMediaType } from '../model/media-type.ts';
import { bytesOf, latin1 } from './latin1.ts';
import { utf8Text } from './body-text.ts';

/** One part of a multipart form. */
export interface Part {
  readonly name: string;
  readonly filename?: string | undefined;
  /** By lowercase name, but Content-Disposition. */
  readonly headers: ReadonlyMap<string, string>;
  /** A character for each byte. */
  readonly content: string;
}

/** Why bytes are no multipart form: completes "the body …". */
export class MalformedMultipart extends Error {}

/** Forms that people fill in have fewer. */
export const MAX_PARTS = 1000;

/**
 * The parts of a form, in their order.
 *
 * @throws {MalformedMultipart}
 */
export function readMultipart(body: Uint8Array, contentType: string | undefined): Part[] {
  const boundary = parseMediaType(contentType ?? '')?.parameters.get('boundary') ?? '';
  if (!/^[ -~]{1,70}$/.test(boundary)) {
    throw new MalformedMultipart(
      `can't be taken apart: its Content-Type has ${boundary === '' ? 'no' : 'a malformed'} boundary`,
    );
  }
  // What follows a boundary stands on a line of its own, the first one's too.
  const pieces = `\r\n${latin1(body)}`.split(`\r\n--${boundary}`).slice(1);
  const end = pieces.findIndex((piece) => piece.startsWith('--'));
  if (pieces.length === 0) throw new MalformedMultipart('has no boundary in it');
  if (end === -1) throw new MalformedMultipart('ends before its last boundary');
  if (end > MAX_PARTS) throw new MalformedMultipart(`has more than ${MAX_PARTS} parts`);
  return pieces.slice(0, end).map((piece, i) => readPart(piece, i + 1));
}

/** Longer headers are no form's. */
export const MAX_HEAD = 16_384;

/** @param piece What stands between two boundaries, the end of the first one's line included. */
function readPart(piece: string, place: number): Part {
  const start = piece.indexOf('\r\n');
  const end = piece.indexOf('\r\n\r\n');
  if (end === -1 || end > MAX_HEAD || piece.slice(0, start).trim() !== '') {
    throw new MalformedMultipart(`has no empty line behind the headers of its part ${place}`);
  }
  const headers = new Map<string, string>();
  for (const line of piece.slice(start, end).split('\r\n').slice(1)) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/s.exec(line) ?? [];
    headers.set(name.trim().toLowerCase(), decoded(value.trim()));
  }
  const { name, filename } = dispositionOf(headers.get('content-disposition') ?? '');
  if (name === undefined) throw new MalformedMultipart(`has no name for its part ${place}`);
  headers.delete('content-disposition');
  return { name, filename, headers, content: piece.slice(end + 4) };
}

/** Browsers write UTF-8 as it is (HTML, 4.10.21.8). */
function decoded(text: string): string {
  return utf8Text(bytesOf(text)) ?? text;
}

function dispositionOf(text: string): { name?: string | undefined; filename?: string | undefined } {
  if (!/^form-data(?=;|\s|$)/i.test(text)) return {};
  const parameters = new Map<string, string>();
  for (const [, key, quoted, plain] of text.matchAll(PAIR)) {
    parameters.set(key!.toLowerCase(), quoted?.replaceAll(String.raw`\"`, '"') ?? plain!);
  }
  const [name, filename] = ['name', 'filename'].map((key) =>
    parameters.get(key)?.replaceAll(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape)),
  );
  return { name, filename };
}

const PAIR = /;\s*([\w*-]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^;\s]*))/g;

/** A multipart form, and the Content-Type that goes with it. */
export function writeMultipart(parts: readonly Part[]): { body: Uint8Array; contentType: string } {
  let boundary = 'part';
  for (let i = 1; parts.some(({ content }) => content.includes(`--${boundary}`)); i += 1) {
    boundary = `part-${i}`;
  }
  const written = parts.map(({ name, filename, headers, content }) => {
    const disposition = [
      `form-data; name="${escaped(name)}"`,
      ...(filename === undefined ? [] : [`filename="${escaped(filename)}"`]),
    ].join('; ');
    const lines = [['Content-Disposition', disposition], ...headers].map((line) => line.join(': '));
    return `--${boundary}\r\n${lines.map(encoded).join('\r\n')}\r\n\r\n${content}\r\n`;
  });
  return {
    body: bytesOf(`${written.join('')}--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function encoded(line: string): string {
  return latin1(new TextEncoder().encode(line));
}

function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
