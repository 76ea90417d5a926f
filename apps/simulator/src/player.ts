import type { INestApplicationContext } from '@nestjs/common';
import {
  type AdjustmentScope,
  ChargeInvoice,
  DecidePolicy,
  IssueCreditNote,
  IssueRefund,
  ProposePolicy,
  RequestClose,
  SavePaymentMethod,
  WriteOff,
} from '@portal/billing';
import { InstallActivated, InstallEnded, InstallUpgraded } from '@portal/installs';
import { AppError, assertNever } from '@portal/kernel';
import { BillingModelChanged } from '@portal/listings';
import {
  ApproveRun,
  CancelRun,
  EndHold,
  ExecuteRun,
  PlaceHold,
  PrepareRun,
  RetryFailed,
  SendPayout,
} from '@portal/payouts';
import { Outbox, Transactor, type Actor, type EventType as PortalEvent } from '@portal/platform';
import type { EventOf, Scenario, ScenarioEvent } from '@portal/simulator';
import { StripeEventReceived } from '@portal/stripe-gateway';
import type { Client } from 'pg';
import { ventureName, type Names } from './names.js';
import { providerId } from './provider-id.js';
import type { Provider } from './provider.js';
import type { Relay } from './relay.js';
import { openAccount, setShare } from './world.js';

