import { prepareKey, type SigningKey } from '@portal/contract';
import type { DriveState, Store } from './store.js';

/** How long the previous secret is still accepted after a new one was entered (contract: 24-hour overlap). */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * The signing secrets this Drive accepts: given at the start, and entered in the console. A new secret does not push the old one out at once, because a request that was signed before the change
 * may still be on its way.
 */
export class AcceptedSecrets {
  private readonly prepared = new Map<string, SigningKey>();

  constructor(
    private readonly given: readonly string[],
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  /** Keys to verify with, newest first; empty when no secret is known yet. */
  keys(): SigningKey[] {
    const now = this.now();
    const entered = this.store.state.secrets
      .filter(({ until }) => until === null || now < until)
      .map(({ secret }) => secret);
    // A secret entered in the console replaces the one from the start of the process.
    return (entered.length > 0 ? entered : this.given).map((secret) => this.prepare(secret));
  }

  /** @param only true discards the previous secrets at once: for one that leaked. */
  enter(secret: string, only: boolean): void {
    const until = this.now() + OVERLAP_MS;
    this.store.change((state) => {
      const before =
        state.secrets.length > 0 ? state.secrets : this.given.map((given) => ({ secret: given, until: null }));
      const kept = only
        ? []
        : before
            .filter((old) => old.secret !== secret)
            .map((old) => ({ secret: old.secret, until: old.until ?? until }));
      state.secrets = [{ secret, until: null }, ...kept.filter((old) => old.until > this.now())].slice(0, 2);
    });
  }

  /** Keys of one tenant's own, for calls about its workspaces and no others. */
  keysOf(tenantId: string): SigningKey[] {
    const now = this.now();
    return this.store.state.tenant_secrets
      .filter((own) => own.tenant_id === tenantId && (own.until === null || now < own.until))
      .map(({ secret }) => this.prepare(secret));
  }

  /** A tenant's own secret came with its install request. Another one before it is accepted a day longer. */
  enterForTenant(tenantId: string, secret: string): void {
    if (this.store.state.tenant_secrets.some((own) => own.secret === secret && own.until === null)) return;
    this.store.change((state) => {
      const others = this.ended(state.tenant_secrets, tenantId).filter((own) => own.secret !== secret);
      state.tenant_secrets = [{ tenant_id: tenantId, secret, until: null }, ...others];
    });
  }

  /** The tenant's last workspace is closed. Its end may be requested once more when the answer was lost. */
  endForTenant(tenantId: string): void {
    if (this.store.state.tenant_secrets.every((own) => own.tenant_id !== tenantId || own.until !== null)) return;
    this.store.change((state) => {
      state.tenant_secrets = this.ended(state.tenant_secrets, tenantId);
    });
  }

  private ended(all: DriveState['tenant_secrets'], tenantId: string): DriveState['tenant_secrets'] {
    const now = this.now();
    return all
      .map((own) => (own.tenant_id === tenantId && own.until === null ? { ...own, until: now + OVERLAP_MS } : own))
      .filter((own) => own.until === null || own.until > now);
  }

  private prepare(secret: string): SigningKey {
    let key = this.prepared.get(secret);
    if (!key) this.prepared.set(secret, (key = prepareKey(secret)));
    return key;
  }
}
