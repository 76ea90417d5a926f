import { randomUUID } from 'node:crypto';
import type { AuthorBilledListing } from '@portal/listings';
import { AuthorBilled } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { TestClock } from '@portal/platform/database';
import { ChangeSegment } from '../../../libs/billing/src/segments/change-segment.js';
import { CloseSegment } from '../../../libs/billing/src/segments/close-segment.js';
import { CollectDue } from '../../../libs/billing/src/collection/collect-due.js';
import { SyncBillingModel } from '../../../libs/billing/src/segments/sync-billing-model.js';
import { SyncDispute } from '../../../libs/billing/src/disputes/sync-dispute.js';
import { SyncRefund } from '../../../libs/billing/src/refunds/sync-refund.js';
import { OpenSegment } from '../../../libs/billing/src/segments/open-segment.js';
import { SavePaymentMethod } from '../../../libs/billing/src/cards/save-payment-method.js';
import { SendRefund } from '../../../libs/billing/src/refunds/send-refund.js';
import { SetBillingDetails } from '../../../libs/billing/src/cards/set-billing-details.js';
import { SuspendTenants } from '../../../libs/billing/src/collection/suspend-tenants.js';
import { ReleaseHolds } from '../../../libs/payouts/src/holds/release-holds.js';
import { SendPayout } from '../../../libs/payouts/src/transfers/send-payout.js';
import { operatorOf } from './collecting.js';
import type { MoneyWorld, PaidAuthor, WorldRun } from './money-world.js';
import { chargeAll, decide } from './played-months.js';

const DAY_MS = 86_400_000;
/** The clock moves by no more at once. */
const STEP_MS = 300 * DAY_MS;

type Scope =
  | { scope: 'full' }
  | { scope: 'amount'; amount_minor: string }
  | { scope: 'lines'; lines: { line_id: string; amount_minor?: string }[] };

/** The months that are played, from the one after next: the clock only moves forward. */
export interface Quarter {
  readonly months: readonly [string, string, string];
  readonly ada: PaidAuthor;
  readonly bob: PaidAuthor;
}

function monthsFrom(now: Date): string[] {
  const from = (n: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1)).toISOString().slice(0, 7);
  return [1, 2, 3, 4, 5].map(from);
}

/**
 * Three months of five authors, lived through with the real API, engine and processor: business time and the
 * processor's move together, and events happen in real order. Everything that can be reversed is: refunds whole, in
 * part, by line, pending and failed, credit notes, disputes in every phase. Only the installs come without an
 * installing tenant.
 */
export class QuarterPlay {
  private installs = 0;
  readonly listings: (AuthorBilledListing & { from: Date })[] = [];
  private months: string[] = [];

  constructor(private readonly world: MoneyWorld) {
    const billed = world.app.get(AuthorBilled);
    billed.list = (_tx, _from, to) => Promise.resolve(this.listings.filter(({ from }) => from < to));
    billed.from = (_tx, driveId, at) =>
      Promise.resolve(this.listings.filter((l) => l.driveId === driveId).map((l) => (l.from > at ? l.from : at))[0]);
  }

  /** `2-05T10:00` is ten in the morning of the fifth of the second month; `0-…` is before the first. */
  private at(when: string): Date {
    const [month, rest] = [Number(when[0]), when.slice(2)];
    return new Date(`${this.months[month]!}-${rest.length === 2 ? `${rest}T00:00` : rest}:00Z`);
  }

  /** Moves both clocks, and does the worker's regular jobs. */
  private async until(when: string): Promise<void> {
    const clock = this.world.app.get(TestClock);
    const instant = this.at(when);
    for (;;) {
      const [row] = await this.world.query<{ now: Date }>('select platform.portal_now() as now');
      const ms = instant.getTime() - row!.now.getTime();
      const { offsetMs } = await clock.advance({ ms: Math.min(ms, STEP_MS) }, SYSTEM_ACTOR);
      await this.world.control('/clock', { offset_ms: offsetMs });
      if (ms <= STEP_MS) break;
    }
    await this.world.app.get(CollectDue).execute();
    await this.world.app.get(SuspendTenants).execute();
    await this.world.app.get(ReleaseHolds).execute();
  }

