import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ParsedInstallRequest } from '@portal/contract';
import { DRAFTS_PER_MONTH } from './manifest.js';
import type { DriveState, Install, Store, StoredEvent } from './store.js';

/** Events of the host that are remembered. */
const MAX_RECEIVED = 1_000;

/** State of this Drive's tenants: workspaces, their tokens, drafts and the event log. */
export class Workspaces {
  constructor(
    private readonly store: Store,
    private readonly slug: string,
    private readonly now: () => number,
    private readonly writes: (kind: string) => boolean,
  ) {}

  /** Opens a workspace; asked again for the same tenant and venture it gives the one that is open (answers get lost). */
  open(request: ParsedInstallRequest, config: Record<string, unknown>, permissions: readonly string[]): Install {
    const open = this.store.state.installs.find(
      (one) => one.revoked_at === null && one.tenant_id === request.tenantId && one.venture_id === request.ventureId,
    );
    if (open) return open;
    return this.store.change((state) => {
      const install: Install = {
        install_id: `ws_${randomUUID()}`,
        tenant_id: request.tenantId,
        venture_id: request.ventureId,
        venture_name: request.ventureName,
        operator_email: request.operatorEmail,
        install_origin: request.installOrigin,
        config,
        permissions,
        settings_version: 1,
        version: state.version,
        created_at: this.now(),
        revoked_at: null,
      };
      state.installs.push(install);
      this.append(state, 'install.created', install, {});
      return install;
    });
  }

  /** Takes newer settings; an older version, or the same again, changes nothing. Returns the workspace as it is then. */
  configure(
    installId: string,
    settings: { version: number; config: Record<string, unknown>; permissions: readonly string[] },
  ): Install | undefined {
    const open = this.find(installId);
    if (!open || settings.version <= open.settings_version) return open;
    return this.store.change((state) => {
      const { version: settings_version, config, permissions } = settings;
      const changed: Install = { ...open, config, permissions, settings_version };
      state.installs[state.installs.indexOf(open)] = changed;
      return changed;
    });
  }

  /** Keeps an event of the host; an existing one changes nothing. */
  receive(event: StoredEvent): void {
    if (this.store.state.received.some(({ id, install_id: of }) => id === event.id && of === event.install_id)) return;
    this.store.change((state) => {
      state.received = [...state.received.slice(1 - MAX_RECEIVED), event];
    });
  }

  /** Closes a workspace; from then on its token is refused. Undefined when no open one has this id. */
  revoke(installId: string): Install | undefined {
    if (!this.find(installId)) return undefined;
    return this.store.change((state) => {
      const at = state.installs.findIndex((one) => one.install_id === installId);
      const revoked: Install = { ...state.installs[at]!, revoked_at: this.now() };
      state.installs[at] = revoked;
      this.append(state, 'install.revoked', revoked, {});
      return revoked;
    });
  }

  /** The open workspace of this id. */
  find(installId: string): Install | undefined {
    return this.store.state.installs.find((one) => one.install_id === installId && one.revoked_at === null);
  }

  /** The workspace of this id, also a closed one. */
  known(installId: string | undefined): Install | undefined {
    return this.store.state.installs.find((one) => one.install_id === installId);
  }

  /** The open workspaces, of one tenant (and venture) or of all. */
  list(tenantId?: string | null, ventureId?: string | null): Install[] {
    return this.store.state.installs.filter(
      (one) =>
        one.revoked_at === null &&
        (!tenantId || one.tenant_id === tenantId) &&
        (!ventureId || one.venture_id === ventureId),
    );
  }

  /** The scoped token of a workspace. Derived, so that the state file holds none and a repeated install gives the same. */
  tokenOf(install: Install): string {
    const mac = createHmac('sha256', Buffer.from(this.store.state.token_key, 'hex'))
      .update(install.install_id)
      .digest('base64url');
    return `${this.slug}_${install.install_id}.${mac}`;
  }

  /** The open workspace that a token belongs to; undefined for an unknown token and for one of a closed workspace. */
  byToken(token: string): Install | undefined {
    const installId = token.slice(this.slug.length + 1, token.lastIndexOf('.'));
    const install = this.find(installId);
    if (!install) return undefined;
    const expected = Buffer.from(this.tokenOf(install));
    const given = Buffer.from(token);
    return expected.length === given.length && timingSafeEqual(expected, given) ? install : undefined;
  }

  /** Appends a `draft.created` event, or undefined when the tenant's quota of this month is used up. */
  createDraft(install: Install, title: string): StoredEvent | undefined {
    if (this.draftsThisMonth(install.tenant_id) >= DRAFTS_PER_MONTH) return undefined;
    return this.emit('draft.created', install, { title });
  }

  draftsThisMonth(tenantId: string): number {
    const now = new Date(this.now());
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    return this.store.state.events.filter(
      (event) => event.type === 'draft.created' && event.ts >= from && event.payload['tenant_id'] === tenantId,
    ).length;
  }

  emit(type: string, install: Install | undefined, payload: Record<string, unknown>): StoredEvent {
    return this.store.change((state) => this.append(state, type, install, payload));
  }

  /** Events after `since` (exclusive, Unix milliseconds), oldest first, of one workspace or of all. */
  eventsAfter(since: number, install?: Install): Omit<StoredEvent, 'install_id'>[] {
    return this.store.state.events
      .filter((event) => event.ts > since && (!install || event.install_id === install.install_id))
      .map(({ id, type, payload, ts }) => ({ id, type, payload, ts }));
  }

  private append(state: DriveState, type: string, install: Install | undefined, payload: Record<string, unknown>) {
    const owner = install
      ? { install_id: install.install_id, tenant_id: install.tenant_id, venture_id: install.venture_id }
      : {};
    // A clock that was set back must not write an event behind one that has been read already.
    const ts = Math.max(this.now(), state.events.at(-1)?.ts ?? 0);
    const event: StoredEvent = {
      id: `evt_${randomUUID()}`,
      type,
      ts,
      payload: { ...payload, ...owner },
      install_id: install?.install_id ?? null,
    };
    if (this.writes(type)) state.events.push(event);
    return event;
  }
}
