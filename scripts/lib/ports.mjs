import { accepts, claimPort, isFree, somePort } from './free-port.mjs';
import { Problem } from './problem.mjs';

const DRIVE_PORTS = { from: 4010, to: 4099 };
/** Where debuggers look first. */
const INSPECT_PORTS = { api: 9229, worker: 9230, to: 9328 };
/** Browsers open no page there (the port of NFS locks), and the reference Drive has one. */
const REFUSED_BY_BROWSERS = new Set([4045]);

/** The port that PORT asks for, 3000 when it does not. Throws Problem. */
export function portNumber(text) {
  if (!text) return 3000;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_400) return Number(text);
  throw new Problem('usage', `PORT must be a port number, but is "${text}".`, 'For example: PORT=3100 npm start');
}

/** True when a server can listen there and none does under another address of this machine. */
const isUsable = async (port, host) => (await isFree(port, host)) && !(await accepts(port));

/** Processes of a start that was killed end within three seconds (exit-with-parent.cjs). */
const ENDED_MS = 5_000;

/** What `take` returns for the port, after giving those a chance to leave it. */
async function onceUsable(port, take) {
  for (const until = Date.now() + ENDED_MS; ;) {
    const taken = await take(port);
    if (taken || Date.now() > until) return taken;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Throws Problem when the port that was asked for is not usable (0: any, which always is). */
export async function checkPort(wanted, host) {
  if (wanted !== 0 && !(await onceUsable(wanted, (port) => isUsable(port, host)))) throw occupied(wanted);
}

/**
 * Chooses and claims every port before anything starts. The portal's is the one that was asked for (0: any free one) or
 * Problem; metrics and the Stripe sandbox take the next free ones above, the reference Drive the
 * one it had on this data before, else the first free of 4010 to 4099. The api has the portal's port, unless `development`:
 * then the pages' server has that one, and the debuggers of api and worker get theirs. `release()` gives the claims up.
 */
export async function choosePorts({ wanted, host, driveBefore, development = false }) {
  const claims = [];
  const claim = async (port, at = host) => {
    const taken = await claimPort(port, at, isUsable);
    if (taken) claims.push(taken);
    return Boolean(taken);
  };
  const next = async (from, to) => {
    for (let port = from; port <= to; port += 1) if (!REFUSED_BY_BROWSERS.has(port) && (await claim(port))) return port;
    throw new Problem('no_port', `No free port between ${from} and ${to}.`);
  };
  const release = () => claims.splice(0).forEach((taken) => taken.release());
  try {
    const portal = wanted === 0 ? await next(somePort(), Infinity) : wanted;
    if (wanted !== 0 && !(await onceUsable(portal, claim))) throw occupied(portal);
    const metrics = await next(portal + 1, portal + 99);
    const stripe = await next(portal + 2, portal + 99);
    const workerMetrics = await next(portal + 3, portal + 99);
    const keepsPort = driveBefore && (await onceUsable(driveBefore, (port) => claim(port, '127.0.0.1')));
    // Without a wanted port this is one of many short-lived portals: starting somewhere in the middle, they rarely meet.
    const first = wanted === 0 ? DRIVE_PORTS.from + Math.floor(Math.random() * 60) : DRIVE_PORTS.from;
    const drive = keepsPort ? driveBefore : await next(first, DRIVE_PORTS.to);
    const api = development ? await next(portal + 4, portal + 99) : portal;
    const inspect = development
      ? {
          api: await next(INSPECT_PORTS.api, INSPECT_PORTS.to),
          worker: await next(INSPECT_PORTS.worker, INSPECT_PORTS.to),
        }
      : {};
    const driveMoved = Boolean(driveBefore) && !keepsPort;
    return { portal, api, metrics, stripe, workerMetrics, drive, driveMoved, inspect, release };
  } catch (error) {
    release();
    throw error;
  }
}

function occupied(port) {
  return new Problem(
    'port_occupied',
    `Port ${port} is in use (EADDRINUSE).`,
    `Stop what uses it, or choose another port: PORT=${port + 100} npm start`,
  );
}
