// Hostile bodies: sixteen connections send bodies that are made to cost much while another caller asks for the health
// of the api. The api is the whole product in a process of its own, with the limits that it has when nothing is set.
// Then hostile reads (hostile-reads.mjs).
import { judge, percentile } from './frame.mjs';
import { hostileReads } from './hostile-reads.mjs';
import { forRequests, forSeconds, shoot, startServer } from './load.mjs';

const HOSTILE_CONNECTIONS = 16;
/** Bound for the calls of the other caller, as a multiple of those of an idle api. */
const MOST = 10;
/** load: how long each kind is sent, longer than a refusal is held; idle: calls for the yardstick; workers: threads. */
const SCALES = {
  quick: { rounds: 1, load: forRequests(100), idle: 20, workers: 0 },
  usual: { rounds: 3, load: forSeconds(2.5), idle: 60, workers: 1 },
};
/** Between two calls of the other caller. */
const PAUSE_MS = 5;
const SIGN_IN = '/api/v1/auth/sign-in';
const fields = (count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, {}]));
/** Path and body of each kind. */
const KINDS = {
  // The largest size that is accepted, and one beyond it.
  fields: [SIGN_IN, JSON.stringify(fields(20))],
  large: [SIGN_IN, JSON.stringify(fields(20_000))],
  deep: [SIGN_IN, '['.repeat(5_000)],
  escapes: [SIGN_IN, `{"email":"${'\\u0041'.repeat(1_300)}","email":1}`],
  unsigned: ['/api/stripe/webhooks', `{"a":"${'\\u0041'.repeat(40_000)}"}`],
  nobody: ['/api/v1/author/drives', JSON.stringify(fields(4_000))],
};

export async function run({ scale, databases }) {
  const idle = scale === 'quick' ? 5 : 15;
  return [
    ...(await hostileBodies({ scale, databases })),
    ...(await hostileReads({ scale, databases, p95, idle, most: MOST })),
  ];
}

const hostileBodies = ({ scale, databases }) =>
  databases.use(async (url) => {
    const { rounds, load, idle, workers } = SCALES[scale === 'quick' ? 'quick' : 'usual'];
    const server = await startServer('product', url, { BODIES_PER_SECOND: '100' });
    const health = `${server.url}/api/health/live`;
    const found = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, { idle: [], loaded: [] }]));
    try {
      await p95(health, (calls) => calls === idle);
      for (let round = 0; round < rounds; round += 1)
        for (const [kind, [path, body]] of Object.entries(KINDS)) {
          found[kind].idle.push(await p95(health, (calls) => calls === idle));
          const headers = { 'content-type': 'application/json', cookie: 'portal_session=nobody' };
          const options = { method: 'POST', headers, body, connections: HOSTILE_CONNECTIONS, workers };
          let sent = false;
          const sending = shoot(`${server.url}${path}`, load, options).finally(() => (sent = true));
          found[kind].loaded.push(await p95(health, () => sent));
          const { '2xx': taken, '5xx': failed, non2xx } = await sending;
          if (taken > 0 || failed > 0 || non2xx === 0)
            throw new Error(`${kind}: ${taken} taken, ${failed} failed, ${non2xx} refused`);
        }
    } finally {
      await server.stop();
    }
    return Object.entries(found).map(([kind, { idle, loaded }]) =>
      judge({
        id: `hostile.${kind}`,
        workload: `p95 of another caller's health call while ${HOSTILE_CONNECTIONS} connections send bodies (${kind})`,
        unit: 'ms',
        product: loaded,
        yardstick: { name: 'idle', values: idle },
        goal: MOST,
        lower: true,
      }),
    );
  });

/** The 95th percentile of the time until an answer, ms, of calls one after the other until `ended(calls so far)`. */
async function p95(url, ended) {
  const times = [];
  do {
    const from = performance.now();
    const answer = await fetch(url);
    await answer.text();
    if (answer.status !== 200) throw new Error(`health answered ${answer.status}`);
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  } while (!ended(times.length));
  return percentile(times, 95);
}