  private async tenant(
    name: string,
    card: string | null,
    place?: { country: string; taxId?: string },
  ): Promise<string> {
    const tenantId = randomUUID();
    await this.world.query(`insert into installs.tenants (id, name, external_id) values ($1, $2, $3)`, [
      tenantId,
      name,
      tenantId,
    ]);
    if (place)
      await this.world.app.get(SetBillingDetails).execute(operatorOf(tenantId), tenantId, {
        legal_name: name,
        line1: '1 Main Street',
        city: 'Town',
        postal_code: '10115',
        region: null,
        country: place.country,
        tax_id_type: place.taxId === undefined ? null : 'eu_vat',
        tax_id: place.taxId ?? null,
      });
    if (card !== null) await this.card(tenantId, card);
    return tenantId;
  }

  private async card(tenantId: string, card: string): Promise<void> {
    await this.world.app.get(SavePaymentMethod).execute(operatorOf(tenantId), tenantId, card);
  }

  private async install(of: {
    tenant: string;
    author: PaidAuthor | null;
    drive: string;
    from: string;
    price: bigint;
    currency?: string;
    trial?: number;
  }): Promise<string> {
    const installId = `0190a000-0000-7000-8000-${String((this.installs += 1)).padStart(12, '0')}`;
    await this.world.app.get(OpenSegment).execute({
      eventId: randomUUID(),
      installId,
      tenantId: of.tenant,
      ventureId: of.tenant,
      driveId: of.drive,
      orgId: of.author?.orgId ?? null,
      priceId: of.price === 0n ? null : randomUUID(),
      amountMinor: of.price,
      currency: of.currency ?? 'usd',
      ...(of.trial === undefined ? {} : { trialDays: of.trial }),
      activatedAt: this.at(of.from),
    });
    return installId;
  }

  private async change(installId: string, when: string, price: bigint): Promise<void> {
    await this.world.app.get(ChangeSegment).execute({
      eventId: randomUUID(),
      installId,
      priceId: price === 0n ? null : randomUUID(),
      amountMinor: price,
      currency: null,
      upgradedAt: this.at(when),
    });
  }

