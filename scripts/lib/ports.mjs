import { accepts, isFree, randomFreePort } from './free-port.mjs';
import { portOwner } from './port-owner.mjs';
import { Problem } from './problem.mjs';
import { commandLine, parentOf } from './process-info.mjs';

const DRIVE_PORTS = { from: 4010, to: 4099 };
/** Browsers open no page there (the port of NFS locks), and the reference Drive has one. */
const REFUSED_BY_BROWSERS = new Set([4045]);

/** True when a server can listen there and none does under another address of this machine. */
const isUsable = async (port, host) => (await isFree(port, host)) && !(await accepts(port));

/** The same, but lets a process of ours go first that is on its way out because what started it was killed. */
async function becomesUsable(port, host) {
  for (const until = Date.now() + 60_000; ;) {
    if (await isUsable(port, host)) return true;
    if (Date.now() > until || !isLeaving(portOwner(port))) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const isLeaving = (owner) =>
  Boolean(owner?.command.includes('exit-with-parent.cjs')) && !commandLine(parentOf(owner.pid)).includes('node');

/**
 * Chooses every port before anything starts. The portal's is the one that was asked for (0: any free one) or an error
 * that names who has it; metrics and the Stripe sandbox take the next free ones above, the reference Drive the one it
 * had on this data before, else the first free of 4010 to 4099.
 */
export async function choosePorts({ wanted, host, driveBefore }) {
  const portal = wanted === 0 ? await randomFreePort() : wanted;
  if (wanted !== 0 && !(await becomesUsable(portal, host))) throw occupied(portal);
  const taken = new Set([portal]);
  const next = async (from, to) => {
    for (let port = from; port <= to; port += 1) {
      if (taken.has(port) || REFUSED_BY_BROWSERS.has(port) || !(await isUsable(port, host))) continue;
      taken.add(port);
      return port;
    }
    throw new Problem('no_port', `No free port between ${from} and ${to}.`);
  };
  const metrics = await next(portal + 1, portal + 99);
  const stripe = await next(portal + 2, portal + 99);
  const workerMetrics = await next(portal + 3, portal + 99);
  const keepsPort = driveBefore && (await becomesUsable(driveBefore, '127.0.0.1'));
  // Without a wanted port this is one of many short-lived portals: starting somewhere in the middle, they rarely meet.
  const first = wanted === 0 ? DRIVE_PORTS.from + Math.floor(Math.random() * 60) : DRIVE_PORTS.from;
  const drive = keepsPort ? driveBefore : await next(first, DRIVE_PORTS.to);
  return { portal, metrics, stripe, workerMetrics, drive, driveMoved: Boolean(driveBefore) && !keepsPort };
}

function occupied(port) {
  const owner = portOwner(port);
  return new Problem(
    'port_occupied',
    `Port ${port} is occupied${owner ? ` by process ${owner.pid}${owner.command ? ` (${shorten(owner.command)})` : ''}` : ''}.`,
    `End that process, or choose another port: PORT=${port + 100} npm start`,
  );
}

// Paths and flags of Node say little; what runs says more.
const shorten = (command) => command.replace(/ --(require|enable)\S*( \S+\.cjs)?/g, '').slice(0, 120);
