import { readFileSync } from 'node:fs';

/** What of package-lock.json is read. */
interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FOLDER = 'node_modules/';

/** The licences of all packages that come with the kit, as package-lock.json has them. */
export function licencesPage(lockFile: string): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as Lock;
  const rows = [...installed(packages)]
    .map((place) => {
      const { version, license = 'none is named' } = packages[place]!;
      return `| ${place.slice(place.lastIndexOf(FOLDER) + FOLDER.length)} | ${version} | ${license} |`;
    })
    .toSorted();
  return `# Licences

The kit is under the [MIT licence](../LICENSE). These packages come with it:

<!-- Written by \`npm run generate\` from package-lock.json. -->

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}
`;
}

/** Their places in the tree: what the kit depends on, and what that depends on. */
function installed(packages: Lock['packages']): ReadonlySet<string> {
  const places = new Set<string>();
  const rest = [''];
  for (let from = rest.pop(); from !== undefined; from = rest.pop()) {
    const { dependencies, optionalDependencies } = packages[from]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(name, from, packages);
      if (place === undefined || places.has(place)) continue;
      places.add(place);
      rest.push(place);
    }
  }
  return places;
}

/** As Node looks for it: beside what needs it first, then further up. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(FOLDER) - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}
