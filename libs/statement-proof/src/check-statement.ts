import type { StatementDocument, StatementLine } from './document.js';
import { monthRoot, rootOfPath, statementHash } from './merkle.js';
import { statementRoot } from './statement-root.js';

/** Result of one check. */
export interface StatementCheck {
  code: string;
  title: string;
  ok: boolean;
  /** The finding; names the first wrong place. */
  detail: string;
}

type Found = string | undefined;
const WHOLE_BPS = 10_000n;
const LISTED = 3;

/** `n / d` rounded half up; neither may be negative. */
function halfUp(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d);
}

function sum<T>(items: readonly T[], amount: (item: T) => string): bigint {
  return items.reduce((total, item) => total + BigInt(amount(item)), 0n);
}

/** Recomputes everything in a statement. Never throws for a document that `parseStatement` returns. */
export function checkStatement(document: StatementDocument): StatementCheck[] {
  const all = [...document.lines, ...document.pending];
  return [
    verdict(
      'line_amounts',
      'Every line is price x seconds / seconds of the month',
      all.map((line) => wrongAmount(line) ?? wrongSeconds(line)),
      () => `${all.length} lines`,
    ),
    verdict('line_time', 'No install is charged twice for the same time', chargedTwice(all), () => 'no overlap'),
    verdict(
      'line_split',
      'Every line is split without remainder, according to the running total',
      all.map(wrongSplit),
      () => `${all.length} lines`,
    ),
    verdict(
      'running_total',
      'The running totals follow each other without gap or overlap',
      wrongRunning(document),
      () => 'from zero to the last line',
    ),
    verdict(
      'payments',
      'Every payment is the sum of its lines',
      wrongPayments(document),
      () => `${document.payments.length} payments`,
    ),
    verdict(
      'entries',
      'Every other booking appears once and matches its lines',
      wrongEntries(document),
      () => `${document.entries.length} bookings`,
    ),
    verdict(
      'balance',
      'Opening balance, earnings and other bookings equal the amounts paid, carried forward and on hold',
      wrongBalance(document),
      () => {
        const { opening_minor, earned_minor, adjustments_minor, paid_minor, carried_minor, held_minor } =
          document.statement;
        return `${opening_minor} + ${earned_minor} + ${adjustments_minor} = ${paid_minor} + ${carried_minor} + ${held_minor}`;
      },
    ),
    verdict(
      'outcome',
      'Every paid amount has its transfer, and nothing else has one',
      wrongOutcome(document),
      () => document.statement.transfer_id ?? 'no transfer',
    ),
    verdict(
      'inclusion',
      'The statement is part of the tree of its month',
      wrongProof(document),
      () => `statement ${(document.proof?.position ?? 0) + 1} of ${document.proof?.size ?? 0}`,
    ),
  ];
}

function verdict(code: string, title: string, found: readonly Found[], holds: () => string): StatementCheck {
  const wrong = found.filter((one): one is string => one !== undefined);
  const more = wrong.length > LISTED ? `; and ${wrong.length - LISTED} more` : '';
  return {
    code,
    title,
    ok: wrong.length === 0,
    detail: wrong.length === 0 ? holds() : wrong.slice(0, LISTED).join('; ') + more,
  };
}

/** First and last instant of the UTC month `YYYY-MM`, in milliseconds; the last one is the next month's first. */
function boundsOf(month: string): [number, number] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return [Date.UTC(year, number - 1, 1), Date.UTC(year, number, 1)];
}

function wrongAmount(line: StatementLine): Found {
  const [price, seconds, whole, gross] = [line.price_minor, line.seconds, line.month_seconds, line.gross_minor].map(
    BigInt,
  ) as [bigint, bigint, bigint, bigint];
  const [begins, ends] = boundsOf(line.month);
  const ofMonth = BigInt((ends - begins) / 1000);
  if (whole !== ofMonth) return `line ${line.line_id}: ${line.month} has ${ofMonth} seconds, not ${whole}`;
  if (seconds === 0n || seconds > whole) return `line ${line.line_id}: ${seconds} of ${whole} seconds cannot be`;
  const expected = halfUp(price * seconds, whole);
  if (expected !== gross) return `line ${line.line_id}: ${price} x ${seconds} / ${whole} is ${expected}, not ${gross}`;
  const [from, to] = [Date.parse(line.from_at), Date.parse(line.to_at)];
  if (from < begins || to > ends || from >= to)
    return `line ${line.line_id}: ${line.from_at} to ${line.to_at} is no time of ${line.month}`;
  return undefined;
}

