// Hostile reads: sixteen connections of one caller ask for one address after another of all that can be read, in the data
// of the demo story, while somebody else asks for the health of the api.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runFirstStory } from '../lib/first-story.mjs';
import { startPortal } from '../lib/portal.mjs';
import { inRoot } from '../lib/root.mjs';
import { atMost, judge, median } from './frame.mjs';
import { forRequests, forSeconds, shoot, startServer } from './load.mjs';

const PERSONS = ['played-author', 'operator', 'reviewer', 'finance-preparer', 'finance-approver', 'admin'];
const NOTHING = '00000000-0000-4000-8000-000000000000';
/** What the api serves besides its routes. */
const DOCUMENTS = ['openapi.json', 'docs', ...['-init.js', '-bundle.js', '.css'].map((end) => `docs/swagger-ui${end}`)];
/** Fields of list rows whose values occur in addresses. */
const KEYS = ['id', 'slug', 'version', 'key', 'month'];
const MOST_BUSY_MS = 20;
/** The defaults of these settings. */
const LIMITS = { BODIES_PER_SECOND: '100', READ_SHARE_PERCENT: '50' };
const WORST = 6;
const SCALES = {
  quick: { connections: 2, workers: 0, load: forRequests(4), again: 0, times: 1 },
  usual: { connections: 16, workers: 1, load: forSeconds(0.4), again: 3, times: 3 },
};

/** p95(url, ended): of the other caller. Returns the lines of the report. */
export async function hostileReads({ scale, databases, p95, idle, most }) {
  const { connections, workers, load, again, times } = SCALES[scale === 'quick' ? 'quick' : 'usual'];
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'drive-portal-bench-'));
  return databases.use(async (url) => {
    const portal = await startPortal({ dataDir, port: 0, migrated: true, env: { ...process.env, DATABASE_URL: url } });
    let server;
    try {
      const said = [];
      await runFirstStory(portal, (line) => said.push(line));
      await portal.services.find(({ name }) => name === 'worker').stop();
      server = await startServer('product', url, { ...portal.environments.api, ...LIMITS });
      const reads = await readable(server.url);
      if (reads.length < 150) throw new Error(`only ${reads.length} addresses can be read: ${said.join('\n')}`);
      const busy = [];
      for (const read of reads) busy.push({ ...read, ms: await busyMs(server, read, times) });
      const health = `${server.url}/api/health/live`;
      const beside = async ({ address, headers }, howLong) => {
        const alone = await p95(health, (calls) => calls === idle);
        let sent = false;
        const sending = shoot(`${server.url}${address}`, howLong, { connections, workers, headers }).finally(
          () => (sent = true),
        );
        const loaded = await p95(health, () => sent);
        if ((await sending)['5xx'] > 0) throw new Error(`${address} failed`);
        return { alone, loaded };
      };
      const ratioOf = (rounds) => median(rounds.map(({ alone, loaded }) => loaded / alone));
      const found = [];
      for (const read of reads) found.push({ ...read, rounds: [await beside(read, load)] });
      found.sort((a, b) => ratioOf(b.rounds) - ratioOf(a.rounds));
      // One short measurement is imprecise: the worst are measured again, for longer.
      for (const read of found.slice(0, WORST)) {
        for (let n = 0; n < again; n += 1) read.rounds[n] = await beside(read, forSeconds(2));
      }
      for (const read of found) read.ratio = ratioOf(read.rounds);
      return lines(busy, found, { connections, most });
    } finally {
      await server?.stop();
      await portal.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

function lines(busy, found, { connections, most }) {
  const slowest = busy.sort((a, b) => b.ms - a.ms);
  // Addresses that were measured only once are less precise.
  const [worst] = found.slice(0, WORST).sort((a, b) => b.ratio - a.ratio);
  const top = (all, figure) => all.slice(0, 12).map((one) => `${one.name} ${figure(one)}`);
  return [
    atMost(
      'hostile.busy',
      `main thread of one GET, of ${busy.length} the longest: ${slowest[0].name}`,
      'ms',
      [slowest[0].ms],
      MOST_BUSY_MS,
      { longest: top(slowest, ({ ms }) => `${ms.toFixed(1)} ms`) },
    ),
    judge({
      id: 'hostile.reads',
      workload: `p95 of another caller's health call while ${connections} connections read ${worst.name}, the worst of ${found.length}`,
      unit: 'ms',
      product: worst.rounds.map(({ loaded }) => loaded),
      yardstick: { name: 'idle', values: worst.rounds.map(({ alone }) => alone) },
      goal: most,
      lower: true,
      extra: { worst: top(found, ({ ratio }) => `${ratio.toFixed(1)}x`) },
    }),
  ];
}

/** The median of how long the main thread worked during one read. */
async function busyMs(server, { address, headers }, times) {
  const all = [];
  for (let n = 0; n < times; n += 1) {
    const before = await server.busyMs();
    await (await fetch(`${server.url}${address}`, { headers })).arrayBuffer();
    all.push((await server.busyMs()) - before);
  }
  return median(all);
}

/** Everything that somebody may read, with the headers of the first who may: [{ name, address, headers }]. */
async function readable(base) {
  const sessions = [{}];
  for (const person of PERSONS) {
    const body = JSON.stringify({ person });
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${person}-of-the-bench` };
    const answer = await fetch(`${base}/api/v1/demo/sign-in`, { method: 'POST', headers, body });
    sessions.push({ cookie: answer.headers.getSetCookie()[0].split(';')[0] });
  }
  const read = async (address) => {
    for (const headers of sessions) {
      const answer = await fetch(`${base}${address}`, { headers, redirect: 'manual' });
      const body = await answer.text();
      if (answer.status === 200) return { headers, body };
    }
    return undefined;
  };
  const { paths } = JSON.parse(fs.readFileSync(inRoot('docs/openapi.json'), 'utf8'));
  const found = DOCUMENTS.map((name) => ({ name: `/api/${name}`, address: `/api/${name}`, headers: {} }));
  for (const name of Object.keys(paths).filter((each) => paths[each].get)) {
    const address = await filled(name, read);
    const seen = await read(address);
    if (seen) found.push({ name, address, headers: seen.headers });
  }
  return found;
}

/** The address with an id of the preceding list in each place; an unknown id where that list is empty. */
async function filled(route, read) {
  const place = /\{(\w+)\}/.exec(route);
  if (!place) return route;
  const body = (await read(route.slice(0, place.index - 1)))?.body;
  const [row = {}] = body?.startsWith('{') ? (JSON.parse(body).data?.items ?? []) : [];
  const named = place[1].replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const value = row[named] ?? row[KEYS.find((key) => row[key] !== undefined)] ?? NOTHING;
  return filled(route.replace(place[0], value), read);
}