  private async end(installId: string, when: string): Promise<void> {
    await this.world.app.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt: this.at(when) });
  }

  private async invoice(tenantId: string, month: number, currency = 'usd'): Promise<string> {
    const [row] = await this.world.query<{ id: string }>(
      `select id from billing.invoices where tenant_id = $1 and month = ($2 || '-01')::date and currency = $3`,
      [tenantId, this.months[month], currency],
    );
    return row!.id;
  }

  private async line(installId: string, month: number, which = 0): Promise<string> {
    const rows = await this.world.query<{ id: string }>(
      `select id from billing.invoice_lines where install_id = $1 and month = ($2 || '-01')::date order by from_at`,
      [installId, this.months[month]],
    );
    return rows[which]!.id;
  }

  private async ok<T>(as: string, url: string, body: object = {}): Promise<T> {
    const answer = await this.world.post<T>(as, url, body);
    if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${answer.body}`);
    return answer.data;
  }

  /** By the pages' own way: a preview, then the refund with its amount typed in. */
  private async refund(invoiceId: string, scope: Scope): Promise<string> {
    const { preparer } = this.world;
    const preview = await this.ok<{ amount_minor: string }>(
      preparer,
      `/finance/invoices/${invoiceId}/refund-preview`,
      scope,
    );
    const { id } = await this.ok<{ id: string }>(preparer, `/finance/invoices/${invoiceId}/refunds`, {
      ...scope,
      reason: 'service_failure',
      note: 'It did not work.',
      confirm_minor: preview.amount_minor,
    });
    await this.world.app.get(SendRefund).execute(id);
    return id;
  }

  private async refundEnds(refundId: string, status: 'succeeded' | 'failed'): Promise<void> {
    const [row] = await this.world.query<{ id: string }>(
      'select provider_refund_id as id from billing.refunds where id = $1',
      [refundId],
    );
    await this.world.control(`/refunds/${row!.id}`, { status });
    await this.world.app.get(SyncRefund).execute(row!.id);
  }

  private async dispute(invoiceId: string, more: object = {}): Promise<string> {
    const [row] = await this.world.query<{ payment_intent_id: string }>(
      `select payment_intent_id from billing.payments where invoice_id = $1 and state = 'succeeded'`,
      [invoiceId],
    );
    const opened = await this.world.control('/disputes', { payment_intent: row!.payment_intent_id, ...more });
    const id = opened['id'] as string;
    await this.world.app.get(SyncDispute).execute(id);
    return id;
  }

  private async moves(disputeId: string, outcome: string): Promise<void> {
    await this.world.control(`/disputes/${disputeId}`, { outcome });
    await this.world.app.get(SyncDispute).execute(disputeId);
  }

  private async accountOf(author: PaidAuthor, active = true): Promise<string> {
    const [row] = await this.world.query<{ id: string }>(
      `select provider_account_id as id from payouts.payout_accounts where org_id = $1 and active = $2 and state <> 'closed'`,
      [author.orgId, active],
    );
    return row!.id;
  }

  private async capability(author: PaidAuthor, capability: string, active = true): Promise<void> {
    await this.world.control(`/accounts/${await this.accountOf(author, active)}`, { capability });
    await this.ok(author.session, '/author/payout-account/refresh');
  }

  private async prepared(month: number): Promise<WorldRun> {
    return this.world.prepare(this.months[month]!);
  }

  private async close(month: number): Promise<void> {
    await this.world.closeMonth(this.months[month]!);
    await chargeAll(this.world, this.months[month]!);
  }

  private async hold(author: PaidAuthor, hold: object): Promise<string> {
    const { id } = await this.ok<{ id: string }>(this.world.preparer, '/finance/payout-holds', {
      org_id: author.orgId,
      reason: 'To be looked at.',
      ...hold,
    });
    return id;
  }

  async play(): Promise<Quarter> {
    const { world } = this;
    const { preparer, approver } = world;
    const [clock] = await world.query<{ now: Date }>('select platform.portal_now() as now');
    this.months = monthsFrom(clock!.now);
    const [, first, second, third] = this.months as [string, string, string, string];

    // Before the months: authors, their accounts, rules and cards.
    await this.until('0-03');
    const [ada, bob, cleo] = [await world.author('Ada'), await world.author('Bob'), await world.author('Cleo')];
    const [dan, eve] = [await world.author('Dan'), await world.author('Eve', 'none')];
    const since = this.at('0-10');
    await decide(world, 'listing_fee', { usd: '1900' }, since);
    await decide(world, 'listing_fee_collection', 'carry', since);
    await decide(world, 'dispute_fee_bearer', 'author', since);
    const table = [
      { country: 'DE', region: null, basis_points: 1_900, name: 'VAT', reverse_charge: true },
      { country: 'FR', region: null, basis_points: 2_000, name: 'TVA', reverse_charge: false },
    ];
    await decide(world, 'tax', { provider: 'table', table }, since);
    const share = await this.ok<{ id: string }>(preparer, '/finance/revenue-share-overrides', {
      org_id: dan.orgId,
      basis_points: 8_150,
      month: first,
      reason: 'Agreed.',
    });
    await this.ok(approver, `/finance/revenue-share-overrides/${share.id}/approve`);

    await this.until('0-20');
    const paying = 'pm_card_bypassPending';
    const acme = await this.tenant('Acme', paying, { country: 'DE' });
    const berg = await this.tenant('Berg', paying, { country: 'DE', taxId: 'DE123456789' });
    const cafe = await this.tenant('Café', 'pm_card_pendingRefund', { country: 'FR' });
    const east = await this.tenant('East', paying);
    const fail = await this.tenant('Fail', 'pm_card_chargeCustomerFail');
    const gone = await this.tenant('Gone', 'pm_card_chargeCustomerFail');
    const home = await this.tenant('Home', null);
    const disputed: string[] = [];
    for (const name of ['Won', 'Lost', 'Appeal', 'Asked', 'Closed', 'Open', 'Part', 'Again'])
      disputed.push(await this.tenant(name, paying));
    const [won, lost, appeal, asked, closed, open, part, again] = disputed as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const drives = Object.fromEntries(
      ['notes', 'plan', 'chat', 'sold', 'dan', 'eve', 'host'].map((name) => [name, randomUUID()]),
    ) as Record<'notes' | 'plan' | 'chat' | 'sold' | 'dan' | 'eve' | 'host', string>;

    // The first month.
    await this.until('1-02');
    const a1 = await this.install({ tenant: acme, author: ada, drive: drives.notes, from: '1-01', price: 9_901n });
    const a2 = await this.install({
      tenant: acme,
      author: ada,
      drive: drives.plan,
      from: '1-01T09:30',
      price: 4_999n,
      trial: 10,
    });
    const b1 = await this.install({ tenant: berg, author: ada, drive: drives.notes, from: '1-01', price: 7_003n });
    const c1 = await this.install({ tenant: cafe, author: dan, drive: drives.dan, from: '1-01', price: 8_009n });
    await this.install({ tenant: cafe, author: bob, drive: drives.chat, from: '1-01', price: 1_001n });
    for (const [currency, price] of [
      ['jpy', 9_001n],
      ['kwd', 30_005n],
      ['eur', 5_557n],
    ] as const) {
      await this.install({ tenant: east, author: ada, drive: drives.notes, from: '1-01', price, currency });
      await this.install({ tenant: east, author: dan, drive: drives.dan, from: '1-01', price: price * 2n, currency });
    }
    await this.install({ tenant: east, author: null, drive: drives.host, from: '1-01', price: 1_234n });
    await this.install({ tenant: east, author: ada, drive: drives.notes, from: '1-01', price: 0n });
    await this.install({ tenant: fail, author: bob, drive: drives.chat, from: '1-01', price: 6_007n });
    await this.install({ tenant: gone, author: bob, drive: drives.chat, from: '1-01', price: 3_011n });
    const h1 = await this.install({ tenant: home, author: eve, drive: drives.eve, from: '1-01', price: 5_009n });
    const h2 = await this.install({ tenant: home, author: eve, drive: drives.eve, from: '1-03', price: 2_003n });
    const s1 = await this.install({ tenant: east, author: cleo, drive: drives.sold, from: '1-01', price: 6_001n });
    for (const [i, tenant] of disputed.entries())
      await this.install({
        tenant,
        author: i % 2 ? ada : bob,
        drive: i % 2 ? drives.notes : drives.chat,
        from: '1-01',
        price: 4_001n + BigInt(i),
      });
    await this.until('1-16T12:00');
    await this.change(a1, '1-16T11:22', 14_903n);
    await this.end(b1, '1-16T10:00');
    await this.until('1-18');
    const b2 = await this.install({
      tenant: berg,
      author: ada,
      drive: drives.notes,
      from: '1-17T08:00',
      price: 7_003n,
    });
    await this.until('1-20T06:00');
    const listing = { driveId: drives.sold, name: 'Sold', orgId: cleo.orgId, orgName: cleo.name, currency: 'usd' };
    this.listings.push({ ...listing, from: this.at('1-20') });
    await this.world.app.get(SyncBillingModel).execute({
      eventId: randomUUID(),
      driveId: drives.sold,
      model: 'author_billing',
      effectiveFrom: this.at('1-20'),
    });
    await this.until('1-25');
    await this.hold(ada, { kind: 'manual', basis_points: 1_000, window_months: 1 });
    await this.hold(ada, { kind: 'tax', basis_points: 500, ends_at: this.at('3-20').toISOString() });
    const review = await this.hold(bob, { kind: 'review', basis_points: 10_000 });

    // The second: the first one's earnings are reversed in every possible way, and paid out.
    await this.until('2-01T02:00');
    await this.close(1);
    await this.until('2-02');
    await this.refund(await this.invoice(acme, 1), { scope: 'amount', amount_minor: '1234' });
    await this.refund(await this.invoice(acme, 1), {
      scope: 'lines',
      lines: [{ line_id: await this.line(a1, 1, 1), amount_minor: '77' }, { line_id: await this.line(a2, 1) }],
    });
    await this.refund(await this.invoice(berg, 1), { scope: 'lines', lines: [{ line_id: await this.line(b2, 1) }] });
    const [late, never] = [
      await this.refund(await this.invoice(cafe, 1), { scope: 'amount', amount_minor: '501' }),
      await this.refund(await this.invoice(cafe, 1), {
        scope: 'lines',
        lines: [{ line_id: await this.line(c1, 1), amount_minor: '999' }],
      }),
    ];
    const credited = { reason: 'billing_error', note: 'Not as agreed.' };
    await this.ok(preparer, `/finance/invoices/${await this.invoice(home, 1)}/credit-notes`, {
      scope: 'lines',
      lines: [{ line_id: await this.line(h2, 1) }],
      ...credited,
    });
    await this.ok(preparer, `/finance/invoices/${await this.invoice(home, 1)}/credit-notes`, {
      scope: 'amount',
      amount_minor: '501',
      ...credited,
    });
    await this.until('2-03');
    await this.refundEnds(late, 'succeeded');
    const dWon = await this.dispute(await this.invoice(won, 1));
    const dLost = await this.dispute(await this.invoice(lost, 1));
    const dAppeal = await this.dispute(await this.invoice(appeal, 1));
    const dAsked = await this.dispute(await this.invoice(asked, 1), { inquiry: true });
    const dClosed = await this.dispute(await this.invoice(closed, 1), { inquiry: true });
    await this.dispute(await this.invoice(open, 1));
    const dPart = await this.dispute(await this.invoice(part, 1), { amount: 2_001 });
    await this.refund(await this.invoice(again, 1), { scope: 'amount', amount_minor: '1000' });
    const dAgain = await this.dispute(await this.invoice(again, 1), { amount: 3_000 });
    // Paid by a card that came late; its author has no account yet.
    await this.card(home, paying);
    await chargeAll(world, first);
    await this.until('2-05T09:00');
    const run = await this.prepared(1);
    await this.world.control(`/accounts/${await this.accountOf(dan)}`, { capability: 'restricted' });
    await world.finish(run);
    await this.until('2-06');
    await this.refundEnds(never, 'failed');
    await this.moves(dAsked, 'escalate');
    await this.moves(dPart, 'lost');
    await this.moves(dAgain, 'won');
    await this.moves(dClosed, 'warning_closed');
    await this.until('2-08');
    await this.capability(dan, 'active');
    await this.ok(preparer, `/finance/payout-runs/${run.id}/retry-failed`);
    for (const payout of (await world.run(run.id)).payouts)
      if (payout.state === 'reserved') await world.app.get(SendPayout).execute(payout.id);
    await this.until('2-10');
    await this.moves(dWon, 'won');
    await this.moves(dLost, 'lost');
    await this.moves(dAppeal, 'lost');
    await this.refund(await this.invoice(again, 1), { scope: 'full' });
    await this.ok(preparer, `/finance/payout-holds/${review}/end`, { reason: 'It is in order.', release_now: true });
    await this.until('2-15T07:00');
    await this.card(fail, paying);
    await this.world.app.get(CollectDue).execute(fail);
    await this.until('2-20');
    await this.moves(dAppeal, 'appeal');
    await this.moves(dAsked, 'lost');
    await this.end(c1, '2-20');
    await decide(
      world,
      'payout_minimum',
      { by_currency: { usd: '1000', jpy: '3000', kwd: '8000' }, by_country: {} },
      this.at('2-21'),
    );
    await this.until('2-25');
    await this.ok(ada.session, '/author/payout-account/swap');
    await this.capability(ada, 'active', false);
    await this.until('3-01T02:00');
    await this.close(2);
    await this.ok(eve.session, '/author/payout-account');
    await this.capability(eve, 'active');
    await this.until('3-02');
    await this.moves(dAppeal, 'appeal_won');
    await this.refund(await this.invoice(acme, 1), { scope: 'full' });
    await this.until('3-03T09:00');
    const cancelled = await this.prepared(2);
    await this.ok(preparer, `/finance/payout-runs/${cancelled.id}/cancel`, { reason: 'Something was missing.' });
    await world.finish(await this.prepared(2));

    // The third: unpaid installs are suspended and written off, and the last run is paid out after it.
    await this.until('3-08T02:05');
    await this.until('3-09T05:00');
    const writeOff = await this.ok<{ id: string }>(
      preparer,
      `/finance/invoices/${await this.invoice(gone, 1)}/write-off`,
      {
        reason: 'They are gone.',
      },
    );
    await this.ok(approver, `/finance/write-offs/${writeOff.id}/approve`);
    await this.end(s1, '3-09T05:00');
    await this.end(h1, '3-09T05:00');
    await this.until('3-20T00:10');
    await this.until('4-01T02:00');
    await this.close(3);
    await this.until('4-05T09:00');
    await world.finish(await this.prepared(3));
    return { months: [first, second, third], ada, bob };
  }
}
