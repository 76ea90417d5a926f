import type { AddressInfo } from 'node:net';
import { addControlPlane } from './control/control-plane.js';
import { Faults } from './http/faults.js';
import { createServer } from './http/server.js';
import { addHomePage } from './pages/home.js';
import { addOnboardingPage } from './pages/onboarding.js';
import { Database } from './state/database.js';
import { Delivery } from './webhooks/delivery.js';

export interface SandboxOptions {
  databaseUrl: string;
  /** The bearer key that is accepted; must start with `sk_test_`. */
  secretKey?: string;
  /** Where events are sent, signed with `webhookSecret`. Without it they can only be listed. */
  webhookUrl?: string;
  webhookSecret?: string;
  host?: string;
  /** 0 takes a free port. */
  port?: number;
  /** Address to put into links, when the sandbox stands behind another name. */
  publicUrl?: string;
  onFailure?: (failure: unknown) => void;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** Lets running requests and deliveries end, then closes everything. */
  close(): Promise<void>;
}

/** Starts the emulator; resolves when it listens. Several may run on one database. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const secretKey = options.secretKey ?? 'sk_test_sandbox';
  if (!secretKey.startsWith('sk_test_')) throw new Error('the sandbox only takes a key that starts with sk_test_');
  const { webhookUrl, webhookSecret } = options;
  if ((webhookUrl === undefined) !== (webhookSecret === undefined)) {
    throw new Error('webhookUrl and webhookSecret belong together');
  }
  const onFailure = options.onFailure ?? (() => undefined);
  const database = new Database(options.databaseUrl);
  const faults = new Faults();
  const delivery =
    webhookUrl !== undefined && webhookSecret !== undefined
      ? new Delivery(database, { url: webhookUrl, secret: webhookSecret }, onFailure)
      : undefined;
  const listened = delivery !== undefined;
  const afterWrite = (): void => delivery?.nudge();
  const server = createServer({
    database,
    faults,
    secretKey,
    publicUrl: options.publicUrl?.replace(/\/+$/, ''),
    listened,
    afterWrite,
    onFailure,
  });
  addControlPlane(server, { database, faults, secretKey, webhookUrl, afterWrite });
  addHomePage(server, { database, faults, webhookUrl });
  addOnboardingPage(server, { database, listened, afterWrite });
  const host = options.host ?? '127.0.0.1';
  try {
    await database.prepare();
    await server.listen({ host, port: options.port ?? 0 });
  } catch (caught) {
    await server.close();
    await database.close();
    throw caught;
  }
  delivery?.start();
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: async () => {
      await server.close();
      await delivery?.stop();
      await database.close();
    },
  };
}