/** Seconds are cut at both ends, so that those of adjoining lines add up. */
function wrongSeconds(line: StatementLine): Found {
  const [from, to] = [line.from_at, line.to_at].map((at) => Math.floor(Date.parse(at) / 1000)) as [number, number];
  if (BigInt(to - from) === BigInt(line.seconds)) return undefined;
  return `line ${line.line_id}: from ${line.from_at} to ${line.to_at} are ${to - from} seconds, not ${line.seconds}`;
}

function inTime(lines: readonly StatementLine[]): StatementLine[] {
  return [...lines].sort((a, b) => Date.parse(a.from_at) - Date.parse(b.from_at));
}

/** Pairs of overlapping lines of the same install. */
export function chargedTwice(lines: readonly StatementLine[]): string[] {
  return [...groupsOf(lines, ({ install_id }) => install_id).values()].flatMap((ofInstall) => {
    let last: StatementLine | undefined;
    return inTime(ofInstall).flatMap((line) => {
      const before = last;
      if (last === undefined || Date.parse(line.to_at) > Date.parse(last.to_at)) last = line;
      if (before === undefined || Date.parse(line.from_at) >= Date.parse(before.to_at)) return [];
      return [`line ${line.line_id} begins at ${line.from_at}, line ${before.line_id} ends at ${before.to_at}`];
    });
  });
}

