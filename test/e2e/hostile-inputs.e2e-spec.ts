import fc from 'fast-check';
import { TestPortal } from '../support/browser/test-portal.js';
import { readForeignRows } from '../support/database/foreign-rows.js';
import { meetEverybody } from '../support/http/everybody.js';
import { forbiddenBodies, oddQueries } from '../support/http/forbidden-bodies.js';
import { hostAtPortal } from '../support/http/host-token.js';
import { mayCall } from '../support/http/permissions.js';
import type { Person, Reply } from '../support/http/person.js';
import { describedRoutes, RouteAddresses, type Route } from '../support/http/route-addresses.js';

/** Variants of each body that each caller sends; another sample in every run. */
const VARIANTS = 2;

describe('inputs that the document of the API forbids, over HTTP', () => {
  const routes = new Map(describedRoutes().map((route) => [route.name, route]));
  const portal = TestPortal.forTests({ story: true, settings: () => ({ BODIES_PER_SECOND: '100000' }) });
  let people: ReadonlyMap<string, Person>;
  let addresses: RouteAddresses;

  beforeAll(async () => {
    const { url } = portal.ready;
    people = new Map([...(await meetEverybody(portal.db, url)), ['host', await hostAtPortal(url)]]);
    addresses = new RouteAddresses(await readForeignRows(portal.db, portal.ready));
  });

  const pointers = ({ text }: Reply): string[] =>
    ((JSON.parse(text) as { details?: { pointer: string }[] }).details ?? []).map(({ pointer }) => pointer);
  const addressOf = (name: string): [Route, string] => {
    const route = routes.get(name)!;
    return [route, addresses.of(route, 'foreign')];
  };

  it('no query of a list or a file is answered by 5xx or a cut connection; what is forbidden is 400 with a pointer', async () => {
    const wrong: string[] = [];
    for (const { route, name, query, refused } of oddQueries) {
      const [, address] = addressOf(route);
      const caller = people.get([...people.keys()].find((one) => mayCall(route, one))!)!;
      const asked = `${address}${address.includes('?') ? '&' : '?'}${query}`;
      const reply = await caller.call('GET', asked).catch((error: unknown) => String(error));
      const what = `${caller.name}: ${route} ${query.slice(0, 60)}: `;
      if (typeof reply === 'string') wrong.push(what + reply);
      else if (reply.status === 429 && !refused) continue;
      else if (reply.status >= 500 || (refused && reply.status !== 400)) wrong.push(what + reply.status);
      else if (refused && !pointers(reply).some((one) => one.endsWith(name))) wrong.push(what + reply.text);
    }
    expect(oddQueries.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });

  it('no body that is forbidden succeeds for anybody: 400 with a pointer for who may call, 401 or 403 for others', async () => {
    const wrong: string[] = [];
    let sent = 0;
    const seed = Math.floor(performance.timeOrigin);
    for (const [at, { route: name, bodies }] of forbiddenBodies.entries())
      for (const [who, caller] of people) {
        const [{ method }, address] = addressOf(name);
        const allowed = mayCall(name, who);
        for (const body of fc.sample(fc.constantFrom(...bodies), {
          numRuns: allowed ? VARIANTS : 1,
          seed: seed + at,
        })) {
          const reply = await caller.call(method, address, body.made as object);
          const what = `${who}: ${name} ${body.at} (seed ${seed}): ${reply.status} ${reply.text.slice(0, 200)}`;
          sent += 1;
          const refused = [401, 403, 429].includes(reply.status);
          // What is empty may be refused after the row is found missing, or by a rule of its own.
          const expected = body.at.includes(' empty ') ? [400, 404, 409, 422] : [400];
          if (!refused && !(allowed && expected.includes(reply.status))) wrong.push(what);
          else if (reply.status === 400 && !pointers(reply).some((one) => one !== '')) wrong.push(what);
        }
      }
    expect(sent).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });
});
