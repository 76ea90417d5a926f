import type { INestApplicationContext, Type } from '@nestjs/common';
import type { ApprovalKind } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import type { EventType as PortalEvent } from '@portal/platform/events';
import type { Scenario } from './scenario.js';
import { StripeEventReceived } from '@portal/stripe-gateway';
import type { Client } from 'pg';
import { approveAs, doneByTwo, worksInFinance } from '../../people/by-two.js';
import type { Names } from './names.js';
import type { Provider } from './provider.js';

/** An event that the product would refuse. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Whether a sum of valid amounts exceeds what the ledger can store. */
export function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '22003';
}

/** Shared state of all parts that run a scenario. */
export class Stage {
  /** Payments and payouts that are due now although the scenario times them. */
  readonly inProgress = new Set<string>();
  private readonly transactor: Transactor;
  private hints = 0;

  constructor(
    readonly app: INestApplicationContext,
    readonly owner: Client,
    readonly scenario: Scenario,
    readonly names: Names,
    readonly provider: Provider,
  ) {
    this.transactor = app.get(Transactor);
  }

  async emit<P extends object>(event: PortalEvent<P>, payload: P): Promise<void> {
    await this.transactor.run((tx) => tx.emit(event, payload));
  }

  /** Delivers an event of the provider; the engine then fetches the object. */
  async hint(type: string, objectId: string): Promise<void> {
    this.hints += 1;
    await this.emit(StripeEventReceived, { event_id: `evt_${this.hints}`, type, object_id: objectId });
  }

  actor(name: string): Actor {
    return { kind: 'user', userId: this.names.person(name), name, roles: [{ role: 'finance', scopeId: null }] };
  }

  /** Somebody whom the database knows to be of finance. */
  async employee(name: string): Promise<Actor> {
    const actor = this.actor(name);
    await worksInFinance(this.owner, actor);
    return actor;
  }

  /** A second person of finance approves what the first one proposed. */
  approve(id: string): Promise<void> {
    return approveAs(this, this.owner, this.actor('decider'), id);
  }

  get<T>(token: string | (abstract new (...args: never[]) => T)): T {
    return this.app.get<T>(token, { strict: false });
  }

  /** What needs a second person. */
  byTwo<P extends object>(asked: { kind: Type<ApprovalKind<P>>; payload: P }): Promise<void> {
    return doneByTwo(this, this.owner, [this.actor('proposer'), this.actor('decider')], asked);
  }

  /**
   * The invoice of a tenant, month and currency.
   * @throws Refused `invoice_not_found`
   */
  async invoice(of: {
    tenant: string;
    month: string;
    currency: string | undefined;
  }): Promise<{ id: string; state: string; attempts: number }> {
    const { rows } = await this.owner.query(
      `select i.id, i.state, (select count(*)::int from billing.payments p where p.invoice_id = i.id) as attempts
       from billing.invoices i where i.tenant_id = $1 and to_char(i.month, 'YYYY-MM') = $2 and i.currency = $3`,
      [this.names.id('tenant', of.tenant), of.month, of.currency ?? this.scenario.currency],
    );
    const [row] = rows as { id: string; state: string; attempts: number }[];
    if (!row) throw new Refused('invoice_not_found', 'There is no such invoice.');
    return row;
  }
}
