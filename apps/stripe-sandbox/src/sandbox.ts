import type { AddressInfo } from 'node:net';
import { addControlPlane } from './control/control-plane.js';
import { FaultPlan } from './http/faults.js';
import { createServer } from './http/server.js';
import { addCheckoutPage } from './pages/checkout.js';
import { addControlPage } from './pages/control.js';
import { addHomePage } from './pages/home.js';
import { addOnboardingPage } from './pages/onboarding.js';
import { Bank } from './state/bank-days.js';
import { SandboxDatabase } from './state/database.js';
import { configureListeners, type Listener } from './state/endpoints.js';
import { Delivery } from './webhooks/delivery.js';

export interface SandboxOptions {
  databaseUrl: string;
  /** The bearer key that is accepted; must start with `sk_test_`. */
  secretKey?: string;
  /** Where the platform's events are sent, signed with `webhookSecret`. Without it they can only be listed. */
  webhookUrl?: string;
  webhookSecret?: string;
  /** Where the events of connected accounts are sent, signed with a secret of their own. */
  connectWebhookUrl?: string;
  connectWebhookSecret?: string;
  host?: string;
  /** 0 takes a free port. */
  port?: number;
  /** Address to put into links, when the sandbox is reached by another name. */
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
  const { webhookUrl } = options;
  const platform = listenerOf(webhookUrl, options.webhookSecret, 'webhookUrl');
  const connect = listenerOf(options.connectWebhookUrl, options.connectWebhookSecret, 'connectWebhookUrl');
  const onFailure = options.onFailure ?? (() => undefined);
  const database = new SandboxDatabase(options.databaseUrl);
  const faults = new FaultPlan();
  const delivery = new Delivery(database, onFailure);
  const bank = new Bank(database, onFailure, () => delivery.nudge());
  const afterWrite = (): void => delivery.nudge();
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  const parts = { database, faults, secretKey, webhookUrl, publicUrl, afterWrite, onFailure };
  const server = createServer(parts);
  for (const add of [addControlPlane, addHomePage, addControlPage, addOnboardingPage, addCheckoutPage])
    add(server, parts);
  const host = options.host ?? '127.0.0.1';
  try {
    await database.prepare();
    await configureListeners(database, { platform, connect });
    await bank.round();
    await server.listen({ host, port: options.port ?? 0 });
  } catch (caught) {
    await server.close();
    await database.close();
    throw caught;
  }
  delivery.start();
  bank.start();
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: async () => {
      await server.close();
      await bank.stop();
      await delivery.stop();
      await database.close();
    },
  };
}

function listenerOf(url: string | undefined, secret: string | undefined, name: string): Listener | undefined {
  if ((url === undefined) !== (secret === undefined)) throw new Error(`${name} and its secret belong together`);
  return url === undefined || secret === undefined ? undefined : { url, secret };
}
