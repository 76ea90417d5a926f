// The whole product on this machine: PostgreSQL, migrations, Stripe sandbox, reference Drive, api, worker.
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { instanceSettings, openDataDir } from './data-dir.mjs';
import { startLocalPg } from './local-pg.mjs';
import { lockHolder, takeLock } from './lock-file.mjs';
import { migrate } from './migrate.mjs';
import { checkPort, choosePorts } from './ports.mjs';
import { Problem } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { inRoot } from './root.mjs';
import { Service } from './service.mjs';
import { fleetOf, fleetService } from '../demo/marketplace/fleet.mjs';
import { driveService, PORTS as STORY_DRIVE_PORTS } from '../demo/drive.mjs';
import { accepts, firstFreePort } from './free-port.mjs';

const require = createRequire(import.meta.url);
const SANDBOX_KEY = 'sk_test_sandbox';

/**
 * Starts everything on a data directory; installed and built it must be already.
 *
 * port: of the portal, 0 for any free one. demo: demo persons. migrated: the database is up to date. beginsAt: when the time of a new portal begins. env: what the processes inherit. say(text): news after
 * the start, such as a process that had to be started again. development: { without }: the pages are served by another
 * server, which has `port`; api and worker take a debugger; parts named in `without` do not run; a process that fails
 * to start is reported through `say` and waits for its restart. reach(url): the address by which api and worker reach a PostgreSQL of ours.
 * Returns { url, port, apiUrl, driveUrl, stripeUrl, metricsUrl, databaseUrl, dataDir, inspect, services, environments,
 * adminLinks, migrate, startStoryDrive, startSecondWorker, startFleet, stop }. `stop({ now })` ends api, worker, Drives, sandbox and PostgreSQL
 * in this order.
 * `environments`: what each process is given, by name. `migrate()` applies new migrations and resolves with their names.
 * `startSecondWorker()` starts one more worker.
 * `startStoryDrive({ id, name })` starts one more reference Drive, for a story; it comes with every start once `story_drive`
 * of the settings names it. `startFleet()` starts the Drives of the marketplace, which come with every start once planned. Throws Problem; whatever had started is stopped then.
 */