/** Says no to an event as the product would say it to a person. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Does one event of a scenario by the way that the product does it. */
export class Player {
  /** Payments and payouts whose turn it is, although the scenario times them itself. */
  private readonly turn = new Set<string>();
  private readonly accounts = new Map<string, { accountId: string; n: number }>();
  private readonly outbox: Outbox;
  private readonly transactor: Transactor;
  private readonly billedBy = new Map<string, 'platform' | 'author'>();
  private readonly holds = new Map<string, string>();
  private hints = 0;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly owner: Client,
    private readonly scenario: Scenario,
    private readonly names: Names,
    private readonly provider: Provider,
    private readonly relay: Relay,
  ) {
    this.outbox = app.get(Outbox);
    this.transactor = app.get(Transactor);
  }

  /** Policies and accounts that are there before anything happens. */
  async begin(at: Date): Promise<void> {
    for (const [key, value] of this.scenario.policies) await this.setPolicy(key, value, at);
    for (const [author, { basis_points }] of this.scenario.authors)
      if (basis_points !== undefined) await setShare(this.owner, this.names, { author, basis_points }, at);
    for (const [drive, { basis_points }] of this.scenario.drives)
      if (basis_points !== undefined) await setShare(this.owner, this.names, { drive, basis_points }, at);
    for (const [author, { account, country }] of this.scenario.authors)
      if (account !== 'none') await this.giveAccount(author, country, account);
    await this.relay.drain();
  }

  /** @throws Refused, AppError when the product says no */
  async play(event: ScenarioEvent): Promise<void> {
    switch (event.type) {
      case 'install':
        return this.install(event);
      case 'change_plan':
        return this.emit(InstallUpgraded, {
          install_id: this.names.id('install', event.install),
          revision_id: this.priceId(event.install, event.plan ?? ''),
          price_id: event.price === 0n ? null : this.priceId(event.install, event.at.toISOString()),
          amount_minor: event.price.toString(),
          currency: event.currency ?? this.currencyOfInstall(event.install),
          upgraded_at: event.at.toISOString(),
        });
      case 'uninstall':
        return this.emit(InstallEnded, {
          install_id: this.names.id('install', event.install),
          ended_at: event.at.toISOString(),
        });
      case 'policy':
        return this.setPolicy(event.key, event.value, event.at);
      case 'author_share':
        return setShare(this.owner, this.names, event, event.at);
      case 'card':
        return this.card(event);
      case 'payment':
        return this.payment(event);
      case 'refund':
        return this.refund(event);
      case 'refund_update':
        return this.refundUpdate(event);
      case 'credit_note':
        return this.creditNote(event);
      case 'dispute':
        return this.dispute(event);
      case 'dispute_update':
        return this.disputeUpdate(event);
      case 'write_off':
        return this.writeOff(event);
      // What is live when is read from the scenario as the month closes.
      case 'list':
      case 'delist':
        return;
      case 'billing':
        return this.switchBilling(event);
      case 'payout_account':
        return this.payoutAccount(event);
      case 'close_month':
        return this.close(event.month);
      case 'prepare_run':
        return this.prepare(event.month, event.by);
      case 'approve_run':
        return this.approve(event.month, event.by);
      case 'execute_run':
        return this.onRun(event.month, (id) => this.app.get(ExecuteRun).execute(id, this.actor('executor')));
      case 'retry_run':
        return this.onRun(event.month, async (id) => {
          await this.app.get(RetryFailed).execute(id, this.actor('executor'));
        });
      case 'hold':
        return this.hold(event);
      case 'release_hold':
        return this.releaseHold(event);
      case 'pause_run':
        return this.onRun(event.month, (id) => this.app.get(ExecuteRun).pause(id, this.actor('executor'), 'scenario'));
      case 'resume_run':
        return this.onRun(event.month, (id) => this.app.get(ExecuteRun).resume(id, this.actor('executor')));
      case 'cancel_run':
        return this.onRun(event.month, (id) =>
          this.app.get(CancelRun).execute(id, this.actor('executor'), 'As the scenario says'),
        );
      case 'transfer':
        return this.transfer(event);
      case 'balance':
        this.provider.balances.set(event.currency ?? this.scenario.currency, event.available);
        return;
      default:
        assertNever(event);
    }
  }

  async close(month: string): Promise<void> {
    await this.app.get(RequestClose).execute(this.actor('closer'), month);
  }

  /** Prepares, has it approved by as many people as it needs, and executes it. */
  async payOut(month: string): Promise<void> {
    await this.prepare(month, 'preparer');
    for (let n = 1; n <= 9 && (await this.run(month)).state === 'computed'; n += 1)
      await this.approve(month, n === 1 ? 'approver' : `approver-${n}`);
    await this.onRun(month, (id) => this.app.get(ExecuteRun).execute(id, this.actor('executor')));
  }

  /** Whether the scenario times the charges of this invoice and it is not their turn. */
  async holdsInvoice(invoiceId: string): Promise<boolean> {
    if (this.turn.has(invoiceId)) return false;
    const { rows } = await this.owner.query(
      `select tenant_id, to_char(month, 'YYYY-MM') as month, currency from billing.invoices where id = $1`,
      [invoiceId],
    );
    const [row] = rows as { tenant_id: string; month: string; currency: string }[];
    if (!row) return false;
    const tenant = this.names.name(row.tenant_id);
    return this.scenario.events.some(
      (e) =>
        e.type === 'payment' &&
        e.tenant === tenant &&
        e.month === row.month &&
        (e.currency ?? this.scenario.currency) === row.currency,
    );
  }

  /** Whether the scenario times the transfer of this payout and it is not its turn. */
  async holdsPayout(payoutId: string): Promise<boolean> {
    if (this.turn.has(payoutId)) return false;
    const { rows } = await this.owner.query(
      'select p.org_id, r.month, p.currency from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id where p.id = $1',
      [payoutId],
    );
    const [row] = rows as { org_id: string; month: string; currency: string }[];
    if (!row) return false;
    const author = this.names.name(row.org_id);
    return this.scenario.events.some(
      (e) =>
        e.type === 'transfer' &&
        e.author === author &&
        e.month === row.month &&
        (e.currency ?? this.scenario.currency) === row.currency,
    );
  }

  private async install(event: EventOf<'install'>): Promise<void> {
    const drive = this.scenario.drives.get(event.drive)!;
    const free = event.price === 0n || (this.billedBy.get(event.drive) ?? drive.billing) === 'author';
    await this.emit(InstallActivated, {
      install_id: this.names.id('install', event.install),
      tenant_id: this.names.id('tenant', event.tenant),
      venture_id: this.names.id(
        'venture',
        event.venture === undefined ? event.tenant : ventureName(event.tenant, event.venture),
      ),
      drive_id: this.names.id('drive', event.drive),
      org_id: drive.author === undefined ? null : this.names.id('author', drive.author),
      price_id: free ? null : this.priceId(event.install, event.at.toISOString()),
      amount_minor: free ? '0' : event.price.toString(),
      currency: event.currency ?? this.scenario.currency,
      ...(event.trial_days === undefined ? {} : { trial_days: event.trial_days }),
      activated_at: event.at.toISOString(),
    });
  }

  private currencyOfInstall(install: string): string {
    const made = this.scenario.events.find((e) => e.type === 'install' && e.install === install);
    return (made as EventOf<'install'> | undefined)?.currency ?? this.scenario.currency;
  }

  /** What a price row would be called; prices themselves are made before this engine sees them. */
  private priceId(...of: string[]): string {
    const hex = providerId('x', ...of).slice(2);
    return `08000000-0000-7000-8000-${hex.slice(0, 12)}`;
  }

  private async card(event: EventOf<'card'>): Promise<void> {
    this.provider.cards.set(event.tenant, event.card);
    if (event.card === 'none')
      throw new Refused('not_supported', 'A card cannot be taken away; "declined" makes it useless.');
    // A card that cannot be charged is no news to the engine until it tries.
    if (event.card !== 'ok') return;
    const tenantId = this.names.id('tenant', event.tenant);
    const operator = { ...this.actor('operator'), roles: [{ role: 'operator' as const, scopeId: tenantId }] };
    await this.app.get(SavePaymentMethod).execute(operator, tenantId, 'pm_card_visa');
  }

  private async payment(event: EventOf<'payment'>): Promise<void> {
    const invoice = await this.invoice(event);
    if (invoice.state === 'paid') throw new Refused('invoice_paid', 'The invoice is paid already.');
    this.provider.answerCharge(invoice.id, { outcome: event.outcome, fee: event.fee });
    this.turn.add(invoice.id);
    try {
      await this.app.get(ChargeInvoice).execute(invoice.id, true);
    } finally {
      this.turn.delete(invoice.id);
    }
    const after = await this.invoice(event);
    if (after.attempts === invoice.attempts)
      throw new Refused('not_tried', `The invoice is ${after.state} and is not charged at this instant.`);
  }

  private async refund(event: EventOf<'refund'>): Promise<void> {
    const { id } = await this.invoice(event);
    const { refundId } = await this.app.get(IssueRefund).execute(this.actor('refunder'), {
      invoiceId: id,
      scope: await this.scope(id, event),
      reason: event.reason,
      note: 'As the scenario says',
    });
    this.names.learn(refundId, event.refund);
    this.provider.adjustments.expectRefund(refundId, event.refund, event.outcome);
  }

  private async refundUpdate(event: EventOf<'refund_update'>): Promise<void> {
    const refundId = providerId('re', event.refund);
    if (!this.provider.adjustments.refunds.has(refundId))
      throw new Refused('refund_not_made', 'The provider has no such refund: it was refused.');
    this.provider.adjustments.settleRefund(refundId, event.outcome);
    await this.hint('refund.updated', refundId);
  }

  private async creditNote(event: EventOf<'credit_note'>): Promise<void> {
    const { id } = await this.invoice(event);
    const note = {
      invoiceId: id,
      scope: await this.scope(id, event),
      reason: event.reason,
      note: 'As the scenario says',
    };
    await this.app.get(IssueCreditNote).execute(this.actor('refunder'), note);
  }

  /** Which part of an invoice: all that is left, an amount, or lines. */
  private async scope(invoiceId: string, of: EventOf<'refund'> | EventOf<'credit_note'>): Promise<AdjustmentScope> {
    if (of.amount !== undefined) return { kind: 'amount', amountMinor: of.amount };
    if (of.lines === undefined) return { kind: 'full' };
    const lines: { lineId: string; amountMinor?: bigint }[] = [];
    for (const { install, from, amount } of of.lines) {
      const { rows } = await this.owner.query(
        `select id from billing.invoice_lines where invoice_id = $1 and install_id = $2 and ($3::timestamptz is null or from_at = $3) order by from_at`,
        [invoiceId, this.names.find('install', install) ?? null, from ?? null],
      );
      const found = rows as { id: string }[];
      if (found.length === 0) throw new Refused('line_not_found', `The invoice has no such line of "${install}".`);
      if (found.length > 1 && amount !== undefined)
        throw new Refused(
          'line_ambiguous',
          `The invoice has several lines of "${install}": say which one with "from".`,
        );
      lines.push(...found.map(({ id }) => ({ lineId: id, ...(amount === undefined ? {} : { amountMinor: amount }) })));
    }
    return { kind: 'lines', lines };
  }

  private async dispute(event: EventOf<'dispute'>): Promise<void> {
    const { id } = await this.invoice(event);
    const { rows } = await this.owner.query(
      `select payment_intent_id as intent, amount, currency from billing.payments where invoice_id = $1 and state = 'succeeded'`,
      [id],
    );
    const [payment] = rows as { intent: string; amount: string; currency: string }[];
    if (!payment) throw new Refused('invoice_not_paid', 'The invoice is not paid: there is nothing to dispute.');
    const disputeId = this.provider.adjustments.openDispute({
      name: event.dispute,
      paymentIntentId: payment.intent,
      amountMinor: event.amount ?? BigInt(payment.amount),
      currency: payment.currency,
      reason: event.reason,
      feeMinor: event.fee,
      stage: event.stage,
    });
    this.names.learn(disputeId, event.dispute);
    await this.hint('charge.dispute.created', disputeId);
  }

  private async disputeUpdate(event: EventOf<'dispute_update'>): Promise<void> {
    const disputeId = providerId('dp', event.dispute);
    if (!this.provider.adjustments.disputes.has(disputeId))
      throw new Refused('dispute_not_open', 'The provider has no such dispute: the engine refused it.');
    this.provider.adjustments.moveDispute(disputeId, event.stage, event.fee);
    await this.hint('charge.dispute.updated', disputeId);
  }

  private async writeOff(event: EventOf<'write_off'>): Promise<void> {
    const { id } = await this.invoice(event);
    const writeOff = this.app.get(WriteOff);
    const proposal = await writeOff.propose(this.actor('proposer'), id, 'As the scenario says');
    await writeOff.decide(this.actor('decider'), proposal, { state: 'approved', note: null });
  }

  private async switchBilling({ drive, billing, at }: EventOf<'billing'>): Promise<void> {
    this.billedBy.set(drive, billing);
    await this.emit(BillingModelChanged, {
      drive_id: this.names.id('drive', drive),
      model: billing === 'author' ? 'author_billing' : 'platform',
      effective_from: at.toISOString(),
    });
  }

  private async invoice(of: {
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

  private async payoutAccount(event: EventOf<'payout_account'>): Promise<void> {
    const known = this.accounts.get(event.author);
    const country = event.country ?? this.scenario.authors.get(event.author)!.country;
    if (!known) {
      if (event.account === 'closed') throw new Refused('no_account', 'The author has no account.');
      return this.giveAccount(event.author, country, event.account);
    }
    this.provider.accounts.set(known.accountId, { state: event.account, country });
    await this.hint('v2.core.account.updated', known.accountId);
  }

  private async giveAccount(author: string, country: string, state: 'ready' | 'not_ready'): Promise<void> {
    const n = (this.accounts.get(author)?.n ?? 0) + 1;
    const accountId = await openAccount(this.owner, this.names, this.provider, { author, country, n, state });
    this.accounts.set(author, { accountId, n });
    await this.hint('v2.core.account.updated', accountId);
  }

  private async hold(event: EventOf<'hold'>): Promise<void> {
    const { id } = await this.app.get(PlaceHold).execute(
      {
        orgId: this.names.id('author', event.author),
        kind: event.kind,
        basisPoints: event.basis_points,
        windowMonths: event.months ?? null,
        endsAt: event.until ?? null,
        reason: event.reason,
      },
      this.actor('holder'),
    );
    this.holds.set(event.hold, id);
    this.names.learn(id, event.hold);
  }

  private async releaseHold({ hold, now }: EventOf<'release_hold'>): Promise<void> {
    const id = this.holds.get(hold);
    if (id === undefined) throw new Refused('payout_hold_not_found', 'There is no such hold: it was refused.');
    await this.app.get(EndHold).execute(id, { reason: 'As the scenario says', releaseNow: now }, this.actor('holder'));
  }

  private async setPolicy(key: string, value: unknown, at: Date): Promise<void> {
    try {
      const proposal = { key, value, validFrom: at, reason: 'As the scenario says' };
      const id = await this.app.get(ProposePolicy).execute(this.actor('proposer'), proposal);
      await this.app.get(DecidePolicy).execute(this.actor('decider'), id, { state: 'approved', note: null });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'policy_unchanged')) throw error;
    }
  }

  private async prepare(month: string, by: string): Promise<void> {
    await this.app.get(PrepareRun).execute(month, this.actor(by));
  }

  private async approve(month: string, by: string): Promise<void> {
    const { id, hash } = await this.run(month);
    await this.app.get(ApproveRun).execute(id, hash, this.actor(by));
  }

  private async onRun(month: string, work: (id: string) => Promise<void>): Promise<void> {
    await work((await this.run(month)).id);
  }

  private async run(month: string): Promise<{ id: string; hash: string; state: string }> {
    const { rows } = await this.owner.query(
      `select id, input_hash as hash, state from payouts.payout_runs where month = $1 and state <> 'cancelled'`,
      [month],
    );
    const [row] = rows as { id: string; hash: string; state: string }[];
    if (!row) throw new Refused('payout_run_not_found', 'There is no payout run of this month.');
    return row;
  }

  private async transfer(event: EventOf<'transfer'>): Promise<void> {
    const run = await this.run(event.month);
    const { rows } = await this.owner.query(
      'select id, state from payouts.payouts where run_id = $1 and org_id = $2 and currency = $3',
      [run.id, this.names.id('author', event.author), event.currency ?? this.scenario.currency],
    );
    const [payout] = rows as { id: string; state: string }[];
    if (!payout) throw new Refused('payout_not_found', 'The run has no such payout.');
    if (payout.state !== 'reserved' && payout.state !== 'sending')
      throw new Refused('payout_not_due', `The payout is ${payout.state}: nothing is sent for it.`);
    this.provider.answerTransfer(payout.id, event.outcome);
    this.turn.add(payout.id);
    try {
      await this.app.get(SendPayout).execute(payout.id);
    } catch (error) {
      // "Not known yet" is an outcome too: the next event or job goes on from it.
      if (event.outcome !== 'unknown') throw error;
    } finally {
      this.turn.delete(payout.id);
    }
  }

  /** The provider says that something happened; the engine fetches the object. */
  private async hint(type: string, objectId: string): Promise<void> {
    this.hints += 1;
    await this.emit(StripeEventReceived, { event_id: `evt_${this.hints}`, type, object_id: objectId });
  }

  private async emit<P extends object>(event: PortalEvent<P>, payload: P): Promise<void> {
    await this.transactor.run((tx) => this.outbox.emit(tx, event, payload));
  }

  private actor(name: string): Actor {
    return { kind: 'user', userId: this.names.person(name), name, roles: [{ role: 'finance', scopeId: null }] };
  }
}
