import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTRACT_VERSIONS, readManifest, type ContractVersion } from '@portal/contract';
import good from '../../../libs/contract/vectors/manifests-good.json';
import { InstallsModule, InstallsWorkerModule } from '../../../libs/installs/src/installs.module.js';
import { RefreshInstall } from '../../../libs/installs/src/polling/refresh-install.js';
import { insertListing, insertRevision, putLive } from '../database/inserted-drives.js';
import { insertInstall, insertVenture } from '../database/inserted-installs.js';
import { ListingsWorld, type Author, type OwnedDrive } from './listings.js';
import { listen } from '../processes/processes.js';
import { World } from '../world.js';

type Row = Record<string, unknown>;
export interface Installed {
  id: string;
  tenantId: string;
  ventureId: string;
  token: string;
}
export interface Asked {
  path: string;
  since: number;
  bearer: string | null;
  signed: boolean;
}
/** A Drive with answers defined by the test. */
export interface Host extends OwnedDrive {
  server: Server;
  origin: string;
  revisionId: string;
  asked: Asked[];
  /** The caller's rows. */
  rows: (asked: Asked) => Row[];
  /** An answer of its own for a path, instead of the usual one. */
  odd: Partial<Record<string, (response: ServerResponse, asked: Asked) => void>>;
}

export const envelope = (data: object): string =>
  JSON.stringify({ ok: true, data, meta: { version: 'v1', generated_at: new Date().toISOString() } });
export const fail =
  (status: number) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":false,"error":"no"}');
export const event = (ts: number, more: Row = {}): Row => ({ type: 'content.published', ts, payload: {}, ...more });
/** A row that names its install, so that nothing has to be found out about the feed. */
export const own = (one: Installed, ts: number, more: Row = {}): Row =>
  event(ts, { install_id: `ws_${one.id}`, ...more });

/** Drives with answers defined by a test, and installs of them that the portal reads. */
export class ReadingWorld extends World {
  readonly hosts: Host[] = [];

  portal!: ListingsWorld;
  ada!: Author;

  constructor(private readonly settings: Record<string, string> = {}) {
    super();
  }

  async begin(): Promise<void> {
    const settings = { SANDBOX_DRIVE_PORTS: '1024-65535', ...this.settings };
    this.portal = await ListingsWorld.start(settings, [InstallsModule, InstallsWorkerModule]);
    this.ada = await this.portal.author('ada');
  }

  protected async cleanUp(): Promise<void> {
    for (const { server } of this.hosts) {
      server.closeAllConnections();
      server.close();
    }
    await this.portal.close();
  }

  get db(): ListingsWorld['db'] {
    return this.portal.db;
  }

  get app(): ListingsWorld['app'] {
    return this.portal.app;
  }

  async host(manifest: Record<string, unknown> = good.structured): Promise<Host> {
    const one = {
      ...(await this.portal.reserve(this.ada, `read-${this.hosts.length}`)),
      asked: [],
      rows: () => [],
      odd: {},
    } as unknown as Host;
    one.server = createServer((request, response) => this.answer(one, request, response));
    await listen(one.server);
    this.hosts.push(one);
    one.origin = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`;
    await insertListing(this.app, this.ada.orgId, one);
    one.revisionId = await this.revision(one, manifest);
    await putLive(this.app, one.driveId, one.revisionId);
    return one;
  }

  /** A version of the Drive's manifest; returns its id. */
  async revision(
    one: Host,
    manifest: Record<string, unknown>,
    contractVersions: readonly ContractVersion[] = CONTRACT_VERSIONS,
  ): Promise<string> {
    const read = readManifest(manifest as never, { contractVersions });
    expect(read.issues.filter(({ level }) => level === 'error')).toEqual([]);
    const version = (manifest['version'] ?? '1.0.0') as string;
    return insertRevision(this.app, one.driveId, { version, origin: one.origin, manifest: read.manifest });
  }

  private answer(one: Host, request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, one.origin);
    const asked: Asked = {
      path: url.pathname.split('/').at(-1)!,
      since: Number(url.searchParams.get('since')),
      bearer: request.headers.authorization?.replace('Bearer ', '') ?? null,
      signed: request.headers['x-platform-signature'] !== undefined,
    };
    one.asked.push(asked);
    const odd = one.odd[asked.path];
    if (odd) return odd(response, asked);
    const data =
      asked.path === 'events'
        ? { events: one.rows(asked).filter(({ ts }) => typeof ts !== 'number' || ts > asked.since) }
        : asked.path === 'billing'
          ? { tenant_id: url.searchParams.get('tenant_id'), plan: 'pro', amount_cents: 1900, currency: 'usd' }
          : { status: 'ok', [asked.path]: 1 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(envelope(data));
  }

  /** A new Drive and an install of it. */
  async installed(manifest?: Record<string, unknown>): Promise<[Host, Installed]> {
    const drive = await this.host(manifest);
    return [drive, await this.install(drive)];
  }

  async installedTwice(): Promise<[Host, Installed, Installed]> {
    const [drive, one] = await this.installed();
    return [drive, one, await this.install(drive)];
  }

  async install(of: Host, revisionId = of.revisionId): Promise<Installed> {
    const venture = await insertVenture(this.app);
    const id = randomUUID();
    const token = `dst_${id}`;
    await insertInstall(this.app, revisionId, venture, { id, token, driveInstallId: `ws_${id}` });
    return { id, ...venture, token };
  }

  refresh({ id }: Installed): ReturnType<RefreshInstall['execute']> {
    return this.app.get(RefreshInstall).execute(id);
  }

  stored({ id }: Installed): Promise<{ kind: string; ts: Date; quarantine: string | null; payload: Row }[]> {
    return this.db.query(
      'select kind, ts, quarantine, payload from installs.drive_events where install_id = $1 order by seq',
      [id],
    );
  }

  rejected({
    id,
  }: Installed): Promise<
    { reason: string; content: string | null; detail: string; kind: string | null; event_id: string | null }[]
  > {
    return this.db.query(
      'select reason, kind, event_id, content, detail from installs.rejected_events where install_id = $1 order by seq',
      [id],
    );
  }

  /** Rows that do not count, by their reason. */
  async counts({ id }: Installed): Promise<Record<string, number>> {
    const rows = await this.db.query<{ reason: string; events: string }>(
      'select reason, events from installs.rejected_counts where install_id = $1',
      [id],
    );
    return Object.fromEntries(rows.map(({ reason, events }) => [reason, Number(events)]));
  }

  async cursor({ id }: Installed): Promise<number> {
    return Number(await this.portal.value('select events_cursor_ms from installs.installs where id = $1', [id]));
  }

  /** How reading went, by endpoint. */
  async readings({
    id,
  }: Installed): Promise<Record<string, { problem: string | null; failures: number; status: number | null }>> {
    const rows = await this.db.query<{
      endpoint: string;
      problem: string | null;
      failures: number;
      status: number | null;
    }>('select endpoint, problem, failures, status from installs.readings where install_id = $1', [id]);
    return Object.fromEntries(rows.map(({ endpoint, ...one }) => [endpoint, one]));
  }
}
