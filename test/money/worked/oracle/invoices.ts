import type { Line } from './billing-month.js';
import { DAY, written, type Moment } from './calendar.js';
import type { Books } from './books.js';
import { halfUp, largestRemainder, sum } from './numbers.js';
import type { Rules } from './rules.js';
import type { WrittenScenario } from './written.js';

interface Attempt {
  state: string;
  at: string;
  amount: bigint;
  fee: bigint | null;
}

export interface Invoice {
  kind: 'installs' | 'listing_fee';
  tenant: string;
  month: string;
  currency: string;
  lines: Line[];
  subtotal: bigint;
  tax: bigint;
  carriedIn: bigint;
  carriedOut: bigint;
  state: string;
  paidAt: Moment | null;
  payments: Attempt[];
  /** Earlier invoices whose whole amount this one collects. */
  collects: Invoice[];
  /** The invoice before, when a rest above its charge multiple is in this one. */
  restOf: Invoice | undefined;
  /** What of its charge has gone back. */
  gone: bigint;
  /** What of its rest is not due any more, because all that was charged went back. */
  waived: bigint;
  retries: Moment[];
  firstRefusal: Moment | null;
}

export const total = (invoice: Invoice): bigint => invoice.subtotal + invoice.tax;
export const due = (invoice: Invoice): bigint => total(invoice) + invoice.carriedIn - invoice.carriedOut;

/** One invoice per tenant, month and currency (D1); what cannot be charged goes onto the next one. */
export class Invoices {
  readonly all: Invoice[] = [];
  readonly cards = new Map<string, string>();
  /** Invoices that the scenario charges itself. */
  private readonly timed = new Set<string>();

  constructor(
    private readonly scenario: WrittenScenario,
    private readonly rules: Rules,
    private readonly books: Books,
    private readonly usual: string,
  ) {
    for (const [name, { card = 'ok' }] of Object.entries(scenario.tenants)) this.cards.set(name, card);
    for (const event of scenario.events)
      if (event.type === 'payment') this.timed.add(`${event.tenant} ${event.month} ${event.currency ?? usual}`);
  }

  find(tenant: string, month: string, currency: string): Invoice | undefined {
    return this.all.find(
      (i) => i.kind === 'installs' && i.tenant === tenant && i.month === month && i.currency === currency,
    );
  }

  /** Writes the invoices of a month and posts them: receivable against pending shares, revenue and tax. */
  issue(at: Moment, month: string, lines: readonly Line[]): void {
    const groups = new Map<string, Line[]>();
    for (const line of lines) {
      const key = `${line.segment.tenant} ${line.segment.currency}`;
      groups.set(key, [...(groups.get(key) ?? []), line]);
    }
    for (const own of groups.values()) {
      const { tenant, currency } = own[0]!.segment;
      const rate = this.rules.tax(at, tenant);
      const invoice = this.begin('installs', tenant, month, currency, sum(own.map(({ gross }) => gross)));
      invoice.lines = own;
      invoice.tax = halfUp(invoice.subtotal * rate, 10_000n);
      largestRemainder(
        invoice.tax,
        own.map(({ gross }) => gross),
      ).forEach((tax, i) => (own[i]!.tax = tax));
      this.carry(at, invoice);
      this.books.post(
        at,
        currency,
        ['tenant_receivable', null, total(invoice)],
        ['tax_payable', null, -invoice.tax],
        ...own.flatMap((line): [string, string | null, bigint][] => [
          ['author_pending', line.segment.author ?? null, -line.share],
          [revenueOf(line), null, line.share - line.gross],
        ]),
      );
      this.all.push(invoice);
    }
  }

  /** The rest of listing fees that an author's balance did not cover. */
  askAuthor(at: Moment, author: string, month: string, currency: string, amount: bigint, tax: bigint): void {
    const invoice = this.begin('listing_fee', author, month, currency, amount);
    invoice.tax = tax;
    this.books.post(
      at,
      currency,
      ['tenant_receivable', null, amount + tax],
      ['listing_fee_revenue', null, -amount],
      ['tax_payable', null, -tax],
    );
    this.all.push(invoice);
  }

  private begin(kind: Invoice['kind'], tenant: string, month: string, currency: string, subtotal: bigint): Invoice {
    const money = { subtotal, tax: 0n, carriedIn: 0n, carriedOut: 0n };
    const open = { state: 'open', paidAt: null, payments: [], collects: [], retries: [], firstRefusal: null };
    const back = { restOf: undefined, gone: 0n, waived: 0n };
    return { kind, tenant, month, currency, lines: [], ...money, ...open, ...back };
  }

