import { monthLines, type Line, type Segment } from './billing-month.js';
import { Books } from './books.js';
import { DAY, moment, monthEnd, monthOf, months, monthStart, type Moment } from './calendar.js';
import { Disputes } from './disputes.js';
import {
  adjusted,
  leftOf,
  giveBack,
  postRefund,
  takeAmount,
  takeLines,
  type Adjustment,
  type Taken,
  type WantedLine,
} from './going-back.js';
import { Invoices, type Invoice } from './invoices.js';
import { halfUp, sum } from './numbers.js';
import { PayingOut } from './paying-out.js';
import { Rules } from './rules.js';
import type { WrittenEvent, WrittenLine, WrittenScenario } from './written.js';

/**
 * The last retry comes 28 days after the first refusal, and after 7 more the paid installs of the tenant are
 * suspended.
 */
const STAND_STILL_AFTER_DAYS = 35;

/**
 * What a scenario comes to by the money rules alone: plain, slow, and without a line of the engine. It
 * computes what the generators write, not everything that the format can say.
 */
export class Oracle {
  readonly books = new Books();
  readonly lines: Line[] = [];
  readonly adjustments: Adjustment[] = [];
  readonly refused: number[] = [];
  readonly invoices: Invoices;
  readonly payingOut: PayingOut;
  private readonly rules: Rules;
  private readonly disputes: Disputes;
  private readonly usual: string;
  private readonly segments: Segment[] = [];
  private readonly shares = new Map<string, bigint>();
  private readonly billing = new Map<string, { billing: string; from: Moment; to: Moment | undefined }[]>();
  private readonly listed = new Map<string, { currency: string; from: Moment; to: Moment | undefined }[]>();
  private readonly still = new Map<string, { at: Moment; segments: Segment[] }>();

  constructor(private readonly scenario: WrittenScenario) {
    this.usual = scenario.currency ?? 'usd';
    this.rules = new Rules(scenario);
    this.invoices = new Invoices(scenario, this.rules, this.books, this.usual);
    this.payingOut = new PayingOut(this.rules, this.books);
    this.disputes = new Disputes(this.books, this.rules, this.payingOut, this.adjustments);
    this.invoices.onEarned = (author, currency, share) => this.payingOut.moved(author, currency, 'earned', share);
    for (const [name, { country = 'US', account = 'ready', basis_points }] of Object.entries(scenario.authors ?? {})) {
      this.payingOut.accounts.set(name, { state: account, country });
      if (basis_points !== undefined) this.share(`author ${name}`, basis_points);
    }
    for (const [name, { billing = 'platform', basis_points }] of Object.entries(scenario.drives)) {
      this.billing.set(name, [{ billing, from: -Infinity, to: undefined }]);
      if (basis_points !== undefined) this.share(`drive ${name}`, basis_points);
    }
  }

  run(): this {
    const events = this.scenario.events
      .map((event, index) => ({ at: moment(event.at), event, index }))
      .sort((a, b) => a.at - b.at || a.index - b.index);
    const all = months(monthOf(events[0]!.at), this.scenario.until ?? monthOf(events.at(-1)!.at));
    const steps = [
      ...events.map(({ at, event, index }) => ({ at, order: 0, do: () => this.event(at, event, index) })),
      ...all.map((month) => ({ at: monthEnd(month), order: 1, do: () => this.close(monthEnd(month), month) })),
      ...all.map((month) => {
        const at = monthEnd(month) + 4 * DAY;
        return { at, order: 2, do: () => this.payingOut.run(at, month) };
      }),
    ].sort((a, b) => a.at - b.at || a.order - b.order);
    for (const step of steps) {
      this.wait(step.at);
      step.do();
    }
    return this;
  }

  /** Automatic changes before an instant: retries, suspensions, released amounts. */
  private wait(until: Moment): void {
    for (;;) {
      const retry = this.invoices.nextRetry(until - 1);
      const release = this.payingOut.nextRelease(until);
      const halt = this.nextHalt(until - 1);
      const next = Math.min(retry?.at ?? Infinity, release ?? Infinity, halt?.at ?? Infinity);
      if (next === Infinity) return;
      if (release === next) this.payingOut.release(next, ({ releaseAt }) => releaseAt <= next);
      else if (retry?.at === next) this.invoices.charge(next, retry.invoice);
      else this.halt(next, halt!.tenant);
    }
  }

  private nextHalt(upTo: Moment): { at: Moment; tenant: string } | undefined {
    return this.invoices.all
      .filter(
        ({ state, firstRefusal, tenant }) => state === 'past_due' && firstRefusal !== null && !this.still.has(tenant),
      )
      .map(({ tenant, firstRefusal }) => ({ tenant, at: firstRefusal! + STAND_STILL_AFTER_DAYS * DAY }))
      .filter(({ at }) => at <= upTo)
      .sort((a, b) => a.at - b.at)[0];
  }

  private halt(at: Moment, tenant: string): void {
    const segments = this.running().filter((segment) => segment.tenant === tenant);
    for (const segment of segments) segment.to = at;
    this.still.set(tenant, { at, segments });
  }

