import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ControlRoutes } from './control-routes.js';
import { QueuedFaults } from './faults.js';
import { readBody, refuse, send, type Answer, type Call } from './http.js';
import { withDefaults, type ReferenceDriveOptions, type Settings } from './options.js';
import { PlatformRoutes } from './platform-routes.js';
import { ProductRoutes } from './product-routes.js';
import { RequestLog } from './request-log.js';
import { AcceptedSecrets } from './secrets.js';
import { Store } from './store.js';
import { Switches } from './switches/index.js';
import { Workspaces } from './workspaces.js';

/** A running reference Drive. */
export interface ReferenceDrive {
  /** Origin under which it answers, without a trailing slash. */
  readonly url: string;
  readonly manifestUrl: string;
  readonly port: number;
  /** Stops taking connections and ends the open ones. */
  close(): Promise<void>;
}

/**
 * Starts a Drive that speaks the whole contract: sample for authors and partner for tests.
 * @throws when the port is taken or the state file cannot be read.
 */
export async function createReferenceDrive(options: ReferenceDriveOptions = {}): Promise<ReferenceDrive> {
  const settings = withDefaults(options);
  const server = createServer();
  const port = await listen(server, settings);
  const loopbackName = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const url = settings.publicUrl ?? `http://${loopbackName === '0.0.0.0' ? '127.0.0.1' : loopbackName}:${port}`;
  try {
    server.on('request', requestHandler(settings, url));
  } catch (error) {
    server.close();
    throw error;
  }
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, manifestUrl: `${url}/api/platform/drive/manifest`, port, close };
}

function requestHandler(settings: Settings, url: string): (request: IncomingMessage, response: ServerResponse) => void {
  const store = new Store(settings.dataFile);
  const secrets = new AcceptedSecrets(settings.secrets, store, settings.now);
  const switches = new Switches(settings.shape, () => secrets.keys(), settings.now);
  const workspaces = new Workspaces(store, settings.id, settings.now, (kind) => switches.writes(kind));
  const faults = new QueuedFaults();
  const log = new RequestLog();
  const platform = new PlatformRoutes(settings, store, secrets, workspaces, switches, () => url);
  const product = new ProductRoutes(settings, store, workspaces, switches);
  const control = new ControlRoutes(settings, store, secrets, workspaces, faults, switches, log);

  const answerTo = async (call: Call): Promise<Answer | undefined> => {
    if (!call.url.pathname.startsWith('/api/platform/'))
      return control.answer(call) ?? product.answer(call) ?? refuse(404, 'not-found');
    const answer = await faults.apply(call.method, call.url.pathname, () =>
      switches.apply(call, (given) => platform.answer(given)),
    );
    const error =
      answer && typeof answer.body === 'object' && 'error' in answer.body ? String(answer.body.error) : null;
    log.add({
      at: new Date(settings.now()).toISOString(),
      method: call.method,
      path: call.target,
      status: answer?.status ?? null,
      error,
    });
    return answer;
  };

  return (request, response) => {
    void handle(request, settings.now(), answerTo).then(
      (answer) => {
        if (answer) send(response, answer, request.method !== 'HEAD');
        else request.socket.destroy();
      },
      () => {
        if (response.headersSent) request.socket.destroy();
        else send(response, refuse(500, 'internal'), true);
      },
    );
  };
}

async function handle(
  request: IncomingMessage,
  receivedAt: number,
  answerTo: (call: Call) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const target = request.url ?? '/';
  const url =
    URL.canParse(target, 'http://drive') && target.startsWith('/') ? new URL(target, 'http://drive') : undefined;
  if (!url) return refuse(400, 'invalid_url');
  const body = await readBody(request);
  if (!body) return { ...refuse(413, 'too_large'), headers: { connection: 'close' } };
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const rawNames = request.rawHeaders.filter((_, index) => index % 2 === 0);
  const { headers } = request;
  const { remoteAddress } = request.socket;
  return answerTo({ method, target, url, headers, rawNames, receivedAt, remoteAddress, body });
}

function listen(server: Server, settings: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: settings.port, host: settings.host }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
