import { createHash } from 'node:crypto';
import { failure, parseConfigUpdate, parseInstallRequest, success, type JsonObject } from '@portal/contract';

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

interface StoredEvent {
  type: string;
  payload: JsonObject;
  ts: number;
}

/** State of a correct Drive and its responses. A faulty Drive overrides one of the methods. */
export class DriveState {
  readonly live = new Map<string, { tenantId: string; ventureId: string | null; token: string }>();
  readonly log: StoredEvent[] = [];
  private readonly settings = new Map<string, number>();
  private made = 0;

  /** @param nowMs the Drive's clock, which advances a millisecond with every event */
  constructor(private nowMs: number) {
    this.append('install.created', { install_id: 'of-old' });
  }

  append(type: string, payload: JsonObject): void {
    this.nowMs += 1;
    this.log.push({ type, payload, ts: this.nowMs });
  }

  install(body: string | undefined): Answer {
    let parsed: unknown;
    try {
      parsed = body === undefined || body === '' ? {} : JSON.parse(body);
    } catch {
      return { status: 400, body: failure('bad json') };
    }
    const request = parseInstallRequest(parsed);
    if ('error' in request) return { status: 400, body: failure(request.error) };
    if (this.isOverQuota(request.tenantId)) return { status: 402, body: failure('quota_exceeded') };
    for (const [id, one] of this.live)
      if (one.tenantId === request.tenantId && one.ventureId === request.ventureId)
        return this.installed(id, one.token);
    const id = this.newId();
    const token = this.newToken(id);
    this.live.set(id, { tenantId: request.tenantId, ventureId: request.ventureId, token });
    this.append('install.created', { install_id: id });
    return this.installed(id, token);
  }

  receive(body: string | undefined, meta: { version: string; generatedAt: Date }): Answer {
    const event = JSON.parse(body ?? '{}') as { type?: unknown };
    return typeof event.type === 'string'
      ? { status: 200, body: success({ received: true }, meta) }
      : { status: 400, body: failure('no event') };
  }

  configure(body: string | undefined): Answer {
    const update = parseConfigUpdate(JSON.parse(body ?? '{}'));
    if ('error' in update) return { status: 400, body: failure(update.error) };
    const { install_id, settings_version: version } = update;
    if (!this.live.has(install_id)) return { status: 404, body: failure('not-found') };
    const now = Math.max(version, this.settings.get(install_id) ?? 1);
    this.settings.set(install_id, now);
    return { status: 200, body: this.ok({ install_id, settings_version: now }) };
  }

  isOverQuota(tenantId: string): boolean {
    return tenantId === 'tenant-over-quota';
  }

  newId(): string {
    this.made += 1;
    return `inst:${this.made}`;
  }

  newToken(id: string): string {
    return `cs_${createHash('sha256').update(`token of ${id}`).digest('hex')}`;
  }

  installed(id: string, token: string): Answer {
    return { status: 200, body: this.ok({ install_id: id, scoped_token: token, capabilities: [] }) };
  }

  revoke(id: string): Answer {
    if (!this.live.delete(id)) return { status: 404, body: failure('not-found') };
    this.append('install.revoked', { install_id: id });
    return { status: 200, body: this.ok({ install_id: id, revoked: true }) };
  }

  events(since: string | null): StoredEvent[] {
    const from = Number(since ?? 0);
    return this.log.filter(({ ts }) => ts > (Number.isFinite(from) ? from : 0));
  }

  /** The install of a token; undefined for an unknown token. */
  byToken(token: string): { readonly id: string; readonly tenantId: string } | undefined {
    for (const [id, one] of this.live) if (one.token === token) return { id, tenantId: one.tenantId };
    return undefined;
  }

  active(): unknown {
    return this.live.size;
  }

  billing(tenantId: string | null): Record<string, unknown> {
    return { tenant_id: tenantId, plan: 'free', amount_cents: 0, currency: 'usd' };
  }

  private ok(data: object): object {
    return success(data, { version: '1.0.0', generatedAt: new Date(this.nowMs) });
  }
}