  private running(): Segment[] {
    return this.segments.filter(({ to }) => to === undefined);
  }

  private share(key: string, basisPoints: number): void {
    this.shares.set(key, BigInt(basisPoints));
  }

  /** The share that is pinned when an install begins: the Drive's, else its author's, else everybody's. */
  private shareOf(at: Moment, drive: string): bigint {
    const { author } = this.scenario.drives[drive]!;
    return (
      this.shares.get(`drive ${drive}`) ??
      this.shares.get(`author ${author}`) ??
      BigInt(this.rules.share(at).basis_points)
    );
  }

  private readonly pinned = new Map<string, Omit<Segment, 'price' | 'currency' | 'from' | 'to'>>();

  private event(at: Moment, event: WrittenEvent, index: number): void {
    switch (event.type) {
      case 'install':
        return this.install(at, event);
      case 'change_plan':
        return this.change(at, event);
      case 'uninstall':
        for (const segment of this.running()) if (segment.install === event.install) this.end(segment, at);
        this.pinned.delete(event.install!);
        return;
      case 'billing':
        return this.switchBilling(at, event);
      case 'list':
        this.listed.set(event.drive!, [
          ...(this.listed.get(event.drive!) ?? []),
          { currency: event.currency ?? this.usual, from: at, to: undefined },
        ]);
        return;
      case 'delist':
        for (const span of this.listed.get(event.drive!) ?? []) span.to ??= at;
        return;
      case 'policy':
        return this.rules.set(event.key!, event.value, at);
      case 'author_share':
        return this.share(
          event.drive === undefined ? `author ${event.author}` : `drive ${event.drive}`,
          event.basis_points!,
        );
      case 'card':
        return this.card(at, event);
      case 'payment': {
        const invoice = this.invoiceOf(event)!;
        const fee = event.fee === undefined ? undefined : BigInt(event.fee);
        return this.invoices.charge(at, invoice, { outcome: event.outcome!, fee });
      }
      case 'refund':
        return this.refund(at, event, index);
      case 'dispute':
        return this.disputes.open(at, event, this.invoiceOf(event)!);
      case 'dispute_update':
        return this.disputes.move(at, event);
      case 'hold':
        this.payingOut.holds.push({
          name: event.hold!,
          author: event.author!,
          basisPoints: BigInt(event.basis_points!),
          months: event.months,
          endsAt: event.until === undefined ? Infinity : moment(event.until),
        });
        return;
      case 'release_hold':
        for (const hold of this.payingOut.holds) if (hold.name === event.hold) hold.endsAt = at;
        return this.payingOut.release(at, ({ hold }) => hold.name === event.hold);
      case 'payout_account': {
        const { country } = this.payingOut.accounts.get(event.author!)!;
        this.payingOut.accounts.set(event.author!, { state: event.account!, country: event.country ?? country });
        return;
      }
      default:
        throw new Error(`the oracle does not compute ${event.type}`);
    }
  }

  private invoiceOf(event: WrittenEvent): Invoice | undefined {
    return this.invoices.find(event.tenant!, event.month!, event.currency ?? this.usual);
  }

  private install(at: Moment, event: WrittenEvent): void {
    const { author, first_party } = this.scenario.drives[event.drive!]!;
    const basisPoints = this.shareOf(at, event.drive!);
    const named = { install: event.install!, drive: event.drive!, tenant: event.tenant!, author };
    const pinned = { ...named, basisPoints: first_party ? 0n : basisPoints };
    this.pinned.set(event.install!, pinned);
    const free = this.billing.get(event.drive!)!.at(-1)!.billing === 'author' ? 0n : BigInt(event.price!);
    const from = at + (event.trial_days ?? 0) * DAY;
    this.begin({ ...pinned, currency: event.currency ?? this.usual, price: free, from, to: undefined });
  }

  private begin(segment: Segment): void {
    this.segments.push(segment);
  }

  /** A segment that would end before it begins (in its trial) never was. */
  private end(segment: Segment, at: Moment): void {
    segment.to = Math.max(at, segment.from);
  }

  private change(at: Moment, event: WrittenEvent): void {
    const before = this.running().find(({ install }) => install === event.install)!;
    this.end(before, at);
    const currency = event.currency ?? before.currency;
    const from = Math.max(at, before.from);
    this.begin({ ...this.pinned.get(event.install!)!, currency, price: BigInt(event.price!), from, to: undefined });
  }

  private switchBilling(at: Moment, event: WrittenEvent): void {
    const spans = this.billing.get(event.drive!)!;
    spans.at(-1)!.to = at;
    spans.push({ billing: event.billing!, from: at, to: undefined });
    if (event.billing === 'platform') return;
    for (const segment of this.running().filter(({ drive }) => drive === event.drive)) {
      this.end(segment, at);
      this.begin({ ...segment, price: 0n, from: Math.max(at, segment.from), to: undefined });
    }
  }

