// What falls while the marketplace is played: one fault after another, each of a kind and after a pause that the seed gives.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../demo/client.mjs';

/** Between two faults on average: so long that few are spread over a round, and at least so long that something is done. */
const SPREAD_MS = 45_000;
const SHORTEST_MS = 1_000;
const SERVICES = ['api', 'worker', 'worker-2', 'stripe-sandbox', 'drive-fleet'];
/** Signals to PostgreSQL: as when its machine fails, and as when it is restarted. */
const SIGNALS = { postgres_killed: 'SIGKILL', postgres_restarted: 'SIGINT' };
/** Shorter than anybody's patience. */
const HELD_MS = 3_000;
const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'drive-portal%'`;

export class Faults {
  /** How many of each kind. */
  done = {};

  /** parts: { portal, database, network, redis, kills, random, failed }; `failed(text)` is told what must not happen. */
  constructor(parts) {
    Object.assign(this, parts);
  }

  get count() {
    return Object.values(this.done).reduce((sum, times) => sum + times, 0);
  }

  /** Until there were enough, or nothing is left that could be struck. */
  async play(isOver) {
    const kinds = [
      ...SERVICES,
      ...Object.keys(SIGNALS),
      'connections_ended',
      'network_cut',
      'network_held',
      ...(this.redis ? ['redis'] : []),
    ];
    const between = Math.max(SHORTEST_MS, SPREAD_MS / this.kills);
    for (;;) {
      await pause(this.random() * 2 * between);
      if (this.count === this.kills || isOver()) return;
      const kind = kinds[Math.floor(this.random() * kinds.length)];
      await this.#strike(kind);
      this.done[kind] = (this.done[kind] ?? 0) + 1;
    }
  }

  async #strike(kind) {
    const service = this.portal.services.find(({ name }) => name === kind);
    if (service) await this.#restart(service);
    else if (kind in SIGNALS) await this.#signal(SIGNALS[kind]);
    else if (kind === 'network_cut') this.network.cut();
    else if (kind === 'network_held') await this.network.hold(HELD_MS);
    else if (kind === 'redis') await this.redis.restart();
    else await this.database.query(END_CONNECTIONS).catch(() => {});
  }

  /** A process of the product has to wait for a server that is away while it starts; the others may end. */
  async #restart(service) {
    while (
      !(await service.restart({ now: true }).then(
        () => true,
        (error) => this.#endedAtStart(service, error),
      ))
    )
      await pause(500);
  }

  #endedAtStart({ name }, error) {
    if (/^(api|worker)/.test(name)) this.failed(error.brief ?? error.message);
    return false;
  }

  /** To the server that takes connections; one that has just fallen is started again anyway. */
  async #signal(signal) {
    const ask = () =>
      this.database.query(`select current_setting('data_directory') as at`).then(
        ({ rows }) => rows[0].at,
        () => undefined,
      );
    const file = path.join(await eventually('PostgreSQL', ask, Boolean), 'postmaster.pid');
    const [pid] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    if (pid) process.kill(Number(pid), signal);
  }
}