export async function startPortal({
  dataDir,
  port = 3000,
  demo = true,
  migrated = false,
  beginsAt,
  development,
  reach = (url) => url,
  env = process.env,
  progress = createProgress({ quiet: true }),
  say = () => {},
  onStarting = () => {},
}) {
  const directory = openDataDir(dataDir);
  const lock = takeLock(portalLock(directory));
  if (lock.heldBy) throw alreadyRunning(directory, lock.heldBy);
  const running = new Running(lock, say);
  onStarting(running);
  try {
    const settings = instanceSettings(directory);
    const host = env.HOST || '127.0.0.1';
    const ports = await choosePorts({
      wanted: port,
      host,
      driveBefore: settings.drive_port,
      development: Boolean(development),
    });
    running.ports = ports;
    if (ports.driveMoved)
      say(
        `The reference Drive's port ${settings.drive_port} is taken by another program, so it has moved to ${ports.drive}: submit its new manifest address.`,
      );
    if (ports.drive !== settings.drive_port) settings.remember({ drive_port: ports.drive });
    const url = env.PUBLIC_URL || `http://127.0.0.1:${ports.portal}`;
    lock.update({ url });
    assertSettings({ ports, url, demo, env, settings, directory });

    const databaseUrl =
      env.DATABASE_URL ||
      (await progress.phase('Starting PostgreSQL', () => running.startDatabase(path.join(directory, 'postgres'))));
    lock.update({ database_url: databaseUrl });
    const loginUrl = env.DATABASE_URL ? env.PORTAL_DATABASE_URL : await reach(loginTo(databaseUrl, settings));
    const bringUpToDate = () => migrate(databaseUrl, loginUrl, { ...env, PUBLIC_URL: url }, beginsAt);
    const brought = migrated ? undefined : await progress.phase('Bringing the database up to date', bringUpToDate);
    running.assertGoingOn();
    const described = describe({ ports, url, databaseUrl, loginUrl, demo, env, settings, directory });
    const services = described.filter(({ name }) => !development?.without.includes(name));
    await progress.phase(`Starting ${services.map(({ name }) => name).join(', ')}`, async () => {
      const { story_drive: story } = settings;
      const fleet = fleetOf(directory);
      // Together: the worker reads a Drive that is due as soon as it is up, and one that is not there yet is in bad health.
      await Promise.all([
        running.startServices(services, { waitForRestart: Boolean(development) }),
        story && running.startOnItsPort(storyDriveService({ ...story, env, directory }), story.port),
        fleet && running.startOnItsPort(fleetService({ env, directory }), fleet[0].port),
      ]);
      if (running.services.some(({ name, isUp }) => name === 'api' && isUp))
        await untilReady(`http://127.0.0.1:${ports.api}/api/health/ready`, running);
    });
    const environments = Object.fromEntries(described.map(({ name, env: given }) => [name, given]));
    const stripeUrl = services.some(({ name }) => name === 'stripe-sandbox')
      ? `http://127.0.0.1:${ports.stripe}`
      : undefined;
    return {
      url,
      port: ports.portal,
      apiUrl: `http://127.0.0.1:${ports.api}`,
      driveUrl: `http://127.0.0.1:${ports.drive}`,
      stripeUrl,
      metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
      databaseUrl,
      dataDir: directory,
      inspect: ports.inspect,
      services: running.services,
      environments,
      // Demo persons have the role from the start.
      adminLinks: demo ? [] : (brought?.admin_links ?? []),
      migrate: async () => (await bringUpToDate()).ran,
      startSecondWorker: () =>
        running.startOneMore({
          ...described.find(({ name }) => name === 'worker'),
          name: 'worker-2',
          env: { ...environments.worker, METRICS_PORT: '0' },
        }),
      startFleet: () => running.startOneMore(fleetService({ env, directory })),
      async startStoryDrive({ id, name }) {
        const { from, to } = STORY_DRIVE_PORTS;
        // As for the reference Drive: portals on any free port are many, and starting somewhere they rarely meet.
        const first = port === 0 ? from + Math.floor(Math.random() * (to - from - 100)) : from;
        const storyPort = await firstFreePort(first, to);
        const service = await running.startOneMore(storyDriveService({ id, name, port: storyPort, env, directory }));
        return { origin: `http://127.0.0.1:${storyPort}`, port: storyPort, stop: () => service.stop() };
      },
      stop: (options) => running.stop(options),
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/**
 * Looks whether a start can work before anything is installed or built: the data directory can be written, nobody uses
 * it, the port is free. Throws Problem.
 */
export async function preflight({ dataDir, port, env = process.env }) {
  const directory = openDataDir(dataDir);
  const holder = lockHolder(portalLock(directory));
  if (holder) throw alreadyRunning(directory, holder);
  await checkPort(port, env.HOST || '127.0.0.1');
}

/** As api and worker log in to a PostgreSQL of ours; the password stays with the data. */
function loginTo(databaseUrl, settings) {
  const password = settings.login_password ?? crypto.randomBytes(24).toString('hex');
  settings.remember({ login_password: password });
  const url = new URL(databaseUrl);
  url.username = 'portal_login';
  url.password = password;
  return url.href;
}

/** Reports who runs on a data directory: its address, its process and its database. */
export const portalLock = (directory) => path.join(directory, 'portal.lock');

const storyDriveService = ({ id, name, port, env, directory }) =>
  driveService({
    id,
    name,
    port,
    dataFile: path.join(directory, 'story-drive.json'),
    env,
    logDirectory: path.join(directory, 'logs'),
  });

function describe({ ports, url, databaseUrl, loginUrl, demo, env, settings, directory }) {
  const logDirectory = path.join(directory, 'logs');
  // A key of one's own at Stripe (or at a recording proxy in front of it) replaces the sandbox.
  const ownStripe = Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_SECRET_KEY !== SANDBOX_KEY);
  const webhookSecret = (ownStripe && env.STRIPE_WEBHOOK_SECRET) || settings.stripe_webhook_secret;
  // An endpoint of its own has a secret of its own.
  const connectWebhookSecret = ownStripe
    ? env.STRIPE_CONNECT_WEBHOOK_SECRET || ''
    : `${settings.stripe_webhook_secret}connect`;
  const common = { NODE_ENV: 'production', ...env, DATABASE_URL: databaseUrl, PORTAL_MODE: 'sandbox' };
  const portal = {
    ...common,
    DATABASE_URL: loginUrl || databaseUrl,
    PORT: String(ports.api),
    PUBLIC_URL: url,
    DEMO: demo ? '1' : '',
    // No load balancer in front has to notice the end.
    DRAIN_SECONDS: env.DRAIN_SECONDS || '0',
    KEYRING: env.KEYRING || settings.keyring,
    STRIPE_SECRET_KEY: ownStripe ? env.STRIPE_SECRET_KEY : SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
    STRIPE_API_BASE: env.STRIPE_API_BASE || (ownStripe ? '' : `http://127.0.0.1:${ports.stripe}`),
    REFERENCE_DRIVE_URL: `http://127.0.0.1:${ports.drive}`,
  };
  const service = (name, environment) => ({
    name,
    main: `dist/apps/${name}/src/main.js`,
    env: environment,
    logDirectory,
    flags: ports.inspect[name] ? [`--inspect=127.0.0.1:${ports.inspect[name]}`] : [],
  });
  return [
    service('api', { ...portal, METRICS_PORT: String(ports.metrics) }),
    service('worker', { ...portal, METRICS_PORT: String(ports.workerMetrics) }),
    service('reference-drive', {
      ...common,
      DRIVE_PORT: String(ports.drive),
      DRIVE_DATA_FILE: path.join(directory, 'reference-drive.json'),
    }),
    ...(ownStripe
      ? []
      : [
          service('stripe-sandbox', {
            ...common,
            PORT: String(ports.stripe),
            STRIPE_SANDBOX_SECRET_KEY: SANDBOX_KEY,
            WEBHOOK_URL: `http://127.0.0.1:${ports.api}/api/stripe/webhooks`,
            WEBHOOK_SECRET: webhookSecret,
            CONNECT_WEBHOOK_URL: `http://127.0.0.1:${ports.api}/api/stripe/webhooks/connect`,
            CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
          }),
        ]),
  ];
}

/**
 * Before anything is started: settings that api, worker or migrate would refuse. Throws Problem with all of it, names
 * only.
 */
function assertSettings(given) {
  const { ConfigError, readMigrateVariables, readVariables } = require(
    inRoot('dist/libs/platform/src/config/index.js'),
  );
  const { env } = given;
  // One of ours is made later.
  const databaseUrl = env.DATABASE_URL || 'postgres://127.0.0.1/portal';
  const [api] = describe({ ...given, databaseUrl, loginUrl: undefined });
  const problems = new Set();
  for (const read of [() => readVariables(api.env), () => readMigrateVariables({ ...env, DATABASE_URL: databaseUrl })])
    try {
      read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.add(problem);
    }
  if (problems.size > 0)
    throw new Problem(
      'settings',
      `The settings cannot be used:\n${[...problems].map((problem) => `  - ${problem}`).join('\n')}`,
      'docs/configuration.md explains every setting.',
    );
}

/** Started parts, and how to end them. */
class Running {
  services = [];
  /** Their chosen ports, claimed until all have ended. */
  ports;
  #database;
  #stopped;

  constructor(lock, say) {
    this.lock = lock;
    this.say = say;
  }

  async startDatabase(dataDir) {
    const start = async (port) => {
      this.#database = await startLocalPg({ dataDir, port, log: this.say });
      void this.#database.exited.then((how) => this.#stopped || this.#restartDatabase(how, start));
    };
    await start();
    return this.#database.url;
  }

  // On the port it had: everybody else knows it by its address and finds it again.
  #restartDatabase(how, start) {
    this.say(`${how.split('\n')[0]} Starting it again.`);
    const { port } = this.#database;
    const again = (waitMs) =>
      setTimeout(() => {
        if (this.#stopped) return;
        start(port).then(
          () => this.say('PostgreSQL is up again.'),
          (error) => {
            this.say(`PostgreSQL does not start: ${error.message}`);
            again(Math.min(waitMs * 2, 30_000));
          },
        );
      }, waitMs);
    again(200);
  }

  /** waitForRestart: a service that does not start is reported instead of thrown, and stays among the services. */
  async startServices(descriptions, { waitForRestart }) {
    await Promise.all(descriptions.map((description) => this.startOneMore(description, { waitForRestart })));
  }

  async startOneMore(description, { waitForRestart = false } = {}) {
    this.assertGoingOn();
    const service = new Service(description);
    this.services.push(service);
    service.on('down', (how, waitMs) =>
      this.say(`${service.name} ended (${how}); starting it again in ${waitMs / 1000} s. Its log: ${service.logFile}`),
    );
    service.on('up', () => this.say(`${service.name} is up again.`));
    try {
      await service.start();
    } catch (error) {
      if (waitForRestart && !this.isStopping) {
        this.say(error.brief ?? error.message);
        return service;
      }
      this.services.splice(this.services.indexOf(service), 1);
      throw error;
    }
    return service;
  }

  /**
   * A service with a fixed port, because others have stored its address. While another program has the port, this is
   * reported once and tried again every second; nothing else waits for it.
   */
  async startOnItsPort(description, port) {
    let waiting = false;
    const attempt = async () => {
      if (this.isStopping) return;
      const obstacle = (await accepts(port))
        ? `port ${port} is taken by another program`
        : await this.startOneMore(description).then(
            () => undefined,
            (error) => error.message,
          );
      if (this.isStopping) return;
      if (obstacle) {
        if (!waiting) this.say(`${description.name} does not run yet: ${obstacle}. It is tried again until it does.`);
        setTimeout(() => void attempt(), 1_000).unref();
      } else if (waiting) this.say(`${description.name} is up.`);
      waiting = Boolean(obstacle);
    };
    await attempt();
  }

  assertGoingOn() {
    if (this.#stopped) throw new Problem('stopped', 'Stopped before it was ready.');
  }

  get isStopping() {
    return this.#stopped !== undefined;
  }

  stop({ now = false } = {}) {
    if (now) for (const service of this.services) void service.stop({ now: true });
    this.#stopped ??= this.#stopInOrder();
    return this.#stopped;
  }

  async #stopInOrder() {
    // api first: nothing new comes in while the worker finishes what it has.
    for (const service of [...this.services]) await service.stop();
    await this.#database?.stop();
    this.ports?.release();
    this.lock.release();
  }
}

async function untilReady(address, running) {
  let last = 'no answer';
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    running.assertGoingOn();
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
      last = `${response.status} ${await response.text()}`;
      if (response.status === 200) return;
    } catch (error) {
      last = error.cause?.message ?? error.message;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Problem('not_ready', `The api does not become ready: ${last}`);
}

function alreadyRunning(directory, holder) {
  return new Problem(
    'already_running',
    `Drive Portal already runs on the data in ${directory}: ${holder.url ? `${holder.url}, ` : ''}process ${holder.pid}.`,
    'Use that one, stop it (Ctrl-C there), or start a second one beside it: DATA_DIR=.data2 PORT=3100 npm start',
  );
}