  /** Under the least charge everything waits for the next invoice, else the rest beyond the charge multiple. */
  private carry(at: Moment, invoice: Invoice): void {
    const { minCharge, chargeMultiple } = this.rules.currency(invoice.currency);
    const keep = this.rules.smallBalance(at) === 'keep';
    const before = this.all.filter(
      (i) => i.kind === 'installs' && i.tenant === invoice.tenant && i.currency === invoice.currency,
    );
    const last = before.at(-1);
    if (last && last.carriedOut > last.waived && (!keep || last.state !== 'below_minimum')) {
      invoice.carriedIn = last.carriedOut - last.waived;
      if (last.state === 'below_minimum') invoice.collects = [...last.collects, last];
      invoice.restOf = last.state === 'below_minimum' ? last.restOf : last;
    }
    const owed = total(invoice) + invoice.carriedIn;
    if (owed < minCharge) {
      invoice.state = 'below_minimum';
      invoice.carriedOut = owed;
    } else invoice.carriedOut = owed % chargeMultiple;
  }

  /** Charges open invoices that were not tried yet and are not left to the scenario. */
  chargeNew(at: Moment, month: string): void {
    for (const invoice of this.all)
      if (invoice.month === month && invoice.state === 'open' && !this.timed.has(keyOf(invoice)))
        this.charge(at, invoice);
  }

  /** Retries that fall due up to an instant, in order of time. */
  nextRetry(upTo: Moment): { at: Moment; invoice: Invoice } | undefined {
    const open = this.all.filter((i) => (i.state === 'open' || i.state === 'past_due') && !this.timed.has(keyOf(i)));
    return open
      .flatMap((invoice) => invoice.retries.slice(0, 1).map((at) => ({ at, invoice })))
      .filter(({ at }) => at <= upTo)
      .sort((a, b) => a.at - b.at)[0];
  }

  /** A new card: everything unpaid of this tenant is charged at once. */
  chargeUnpaid(at: Moment, tenant: string): void {
    for (const invoice of this.all)
      if (invoice.kind === 'installs' && invoice.tenant === tenant && ['open', 'past_due'].includes(invoice.state))
        if (!this.timed.has(keyOf(invoice))) this.charge(at, invoice);
  }

  charge(at: Moment, invoice: Invoice, answer?: { outcome: string; fee: bigint | undefined }): void {
    const card = invoice.kind === 'listing_fee' ? 'ok' : this.cards.get(invoice.tenant)!;
    const outcome = answer?.outcome ?? (card === 'ok' ? 'paid' : card);
    invoice.retries = invoice.retries.filter((retry) => retry > at);
    if (outcome !== 'paid') {
      invoice.payments.push({ state: outcome, at: written(at), amount: due(invoice), fee: null });
      if (invoice.firstRefusal === null) {
        invoice.firstRefusal = at;
        invoice.retries = this.rules.retryDays(at).map((days) => at + days * DAY);
      }
      invoice.state = 'past_due';
      return;
    }
    const { basis_points = 0, fixed = {} } = this.scenario.processor_fee ?? {};
    const usual = halfUp(due(invoice) * BigInt(basis_points), 10_000n) + BigInt(fixed[invoice.currency] ?? 0);
    const fee = answer?.fee ?? usual;
    invoice.payments.push({ state: 'succeeded', at: written(at), amount: due(invoice), fee });
    const amount = due(invoice);
    this.books.post(at, invoice.currency, ['stripe_balance', null, amount], ['tenant_receivable', null, -amount]);
    this.books.post(at, invoice.currency, ['processor_fee', null, fee], ['stripe_balance', null, -fee]);
    for (const paid of [...invoice.collects, invoice]) {
      paid.state = 'paid';
      paid.paidAt = at;
      for (const line of paid.lines) this.earn(at, line);
    }
  }

  /** D11: owed on payment. */
  private earn(at: Moment, { segment: { author, currency }, share }: Line): void {
    if (author === undefined) return;
    this.books.post(at, currency, ['author_pending', author, share], ['author_payable', author, -share]);
    this.onEarned(author, currency, share);
  }

  onEarned: (author: string, currency: string, share: bigint) => void = () => undefined;
}

const keyOf = ({ tenant, month, currency }: Invoice): string => `${tenant} ${month} ${currency}`;
export const revenueOf = (line: Line): string =>
  line.segment.author === undefined ? 'first_party_revenue' : 'platform_revenue';
