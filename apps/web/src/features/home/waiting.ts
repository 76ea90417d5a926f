import type {
  ApprovalView,
  DisputeView,
  ExceptionView,
  FinanceHomeView,
  PayoutRunView,
  PeriodView,
} from '../../api/schema.js';
import { formatMonth } from '../../lib/format.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** What waits and what comes, of the home of finance. */
export type FinanceWork = Omit<FinanceHomeView, 'position' | 'books' | 'happened'>;

/** One thing to do. */
export interface Task {
  key: string;
  /** Where it is done. */
  to: string;
  /** Filters of that page. */
  search?: Readonly<Record<string, string>>;
  text: string;
  /** Only somebody else may do it: the same person proposed or prepared it. */
  another: boolean;
  /** It stops other work or has a deadline. */
  urgent: boolean;
  /** The deadline, from the server. */
  dueAt?: string | null;
  /** Since when it waits. */
  since?: string | null;
}

/** The date of an automatic change. */
export interface NextDate {
  key: string;
  to: string;
  text: string;
  at: string;
}

/** Everything that waits for a person of finance: deadlines first, then tasks that block others, then by age. */
export function tasksOf(work: FinanceWork, myId: string | undefined): Task[] {
  const tasks = [
    ...disputeTasks(work.disputes),
    ...exceptionTasks(work.exceptions),
    ...monthTasks(work.periods, work.runs),
    ...work.runs.flatMap((run) => runTask(run, myId)),
    ...proposalTasks(work.approvals),
  ];
  return tasks.sort((a, b) => rank(a) - rank(b) || when(a).localeCompare(when(b)));
}

function rank({ dueAt, urgent }: Task): number {
  return dueAt ? 0 : urgent ? 1 : 2;
}

function when({ dueAt, since }: Task): string {
  return dueAt ?? since ?? '';
}

function disputeTasks(disputes: readonly DisputeView[]): Task[] {
  return disputes
    .filter(({ answerable }) => answerable)
    .map((one) => ({
      key: `dispute:${one.id}`,
      to: `/finance/disputes/${one.id}`,
      text: texts.waiting.respondToDispute(one.tenant_name, one.invoice_number),
      another: false,
      urgent: true,
      dueAt: one.evidence_due_at,
      since: one.opened_at,
    }));
}

function exceptionTasks(exceptions: readonly ExceptionView[]): Task[] {
  return exceptions.map((one) => ({
    key: `exception:${one.id}`,
    to: `/finance/exceptions/${one.id}`,
    text: one.sentence,
    another: false,
    urgent: one.blocking,
    since: one.opened_at,
  }));
}

function monthTasks(periods: readonly PeriodView[], runs: readonly PayoutRunView[]): Task[] {
  const paid = new Set(runs.filter(({ state }) => state !== 'cancelled').map(({ month }) => month));
  const task = (period: PeriodView, text: (month: string) => string, to: string, search?: Task['search']): Task => ({
    search,
    key: `month:${period.month}`,
    to,
    text: text(formatMonth(period.month)),
    another: false,
    urgent: false,
    since: period.closed_at,
  });
  return periods.flatMap((period) => {
    if (period.can_close) return [task(period, common.closeNamedMonth, `/finance/periods/${period.month}`)];
    if (period.state !== 'closed' || paid.has(period.month)) return [];
    return [task(period, texts.waiting.preparePayoutRun, '/finance/runs', { month: period.month })];
  });
}

function runTask(run: PayoutRunView, myId: string | undefined): Task[] {
  const month = formatMonth(run.month);
  const task = (text: string, more: Partial<Task> = {}): Task[] => [
    {
      key: `run:${run.id}`,
      to: `/finance/runs/${run.id}`,
      text,
      another: false,
      urgent: false,
      since: run.prepared_at,
      ...more,
    },
  ];
  if (run.paused) return task(texts.waiting.payoutRunPaused(month), { urgent: true });
  switch (run.state) {
    case 'computed': {
      const mine = run.prepared_by === myId || run.approvals.some(({ user_id }) => user_id === myId);
      return task(texts.waiting.approvePayoutRun(month), { another: mine });
    }
    case 'approved':
      return task(texts.waiting.payPayoutRun(month), { since: run.approved_at });
    case 'partially_failed':
      return task(texts.waiting.somePayoutsOfFailed(month), { urgent: true, since: run.executed_at });
    case 'draft':
    case 'computing':
    case 'executing':
    case 'settled':
    case 'cancelled':
      return [];
  }
}

const proposalTasks = (approvals: readonly ApprovalView[]): Task[] =>
  approvals.map((one) => ({
    key: `approval:${one.id}`,
    to: `/approvals/${one.id}`,
    text: texts.waiting.decideOn(one.title),
    another: one.blocked_by !== null,
    urgent: false,
    since: one.proposed_at,
  }));

/** Automatic changes, the next first. `nowMs`: the server's now. */
export function nextDatesOf(work: FinanceWork, nowMs: number): NextDate[] {
  const dates: NextDate[] = [
    ...work.disputes.flatMap((one) =>
      one.answerable && one.evidence_due_at
        ? [
            {
              key: one.id,
              to: `/finance/disputes/${one.id}`,
              text: texts.waiting.lastDayToRespond(one.tenant_name),
              at: one.evidence_due_at,
            },
          ]
        : [],
    ),
    ...work.coming_policies.map(({ key, title, effective_at }) => ({
      key: `${key} ${effective_at}`,
      to: `/finance/policies/${key}`,
      text: texts.waiting.changes(title),
      at: effective_at,
    })),
    ...work.coming_prices.map((one) => ({
      key: one.id,
      to: '/finance/prices',
      text: texts.waiting.links.prices,
      at: one.effective_at,
    })),
  ];
  return dates.filter(({ at }) => Date.parse(at) > nowMs).sort((a, b) => a.at.localeCompare(b.at));
}
