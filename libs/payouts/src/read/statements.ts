import { Injectable } from '@nestjs/common';
import { Ledger, type Movement } from '@portal/ledger';
import { Database } from '@portal/platform';
import { REASON_TEXT, REFUSED_TEXT, type PayoutReason } from '../domain/plan-payout.js';
import type { StatementView } from '../http/payouts.view.js';
import { Earnings, total } from './earnings.js';

interface Row {
  id: string;
  org_id: string;
  month: string;
  currency: string;
  cutoff_tx: string;
  previous_cutoff: string | null;
  previous_balance: string | null;
  balance: string;
  amount: string;
  carry: string;
  state: string;
  reason: PayoutReason;
  failure: string | null;
  transfer_id: string | null;
}

/** A statement with what its checks need. */
export interface StatementFacts {
  view: StatementView;
  orgId: string;
  payoutId: string;
  /** Balance at the cutoff, minor units. */
  balanceMinor: bigint;
  amountMinor: bigint;
  /** Movements of the author's account between the cutoff before and this one, without payouts. */
  earningMovements: Movement[];
  /** The part of the payout that was set aside after the cutoff, minor units (0 before approval). */
  setAsideMinor: bigint;
}

const SELECT = `select p.id, p.org_id, r.month, p.currency, r.cutoff_tx, p.balance, p.amount, p.carry, p.state, p.reason, p.failure,
    (select a.transfer_id from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'accepted') as transfer_id,
    before.cutoff_tx as previous_cutoff, before.balance as previous_balance
  from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
  left join lateral (
    select b.cutoff_tx, coalesce(q.balance, 0) as balance from payouts.payout_runs b
    left join payouts.payouts q on q.run_id = b.id and q.org_id = p.org_id and q.currency = p.currency
    where b.state <> 'cancelled' and b.cutoff_tx < r.cutoff_tx order by b.cutoff_tx desc limit 1) before on true
  where r.state <> 'cancelled'`;

// What a hold takes is taken from the balance of the statement before; what it gives back is a movement of its own.
const PAYOUT_KINDS = ['payout_reserve', 'payout_released', 'payout_hold'];
const sum = (movements: readonly Movement[]): bigint => movements.reduce((all, m) => all + m.amountMinor, 0n);

/** Statements: one per author, currency and run, made again from lines and ledger whenever they are asked for. */
@Injectable()
export class Statements {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly earnings: Earnings,
  ) {}

  async list(orgIds: readonly string[]): Promise<StatementView[]> {
    const rows = await this.database.query<Row>(
      `${SELECT} and p.org_id = any($1::uuid[]) order by r.month desc, p.currency limit 200`,
      [orgIds],
    );
    const all = await Promise.all(rows.map((row) => this.facts(row)));
    return all.map(({ view }) => ({ ...view, lines: [] }));
  }

  /** Undefined for a statement that does not exist and for one of somebody else. */
  async find(id: string, orgIds: readonly string[]): Promise<StatementFacts | undefined> {
    const [row] = await this.database.query<Row>(`${SELECT} and p.id = $1 and p.org_id = any($2::uuid[])`, [
      id,
      orgIds,
    ]);
    return row && this.facts(row);
  }

  private async facts(row: Row): Promise<StatementFacts> {
    const account = { code: 'author_payable' as const, ownerId: row.org_id, currency: row.currency };
    const movements = await this.ledger.movements(this.database, account, { after: row.previous_cutoff ?? '0' });
    const inside = movements.filter((m) => BigInt(m.txId) <= BigInt(row.cutoff_tx));
    const payouts = inside.filter((m) => PAYOUT_KINDS.includes(m.kind));
    const earningMovements = inside.filter((m) => !PAYOUT_KINDS.includes(m.kind));
    const later = movements.filter((m) => BigInt(m.txId) > BigInt(row.cutoff_tx) && m.sourceId === row.id);
    // A line counts where its invoice's payment was booked before the cutoff, whatever became of it later: the same
    // statement comes out whenever it is made. Movements of an invoice name it as their source.
    const paidInvoices = new Set(earningMovements.map((m) => m.sourceId));
    const lines = (await this.earnings.lines(row.org_id, row.month, row.currency)).map((line) => ({
      ...line,
      state: paidInvoices.has(line.invoice_id) ? 'earned' : 'pending',
    }));
    const earned = BigInt(total(lines, 'earned', 'author_minor'));
    const opening = BigInt(row.previous_balance ?? '0') + sum(payouts);
    const balance = BigInt(row.balance);
    const paid = row.state === 'settled' ? BigInt(row.amount) : 0n;
    return {
      orgId: row.org_id,
      payoutId: row.id,
      balanceMinor: balance,
      amountMinor: BigInt(row.amount),
      earningMovements,
      setAsideMinor: -sum(later),
      view: {
        id: row.id,
        month: row.month,
        currency: row.currency,
        opening_minor: opening.toString(),
        earned_minor: earned.toString(),
        other_minor: (sum(earningMovements) - earned).toString(),
        paid_minor: paid.toString(),
        carried_minor: (balance - paid).toString(),
        state: row.state,
        reason: row.reason,
        reason_text: row.failure === null ? REASON_TEXT[row.reason] : REFUSED_TEXT,
        transfer_id: row.transfer_id,
        lines,
      },
    };
  }
}
