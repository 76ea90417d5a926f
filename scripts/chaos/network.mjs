// What lies between the processes of the product and PostgreSQL and the payment sandbox: connections that are cut or held up.
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export class Network {
  #pairs = new Set();
  #servers = [];
  #isHeld = false;

  /** The address by which `url` is reached through here. target: of which the port is taken, where it is known later only. */
  through = async (url, target = () => url) => {
    const { host, hostname } = new URL(url);
    const server = net.createServer((near) => this.#join(near, net.connect(Number(new URL(target()).port), hostname)));
    this.#servers.push(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return url.replace(host, `127.0.0.1:${server.address().port}`);
  };

  /** Both sides of every connection see a reset. */
  cut() {
    for (const sockets of this.#pairs) for (const socket of sockets) socket.resetAndDestroy();
  }

  /** Nothing arrives, and nothing is lost. */
  async hold(ms) {
    this.#isHeld = true;
    for (const [near, far] of this.#pairs) near.unpipe(far) && far.unpipe(near);
    await pause(ms);
    this.#isHeld = false;
    for (const [near, far] of this.#pairs) near.pipe(far).pipe(near);
  }

  close() {
    for (const server of this.#servers) server.close();
    this.cut();
  }

  #join(near, far) {
    const pair = [near, far];
    this.#pairs.add(pair);
    for (const [one, other] of [pair, [far, near]]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy() && this.#pairs.delete(pair));
    }
    if (!this.#isHeld) near.pipe(far).pipe(near);
  }
}
