import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure, prepareKey, success, verify } from '@portal/contract';

/** Events that were delivered, and how to end the Drive. */
interface ReceivingDrive {
  readonly url: string;
  readonly delivered: { readonly id: string; readonly type: string }[];
  close(): Promise<void>;
}

const PLATFORM = '/api/platform';

/** A Drive that takes events at `endpoints.receive` and allows two installs per month. */
export async function startReceivingDrive(secret: string): Promise<ReceivingDrive> {
  const key = prepareKey(secret);
  const delivered: { id: string; type: string }[] = [];
  const installs = new Set<string>();
  const manifest = (origin: string): object => ({
    schema_version: 1,
    contract_version: '1.0.0',
    drive: {
      id: 'receiver',
      name: 'Receiver',
      tagline: 'Listens',
      category: 'Sales',
      motion: 'scale',
      homepage: null,
      support_url: `${origin}/support`,
      support_email: 'support@example.com',
      icon_url: `${origin}/icon.svg`,
      pricing_tier: 'free',
      version: '1.0.0',
    },
    endpoints: {
      health: `${PLATFORM}/health`,
      manifest: `${PLATFORM}/drive/manifest`,
      metrics: `${PLATFORM}/metrics`,
      events: `${PLATFORM}/events`,
      billing: `${PLATFORM}/billing`,
      install: `${PLATFORM}/install`,
      uninstall: `${PLATFORM}/install/:id`,
      receive: `${PLATFORM}/receive`,
    },
    capabilities: ['install', 'uninstall', 'quota'],
    events_emitted: ['install.created', 'install.revoked'],
    events_consumed: ['contact.created'],
    quota: { unit: 'installs_per_month', limit: 2, overage_policy: 'block' },
  });
  const answer = (route: string, body: { id?: string; type?: string; venture_id?: string }): [number, object] => {
    const ok = (data: object): [number, object] => [200, success(data, { version: '1', generatedAt: new Date() })];
    if (route === `POST ${PLATFORM}/receive`) {
      if (body.type !== 'contact.created') return [400, failure('unknown_kind')];
      delivered.push({ id: body.id!, type: body.type });
      return ok({});
    }
    if (route === `POST ${PLATFORM}/install`) {
      const id = `i-${body.venture_id}`;
      if (!installs.has(id) && installs.size >= 2) return [402, failure('quota_exceeded')];
      installs.add(id);
      return ok({ install_id: id, scoped_token: `token-of-${id}`, capabilities: [] });
    }
    if (route.startsWith(`DELETE ${PLATFORM}/install/`)) {
      const id = decodeURIComponent(route.split('/').at(-1)!);
      return installs.delete(id) ? ok({ install_id: id, revoked: true }) : [404, failure('not-found')];
    }
    return ok(route.endsWith('/events') ? { events: [] } : { installs_active: installs.size });
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const target = request.url ?? '/';
      const { port } = server.address() as AddressInfo;
      const route = `${request.method} ${target.split('?')[0]}`;
      const isPublic = route === `GET ${PLATFORM}/health` || route === `GET ${PLATFORM}/drive/manifest`;
      const verdict = verify({ headers: request.headers, path: target, keys: [key], nowMs: Date.now() });
      const body = chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as object);
      const [status, sent] = route.endsWith('/drive/manifest')
        ? [200, success(manifest(`http://127.0.0.1:${port}`), { version: '1', generatedAt: new Date() })]
        : isPublic || verdict.ok
          ? answer(route, body)
          : [401, failure(verdict.ok ? '' : verdict.reason)];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