  private card(at: Moment, event: WrittenEvent): void {
    this.invoices.cards.set(event.tenant!, event.card!);
    if (event.card !== 'ok') return;
    this.invoices.chargeUnpaid(at, event.tenant!);
    const still = this.still.get(event.tenant!);
    this.still.delete(event.tenant!);
    for (const segment of still?.segments ?? []) this.begin({ ...segment, from: at, to: undefined });
  }

  private close(at: Moment, month: string): void {
    const lines = monthLines(this.segments, month);
    this.lines.push(...lines);
    this.invoices.issue(at, month, lines);
    this.listingFees(at, month);
    this.invoices.chargeNew(at, month);
    for (let retry = this.invoices.nextRetry(at); retry; retry = this.invoices.nextRetry(at))
      this.invoices.charge(at, retry.invoice);
  }

  /** D23: flat, for every month in which the listing was live and billed by its author; netted as far as there is balance, the month's
   *  own earnings counted. */
  private listingFees(at: Moment, month: string): void {
    const owed = new Map<string, { flat: bigint; tax: bigint }[]>();
    const within = (
      a: { from: Moment; to: Moment | undefined },
      b: { from: Moment; to: Moment | undefined },
    ): boolean => Math.max(a.from, b.from, monthStart(month)) < Math.min(a.to ?? Infinity, b.to ?? Infinity, at);
    for (const [drive, spans] of this.listed) {
      const billed = this.billing.get(drive)!.filter(({ billing }) => billing === 'author');
      const live = spans.find((span) => billed.some((own) => within(span, own)));
      if (!live) continue;
      const author = this.scenario.drives[drive]!.author!;
      const key = `${author} ${live.currency}`;
      const flat = this.rules.listingFee(at - 1, live.currency);
      const tax = halfUp(flat * this.rules.authorTax(at - 1, author), 10_000n);
      if (flat > 0n) owed.set(key, [...(owed.get(key) ?? []), { flat, tax }]);
    }
    for (const [key, fees] of owed) {
      const [author, currency] = key.split(' ') as [string, string];
      const fee = sum(fees.map(({ flat, tax }) => flat + tax));
      const tax = sum(fees.map((one) => one.tax));
      const earned = this.lines
        .filter(({ month: of, segment }) => of === month && segment.author === author && segment.currency === currency)
        .reduce((sum, { share }) => sum + share, 0n);
      const balance = this.payingOut.owed(author, currency) + earned;
      const all = this.rules.listingFeeCollection(at - 1) === 'carry';
      const netted = all || balance > fee ? fee : balance > 0n ? balance : 0n;
      // One after another is taken from the balance; the requested part of each bears its share of the tax.
      let left = netted;
      const asked = sum(
        fees.map((one) => {
          const whole = one.flat + one.tax;
          const covered = left > whole ? whole : left;
          left -= covered;
          return halfUp(one.tax * (whole - covered), whole);
        }),
      );
      this.books.post(
        at,
        currency,
        ['author_payable', author, netted],
        ['listing_fee_revenue', null, -(netted - (tax - asked))],
        ['tax_payable', null, asked - tax],
      );
      this.payingOut.moved(author, currency, 'listing_fees', -netted);
      if (netted < fee) this.invoices.askAuthor(at, author, month, currency, fee - netted - asked, asked);
    }
  }

  private refund(at: Moment, event: WrittenEvent, index: number): void {
    const invoice = this.invoiceOf(event);
    const wanted = event.amount === undefined ? undefined : BigInt(event.amount);
    const left = invoice ? leftOf(invoice) : 0n;
    if (!invoice || invoice.state !== 'paid' || left === 0n || (wanted ?? 0n) > left || this.disputes.isOpen(invoice)) {
      this.refused.push(index);
      return;
    }
    const all = event.lines === undefined && (wanted ?? left) === left;
    const rest = all && !this.invoices.all.some((later) => later.restOf === invoice) ? invoice.carriedOut : 0n;
    const taken = event.lines
      ? takeLines(invoice, this.wanted(invoice, event.lines))
      : takeAmount(invoice, wanted ?? left, rest);
    const amount = sum((taken ?? []).map(({ gross, tax }) => gross + tax)) - rest;
    if (!taken || amount % this.rules.currency(invoice.currency).chargeMultiple !== 0n) {
      if (taken) giveBack(invoice, taken);
      invoice.gone += rest;
      this.refused.push(index);
      return;
    }
    invoice.waived = rest;
    postRefund(this.books, at, invoice.currency, taken, rest);
    this.adjustments.push(...adjusted(at, `refund ${event.refund}`, taken));
    this.tookBack(invoice.currency, taken);
  }

  private wanted(invoice: Invoice, lines: readonly WrittenLine[]): WantedLine[] {
    return lines.flatMap(({ install, from, amount }) =>
      invoice.lines
        .filter((line) => line.segment.install === install && (from === undefined || line.from === moment(from)))
        .map((line) => ({ line, amount: amount === undefined ? undefined : BigInt(amount) })),
    );
  }

  private tookBack(currency: string, taken: readonly Taken[]): void {
    for (const { line, share } of taken)
      if (line.segment.author !== undefined) this.payingOut.moved(line.segment.author, currency, 'taken_back', -share);
  }
}
