import { beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundle } from './bundle.ts';

/**
 * What the mock may add to a page, gzipped: raise it only for something that is worth it. Worth 4 KiB
 * were paths, parameters and media types as OpenAPI has them, and `readOnly` and `writeOnly` at any depth;
 * another 4 KiB are all formats of JSON Schema and OpenAPI 3.2; 7 KiB are forms and multipart, answers that fit
 * their schema, and operations that are left out where a document is broken; 8 KiB are lists that filter, sort,
 * search and lead from page to page, and 5 KiB are values that read as if people had written them. One KiB
 * are parents that have to be there and properties that only answers have; 2 KiB are ETags, Accept,
 * Prefer and challenges; 2 are what tests and pages do with the mock: collections, faults, what was
 * asked, sandboxes. 3 are resources that have one store and several paths, and made-up values that stay. One
 * is what stays as it was told, and resources that are put and removed one by one. The last 2 are resources that
 * clients name and put, several that come in one request, lists of what refers to something, and uploaded bytes.
 * Four more are for screens that show things: no made-up answer says `sample` any more, where a quarter of all values
 * did; what is made up tells of what its path names, and what is created has its state and the present time.
 * The last 3 are open questions that a page's profile answers as a server does (which texts no two may have, in one
 * request or several, and whether what is referred to must exist), and refusals of preferences that can't be followed.
 * The last one is for documents as they are: identities that answers tell and nothing declares, what the server set in
 * envelopes, and refusals that are broken, which take out no operation. The very last is for identities that paths name
 * by their form, and lists and links that documents tell in words. Then one more, for files that create something, and
 * two: for states that actions bring about, and for references by objects with an identity, as JSON:API has them.
 * One is for names of people and times in texts without a format, for answers that were empty (settings, searches,
 * maps), for what tests misspell (a fault or a search for requests that has no such name), and for answers that keep
 * what was sent where a document's forms overlap.
 * One is for changes: of relationships, of what only lists show, and those by which two would get what no two may have.
 * A quarter of one is for list items in envelopes, for attributes that are put beside each other, and for identities
 * that no answer can tell. Three quarters of one are for lists that a query chooses of a collection, such as those
 * of a pet shop by state and by tag, for what a POST says of the resource at its path, for changes in envelopes, and for
 * what is undone below a resource. The last one and a half are for resources that say where they are (`_links.self`,
 * `href`), for searches at paths of their own, and for what a `PUT` says in words that it creates. Three more are for
 * accounts, cards, articles and the like with their check digits, for what a document says in words (a used value is
 * refused, an action leads to a state), and for refusals that tell the nearest of several forms, and what it lacks.
 * Two more are for times and spans in the requests that a mock asks itself, for schemas that lead on to themselves, and
 * for identities of which there are few. One more is for list items in envelopes of their own, for texts that are used
 * below a parent and in changes, for lists of what clients put, and for files that go by the names of their fields. Two
 * are for properties that requests choose, for versions in bodies, for parents that are named in them, for what is done
 * once, and for what clients name and relate. Two more are for states in which something is refused, for searches by
 * a list of conditions, and for words that say a state or a bound. One more is for what becomes of those that refer to
 * what is deleted.
 */
const OWN_BUDGET = 111 * 1024;
/** With msw, most of which is the list of public suffixes that its cookie jar brings. */
const WHOLE_BUDGET = OWN_BUDGET + 148 * 1024;

const PAGE = "import { setupWorker } from '/mocks/browser.ts'; await setupWorker().start();";

describe('the script of a page with the mock', () => {
  let built: Bundle;
  let whole: Bundle;

  beforeAll(async () => {
    built = await bundle(PAGE, /^msw/);
    whole = await bundle(PAGE);
  });

  it('stays within its budget', () => {
    expect(built.gzipped).toBeLessThan(OWN_BUDGET);
    expect(whole.gzipped).toBeLessThan(WHOLE_BUDGET);
  });

  it('imports nothing when it runs, and but for msw has nobody’s code but the kit’s', () => {
    expect(whole.imports).toEqual([]);
    expect([...built.imports].sort()).toEqual(['msw/browser', 'msw/http']);
    expect(built.modules.filter((id) => !/^(?:src|mocks|\0)/.test(id))).toEqual([]);
  });

  it('can do without msw', async () => {
    const page = "import { createFetch } from '/mocks/fetch.ts'; globalThis.mock = createFetch();";
    const { gzipped, imports, modules } = await bundle(page);
    expect(gzipped).toBeLessThan(OWN_BUDGET);
    expect(imports).toEqual([]);
    expect(modules.filter((id) => !/^(?:src|mocks|\0)/.test(id))).toEqual([]);
  });

  it('has no YAML parser, no schema compiler that evaluates, nothing of the command line', () => {
    const foreign =
      /node_modules\/(?:yaml|ajv|commander|@stoplight)|src\/(?:addons|cli|report|serve|verify)\//;
    expect(whole.modules.filter((id) => foreign.test(id))).toEqual([]);
    expect(whole.code).not.toMatch(/\bnew Function\b|\beval\(|["']node:/);
  });
});

describe('what a page does not use', () => {
  it.each(['/mocks/index.ts', '/mocks/browser.ts', '/mocks/fetch.ts'])(
    'is left out of it: all of %s',
    async (from) => {
      expect((await bundle(`import '${from}';`)).code.trim()).toBe('');
    },
  );

  it('is left out of it: msw and the questions, for the store alone', async () => {
    const { modules } = await bundle(
      "import { PlantStore } from '/mocks/index.ts'; globalThis.store = new PlantStore();",
    );
    expect(modules).toContain('mocks/plant-store.ts');
    expect(modules.filter((id) => /msw|src\/(?:questions|verify)\//.test(id))).toEqual([]);
  });
});
