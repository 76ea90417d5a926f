import type { Books } from './books.js';
import type { Moment } from './calendar.js';
import {
  adjusted,
  giveBack,
  leftOf,
  postDisputed,
  postLost,
  takeAmount,
  type Adjustment,
  type Taken,
} from './going-back.js';
import type { Invoice } from './invoices.js';
import { largestRemainder } from './numbers.js';
import type { PayingOut } from './paying-out.js';
import type { Rules } from './rules.js';
import type { WrittenEvent } from './written.js';

interface Dispute {
  invoice: Invoice;
  amount: bigint | undefined;
  taken: Taken[];
  phase: 'inquiry' | 'open' | 'won' | 'lost';
}

const INQUIRY = ['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'];

/** D16: open holds the share, won gives it back, lost consumes it, won on appeal brings both parts back. */
export class Disputes {
  private readonly all = new Map<string, Dispute>();

  constructor(
    private readonly books: Books,
    private readonly rules: Rules,
    private readonly payingOut: PayingOut,
    private readonly adjustments: Adjustment[],
  ) {}

  isOpen(invoice: Invoice): boolean {
    return [...this.all.values()].some((d) => d.invoice === invoice && d.phase === 'open');
  }

  open(at: Moment, event: WrittenEvent, invoice: Invoice): void {
    const amount = event.amount === undefined ? undefined : BigInt(event.amount);
    const dispute: Dispute = { invoice, amount, taken: [], phase: 'inquiry' };
    this.all.set(event.dispute!, dispute);
    if (INQUIRY.includes(event.stage ?? 'needs_response')) return;
    this.withdraw(at, event, dispute);
  }

  move(at: Moment, event: WrittenEvent): void {
    const dispute = this.all.get(event.dispute!)!;
    const stage = event.stage!;
    if (INQUIRY.includes(stage)) return;
    if (dispute.phase === 'inquiry') this.withdraw(at, event, dispute);
    else this.fee(at, event, dispute);
    if (stage === 'won' || stage === 'appeal_won') this.won(at, event, dispute);
    if (stage === 'lost' && dispute.phase === 'open') this.lost(at, dispute);
  }

  private withdraw(at: Moment, event: WrittenEvent, dispute: Dispute): void {
    const { invoice } = dispute;
    dispute.taken = takeAmount(invoice, dispute.amount ?? leftOf(invoice));
    dispute.phase = 'open';
    postDisputed(this.books, at, invoice.currency, dispute.taken);
    this.moved(invoice, dispute.taken, -1n);
    this.adjustments.push(...adjusted(at, `dispute ${event.dispute}`, dispute.taken));
    this.fee(at, event, dispute);
  }

  private won(at: Moment, event: WrittenEvent, dispute: Dispute): void {
    const { invoice, taken } = dispute;
    const before = dispute.phase;
    if (before !== 'open' && before !== 'lost') return;
    if (before === 'lost') postLost(this.books, at, invoice.currency, taken.map(negative));
    postDisputed(this.books, at, invoice.currency, taken, -1n);
    this.adjustments.push(...adjusted(at, `dispute ${event.dispute}`, giveBack(invoice, taken)));
    this.moved(invoice, taken, 1n);
    dispute.phase = 'won';
  }

  private lost(at: Moment, dispute: Dispute): void {
    postLost(this.books, at, dispute.invoice.currency, dispute.taken);
    dispute.phase = 'lost';
  }

  /** D16: on the platform, unless policy says the authors; they share it by what the dispute takes from them. */
  private fee(at: Moment, event: WrittenEvent, { invoice: { currency }, taken }: Dispute): void {
    const fee = BigInt(event.fee ?? 0);
    if (fee === 0n) return;
    const held = new Map<string, bigint>();
    for (const { line, share } of taken) {
      const { author } = line.segment;
      if (author !== undefined && share > 0n) held.set(author, (held.get(author) ?? 0n) + share);
    }
    const authors = [...held.keys()].sort();
    if (this.rules.feeBearer(at) === 'platform' || authors.length === 0)
      return this.books.post(at, currency, ['dispute_fee', null, fee], ['stripe_balance', null, -fee]);
    const parts = largestRemainder(
      fee,
      authors.map((author) => held.get(author)!),
    );
    authors.forEach((author, i) => {
      this.books.post(at, currency, ['author_payable', author, parts[i]!], ['stripe_balance', null, -parts[i]!]);
      this.payingOut.moved(author, currency, 'taken_back', -parts[i]!);
    });
  }

  private moved(invoice: Invoice, taken: readonly Taken[], sign: bigint): void {
    for (const { line, share } of taken)
      if (line.segment.author !== undefined)
        this.payingOut.moved(line.segment.author, invoice.currency, 'taken_back', sign * share);
  }
}

const negative = ({ line, gross, tax, share }: Taken): Taken => ({ line, gross: -gross, tax: -tax, share: -share });
