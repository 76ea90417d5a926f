import { Transactor } from '@portal/platform/database';
import { AuthorMonth } from '@portal/payouts';
import type { CheckResult } from './result.js';
import type { Stage } from './stage.js';
import { monthAfter, startOf, type Step } from './timeline.js';

const CHECK = 'running_months_equal_their_close';

/** By `<author> <currency>`: the share, and the listing fees taken from the balance. */
type Booked = Map<string, string>;

/** Compares the running month at the end of each month with what its close then books for every author. */
export class RunningMonthCheck {
  private readonly wrong: string[] = [];
  private compared = 0;

  constructor(private readonly stage: Stage) {}

  /** Takes a step of the scenario; around the close of a month with the comparison. */
  async around(step: Step, take: () => Promise<void>): Promise<void> {
    const month = monthClosedBy(step);
    if (month === undefined || (await this.isBilled(month))) return take();
    const running = await this.running(month);
    await take();
    if (!(await this.isBilled(month))) return;
    const closed = await this.closed(month);
    for (const key of new Set([...running.keys(), ...closed.keys()])) {
      this.compared += 1;
      const [before, after] = [running.get(key) ?? '0 0', closed.get(key) ?? '0 0'];
      if (before !== after) this.wrong.push(`${month} ${key}: ${before} was booked as ${after}`);
    }
  }

  result(): CheckResult {
    const detail = this.wrong.length === 0 ? `${this.compared} looked at` : this.wrong.slice(0, 5).join('; ');
    return { check: CHECK, ok: this.wrong.length === 0, detail };
  }

  private async running(month: string): Promise<Booked> {
    const { scenario, names, app } = this.stage;
    const until = startOf(monthAfter(month));
    const booked: Booked = new Map();
    for (const author of scenario.authors.keys()) {
      const months = await app
        .get(Transactor)
        .run((tx) => app.get(AuthorMonth, { strict: false }).until(tx, names.id('author', author), month, until));
      for (const { currency, accrued_minor, listing_fee_minor } of months)
        booked.set(`${author} ${currency}`, `${accrued_minor} ${listing_fee_minor}`);
    }
    return booked;
  }

  /** From the ledger: what the close added to the pending shares and took from what is owed. */
  private async closed(month: string): Promise<Booked> {
    const { rows } = await this.stage.owner.query<{ org_id: string; currency: string; share: string; fee: string }>(
      `select a.owner_id as org_id, a.currency,
         coalesce(sum(-e.amount) filter (where t.kind = 'author_shares'), 0)::text as share,
         coalesce(sum(e.amount) filter (where t.kind = 'listing_fee' and a.code = 'author_payable'), 0)::text as fee
       from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id join ledger.ledger_tx t on t.id = e.tx_id
       where a.code in ('author_pending', 'author_payable') and t.kind in ('author_shares', 'listing_fee')
         and to_char((t.effective_at at time zone 'UTC'), 'YYYY-MM') = $1 group by 1, 2`,
      [month],
    );
    return new Map(
      rows.map(({ org_id, currency, share, fee }) => [
        `${this.stage.names.name(org_id)} ${currency}`,
        `${share} ${fee}`,
      ]),
    );
  }

  private async isBilled(month: string): Promise<boolean> {
    const { rows } = await this.stage.owner.query(
      `select 1 from billing.periods where month = ($1 || '-01')::date and state = 'closed'`,
      [month],
    );
    return rows.length > 0;
  }
}

function monthClosedBy(step: Step): string | undefined {
  if (step.kind === 'close') return step.month;
  return step.kind === 'event' && step.event.type === 'close_month' ? step.event.month : undefined;
}
