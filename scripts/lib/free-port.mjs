import net from 'node:net';
import path from 'node:path';
import { takeLock } from './lock-file.mjs';
import { sharedTemp } from './shared-temp.mjs';

// From 32768 up the kernel hands ports out as source ports of outgoing connections, so a server there may lose its port
// between two starts.
const LOWEST = 20_000;
const HIGHEST = 32_767;
const NEIGHBOURS = 110;

/** True when nothing listens on the port, on any address that would be in a server's way. */
export function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

const CLAIMS = path.join(sharedTemp(), `drive-portal-ports-${process.getuid?.() ?? 'all'}`);
const claimFile = (port) => path.join(CLAIMS, String(port));
const claimed = new Set();
process.on('exit', () => {
  for (const claim of claimed) claim.release();
});

/**
 * Claims a port for a server that is yet to be started: until the release or the end of this process, every other claim
 * of this account is refused, and nobody's looking for a free one meets the server in the moment in which it starts.
 * Returns { release }, or undefined when the port is claimed or `isUsable(port, host)` says no.
 */
export async function claimPort(port, host = '127.0.0.1', isUsable = isFree) {
  const lock = takeLock(claimFile(port));
  if (!lock.release) return undefined;
  const claim = {
    release() {
      if (claimed.delete(claim)) lock.release();
    },
  };
  claimed.add(claim);
  if (await isUsable(port, host)) return claim;
  claim.release();
  return undefined;
}

/** The first free port of the range, claimed until this process ends, or undefined. */
export async function firstFreePort(from, to) {
  for (let port = from; port <= to; port += 1) if (await claimPort(port)) return port;
  return undefined;
}

/** A free port on loopback below the kernel's range of source ports, claimed until this process ends. */
export async function randomFreePort() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = somePort();
    if (await claimPort(port)) return port;
  }
  throw new Error('no free port found on 127.0.0.1');
}

/** A port that has a hundred above it below the kernel's range of source ports; at random, so that two searches rarely meet. */
export const somePort = () => LOWEST + Math.floor(Math.random() * (HIGHEST - NEIGHBOURS - LOWEST));

/** True when a server on loopback accepts a connection. */
export function accepts(port, timeoutMs = 1000) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => done(false));
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}
