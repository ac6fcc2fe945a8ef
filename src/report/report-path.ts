import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Location } from '../openapi/diagnostic.ts';
import type { ReporterContext } from './reporter.ts';

/** Where files are. */
export type ReportPaths = Pick<ReporterContext, 'root' | 'cwd'>;

/** How a report names a file: relative to `root`, with slashes, where it lies below it. */
export function reportPath(file: string, { root, cwd = root }: ReportPaths): string {
  if (root === undefined || cwd === undefined) return file;
  const path = relative(root, resolve(cwd, file));
  const isBelow = path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..';
  return isBelow ? path.replaceAll(sep, '/') : file;
}

/**
 * Where a CI that shows the repository's files can show a place: the place itself, or the start of
 * the CI's own file where the document lies outside of the repository.
 */
export function shownPlace(
  place: Location,
  { pipeline, ...paths }: ReportPaths & Pick<ReporterContext, 'pipeline'>,
): Location {
  const { root = '', cwd = root } = paths;
  const isInside = !isAbsolute(reportPath(resolve(cwd, place.file), paths));
  return pipeline === undefined || isInside ? place : { file: pipeline, line: 1, column: 1 };
}

/** A place in a file as editors jump to it: `api.yaml:12:5`. */
export function reportPlace({ file, line, column }: Location, paths: ReportPaths): string {
  return `${reportPath(file, paths)}:${line}:${column}`;
}

/** A path as a URI reference (RFC 3986); what lies elsewhere becomes a file URI. */
export function reportUri(file: string, paths: ReportPaths): string {
  const path = reportPath(file, paths);
  if (isAbsolute(path)) return pathToFileURL(path).href;
  if (path.split(/[\\/]/)[0] === '..' && paths.cwd !== undefined) {
    return pathToFileURL(resolve(paths.cwd, path)).href;
  }
  return path.split(/[\\/]/).map(encodeURIComponent).join('/');
}