function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function wrongSplit(line: StatementLine): Found {
  const [gross, before, after, shareBefore, shareAfter, author, platform] = [
    line.gross_minor,
    line.running_before,
    line.running_after,
    line.share_before_minor,
    line.share_after_minor,
    line.author_minor,
    line.platform_minor,
  ].map(BigInt) as [bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  const wrong = [
    author + platform !== gross && `${author} + ${platform} is not ${gross}`,
    before + gross * BigInt(line.author_bps) !== after && `${before} + ${gross} x ${line.author_bps} is not ${after}`,
    halfUp(before, WHOLE_BPS) !== shareBefore && `the share of ${before} is not ${shareBefore}`,
    halfUp(after, WHOLE_BPS) !== shareAfter && `the share of ${after} is not ${shareAfter}`,
    shareAfter - shareBefore !== author && `${shareAfter} - ${shareBefore} is not ${author}`,
  ].find((one): one is string => one !== false);
  return wrong && `line ${line.line_id}: ${wrong}`;
}

function wrongRunning({ statement, lines, pending }: StatementDocument): Found[] {
  return [...groupsOf([...lines, ...pending], ({ month }) => month)].flatMap(([month, ofMonth]) => {
    const whole = month === statement.month && statement.lines_elsewhere === 0;
    const ordered = ofMonth
      .map((line) => ({ id: line.line_id, from: BigInt(line.running_before), to: BigInt(line.running_after) }))
      .sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
    let reached = 0n;
    return ordered.map(({ id, from, to }) => {
      const fits = whole ? from === reached : from >= reached;
      const found = fits ? undefined : `line ${id}: starts at ${from}, ${reached} was reached`;
      reached = to;
      return found;
    });
  });
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function wrongPayments({ statement, payments, lines, pending }: StatementDocument): Found[] {
  const visited = new Set<string>();
  const once = [...lines, ...pending].map((line) => {
    if (visited.has(line.line_id)) return `line ${line.line_id} appears twice`;
    visited.add(line.line_id);
    return undefined;
  });
  const known = new Set(payments.map((payment) => payment.ledger_tx));
  const pendingMinor = sum(pending, (line) => line.author_minor);
  return [
    ...once,
    ...lines.map((line) =>
      line.payment_tx === null || !known.has(line.payment_tx) ? `line ${line.line_id} has no payment` : undefined,
    ),
    ...pending.map((line) => (line.payment_tx === null ? undefined : `line ${line.line_id} is pending and paid`)),
    ...pending.map((line) =>
      line.month === statement.month ? undefined : `line ${line.line_id} is pending for ${line.month}`,
    ),
    ...payments.map((payment) => {
      const own = lines.filter((line) => line.payment_tx === payment.ledger_tx);
      const total = sum(own, (line) => line.author_minor);
      if (own.length !== payment.lines || total !== BigInt(payment.amount_minor))
        return `payment ${payment.charge}: ${own.length} lines are ${total}, not ${payment.lines} and ${payment.amount_minor}`;
      return outside(statement, payment.ledger_tx, `payment ${payment.charge}`);
    }),
    ...twice(payments.map((payment) => payment.ledger_tx)),
    ...twice(payments.map((payment) => payment.charge)),
    sum(payments, (payment) => payment.amount_minor) === BigInt(statement.earned_minor)
      ? undefined
      : `the payments are not ${statement.earned_minor}`,
    pendingMinor === BigInt(statement.pending_minor)
      ? undefined
      : `${pendingMinor} is pending, not ${statement.pending_minor}`,
  ];
}

function outside({ after_tx, cutoff_tx }: StatementDocument['statement'], tx: string, what: string): Found {
  const inside = BigInt(tx) > BigInt(after_tx) && BigInt(tx) <= BigInt(cutoff_tx);
  return inside ? undefined : `${what} was booked outside this statement`;
}

function twice(keys: readonly string[]): Found[] {
  const visited = new Set<string>();
  return keys.map((key) => {
    const known = visited.has(key);
    visited.add(key);
    return known ? `booking ${key} appears twice` : undefined;
  });
}

function wrongEntries({ statement, payments, entries }: StatementDocument): Found[] {
  const paid = new Set(payments.map((payment) => payment.ledger_tx));
  return [
    ...twice(entries.map((entry) => `${entry.ledger_tx} ${entry.kind}`)),
    ...entries.map((entry) => {
      const linked = sum(entry.lines, (link) => link.amount_minor);
      if (entry.lines.length > 0 && linked !== BigInt(entry.amount_minor))
        return `${entry.title} ${entry.source_id}: its lines are ${linked}, not ${entry.amount_minor}`;
      if (paid.has(entry.ledger_tx) && !['invoice_paid', 'credit_note'].includes(entry.kind))
        return `booking ${entry.ledger_tx} is a payment too`;
      return outside(statement, entry.ledger_tx, `${entry.title} ${entry.source_id}`);
    }),
    sum(entries, (entry) => entry.amount_minor) === BigInt(statement.adjustments_minor)
      ? undefined
      : `the other bookings are not ${statement.adjustments_minor}`,
  ];
}

function wrongBalance({ statement: s }: StatementDocument): Found[] {
  const closing = BigInt(s.closing_minor);
  const [paid, carried, held] = [s.paid_minor, s.carried_minor, s.held_minor].map(BigInt) as [bigint, bigint, bigint];
  return [
    BigInt(s.opening_minor) + BigInt(s.earned_minor) + BigInt(s.adjustments_minor) === closing
      ? undefined
      : `${s.opening_minor} + ${s.earned_minor} + ${s.adjustments_minor} is not ${closing}`,
    paid + carried + held === closing ? undefined : `${paid} + ${carried} + ${held} is not ${closing}`,
    sum(s.unpaid, (part) => part.amount_minor) === carried + held
      ? undefined
      : `the reasons cover not exactly ${carried + held}`,
    BigInt(s.after_tx) <= BigInt(s.cutoff_tx) ? undefined : 'it ends before it begins',
  ];
}

function wrongOutcome({ statement: s }: StatementDocument): Found[] {
  const paid = BigInt(s.paid_minor) > 0n;
  const expected = paid ? 'paid' : BigInt(s.closing_minor) === 0n ? 'nothing' : 'carried';
  return [
    s.outcome === expected ? undefined : `the outcome is ${s.outcome}, not ${expected}`,
    (s.transfer_id !== null) === paid && (s.settled_at !== null) === paid
      ? undefined
      : paid
        ? 'a payment without its transfer'
        : 'a transfer without a payment',
    s.self_billing_number !== null && s.earned_minor === '0' ? 'a self-billing invoice of nothing' : undefined,
  ];
}

function wrongProof(document: StatementDocument): Found[] {
  const { proof, ...rest } = document;
  if (proof === null) return ['the month is not sealed yet: nothing binds this file'];
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
  let own: Buffer;
  try {
    own = statementRoot(rest, proof.salts.map(bytes));
  } catch (error) {
    return [error instanceof RangeError ? error.message : String(error)];
  }
  const tree = rootOfPath(statementHash(own), proof.position, proof.size, proof.path.map(bytes));
  if (tree?.toString('hex') !== proof.tree_root) return ['its items do not lead to the root of the tree'];
  const root = monthRoot(rest.statement.month, proof.size, tree, bytes(proof.previous_root)).toString('hex');
  return [root === proof.root ? undefined : 'the tree and the month before do not lead to the root of the month'];
}
