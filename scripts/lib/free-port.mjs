import net from 'node:net';

// From 32768 up the kernel hands ports out as source ports of outgoing connections, so a server there may lose its port
// between two starts.
const LOWEST = 20_000;
const HIGHEST = 32_767;

/** True when nothing listens on the port, on any address that would be in a server's way. */
export function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** The first free port of the range, or undefined. */
export async function firstFreePort(from, to, host = '127.0.0.1') {
  for (let port = from; port <= to; port += 1) if (await isFree(port, host)) return port;
  return undefined;
}

/** A free port on loopback below the kernel's range of source ports, at random so that two runs rarely meet. */
export async function randomFreePort() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error('no free port found on 127.0.0.1');
}

/**
 * Keeps ports from everybody who looks for a free one until what they were chosen for is started. Returns { release }.
 * One that somebody took in this very moment is not held: whoever needs it will say so.
 */
export async function holdPorts(ports, host) {
  const hold = (port) =>
    new Promise((resolve) => {
      const server = net.createServer((socket) => socket.destroy()).unref();
      server.once('error', () => resolve(undefined));
      server.listen({ port, host, exclusive: true }, () => resolve(server));
    });
  const servers = (await Promise.all(ports.map(hold))).filter(Boolean);
  const close = (server) => new Promise((resolve) => server.close(resolve));
  return { release: () => Promise.all(servers.splice(0).map(close)) };
}

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
