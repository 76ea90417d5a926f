import type { CaseResult } from '../../support/money/driver/result.js';
import type { Line } from './oracle/billing-month.js';
import { printed } from './oracle/going-back.js';
import { due, total } from './oracle/invoices.js';
import type { Oracle } from './oracle/oracle.js';
import { written } from './oracle/calendar.js';

const sorted = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
/** The members of this space-separated list. */
const pick = (row: object, keys: string): object =>
  Object.fromEntries(keys.split(' ').map((key) => [key, (row as Record<string, unknown>)[key]]));

/** What both sides say, in one shape: texts of digits, ordered by what they name. */
interface Account {
  lines: string[];
  invoices: string[];
  adjustments: string[];
  payouts: string[];
  balances: Record<string, string>;
  /** Places of events that were said no to; in words for what should have happened by itself. */
  refused: (number | string)[];
}

export function byEngine(result: CaseResult): Account {
  const balances = new Map<string, bigint>();
  for (const { legs } of result.postings)
    for (const { currency, account, owner, amount } of legs) {
      const key = `${currency} ${account} ${owner ?? '-'}`;
      balances.set(key, (balances.get(key) ?? 0n) + BigInt(amount));
    }
  return {
    lines: sorted(
      result.lines.map((line) => ({
        ...pick(line, 'month author currency install tenant from to seconds month_seconds price gross'),
        ...pick(line, 'author_share platform_share running_gross running_author_share'),
      })),
    ),
    invoices: sorted(
      result.invoices.map((invoice) => ({
        ...pick(invoice, 'kind tenant month currency subtotal tax total carried_in carried_out'),
        ...pick(invoice, 'amount_due state paid_at'),
        payments: invoice.payments.map((payment) => pick(payment, 'state at amount fee')),
      })),
    ),
    adjustments: sorted(
      result.adjustments.map((row) => ({
        ...pick(row, 'at source tenant month currency author install from'),
        ...pick(row, 'gross tax author_share platform_share'),
      })),
    ),
    payouts: sorted(
      result.runs.flatMap(({ month, payouts }) =>
        payouts.map((payout) => ({
          month,
          ...pick(payout, 'author currency opening earned taken_back listing_fees released other'),
          ...pick(payout, 'balance paid held carried reason'),
        })),
      ),
    ),
    balances: Object.fromEntries(
      [...balances]
        .filter(([, amount]) => amount !== 0n)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, amount]) => [key, String(amount)]),
    ),
    refused: result.refused.map(({ event, at, type, code, message }) => event ?? `${at} ${type} ${code} ${message}`),
  };
}

export function byOracle(oracle: Oracle): Account {
  return {
    lines: sorted(oracle.lines.map(printedLine)),
    invoices: sorted(
      oracle.invoices.all.map((invoice) => ({
        ...pick(invoice, 'kind tenant month currency'),
        subtotal: String(invoice.subtotal),
        tax: String(invoice.tax),
        total: String(total(invoice)),
        carried_in: String(invoice.carriedIn),
        carried_out: String(invoice.carriedOut),
        amount_due: String(due(invoice)),
        state: invoice.state,
        paid_at: invoice.paidAt === null ? null : written(invoice.paidAt),
        payments: invoice.payments.map(({ state, at, amount, fee }) => ({
          state,
          at,
          amount: String(amount),
          fee: fee === null ? null : String(fee),
        })),
      })),
    ),
    adjustments: sorted(oracle.adjustments.map(printed)),
    payouts: sorted(
      oracle.payingOut.runs.flatMap(({ month, payouts }) =>
        payouts.map(({ author, currency, reason, ...amounts }) => {
          const text = Object.fromEntries(Object.entries(amounts).map(([key, value]) => [key, String(value)]));
          const { opening, earned, taken_back, listing_fees, released, other, balance, paid, held, carried } = text;
          return {
            ...{ month, author, currency, opening, earned, taken_back, listing_fees, released, other },
            ...{ balance, paid, held, carried, reason },
          };
        }),
      ),
    ),
    balances: oracle.books.balances(),
    refused: oracle.refused,
  };
}

function printedLine({ segment, ...line }: Line): object {
  return {
    month: line.month,
    author: segment.author ?? null,
    currency: segment.currency,
    install: segment.install,
    tenant: segment.tenant,
    from: written(line.from),
    to: written(line.to),
    seconds: Number(line.seconds),
    month_seconds: Number(line.monthSeconds),
    price: String(segment.price),
    gross: String(line.gross),
    author_share: String(line.share),
    platform_share: String(line.gross - line.share),
    running_gross: String(line.runningGross),
    running_author_share: String(line.runningShare),
  };
}

/** What one side says and the other does not, a few of each kind. */
export function differences(engine: Account, oracle: Account, most = 6): string[] {
  const found: string[] = [];
  for (const kind of ['lines', 'invoices', 'adjustments', 'payouts'] as const) {
    const [ours, theirs] = [new Set(engine[kind]), new Set(oracle[kind])];
    const only = [
      ...engine[kind].filter((row) => !theirs.has(row)).map((row) => `${kind}: engine ${row}`),
      ...oracle[kind].filter((row) => !ours.has(row)).map((row) => `${kind}: oracle ${row}`),
    ].sort((a, b) => (a.slice(a.indexOf('{')) < b.slice(b.indexOf('{')) ? -1 : 1));
    if (engine[kind].length !== oracle[kind].length)
      found.push(`${kind}: engine has ${engine[kind].length}, oracle ${oracle[kind].length}`);
    found.push(...only.slice(0, most));
    if (only.length > most) found.push(`${kind}: ... ${only.length - most} more`);
  }
  const keys = new Set([...Object.keys(engine.balances), ...Object.keys(oracle.balances)]);
  const balances = [...keys].filter((key) => engine.balances[key] !== oracle.balances[key]);
  for (const key of balances.slice(0, most))
    found.push(`balance ${key}: engine ${engine.balances[key] ?? '0'}, oracle ${oracle.balances[key] ?? '0'}`);
  if (JSON.stringify(engine.refused) !== JSON.stringify(oracle.refused))
    found.push(`refused: engine ${JSON.stringify(engine.refused)}, oracle ${JSON.stringify(oracle.refused)}`);
  return found;
}
