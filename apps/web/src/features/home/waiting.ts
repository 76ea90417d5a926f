import type {
  ApprovalView,
  ComingPolicyView,
  DisputeView,
  ExceptionView,
  FinanceHomeView,
  PayoutRunView,
  PeriodView,
} from '../../api/schema.js';
import type { Waiting } from '../../components/layout/home.js';
import { formatMonth } from '../../lib/format.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** What waits and what comes, of the home of finance. */
export type FinanceWork = Omit<FinanceHomeView, 'position' | 'books' | 'happened'>;

/** One thing to do. */
export interface Task extends Pick<Waiting, 'key' | 'to' | 'search' | 'text'> {
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
export interface NextDate extends Pick<Task, 'key' | 'to' | 'text'> {
  at: string;
}

const task = (of: Pick<Task, 'key' | 'to' | 'text'> & Partial<Task>): Task => ({
  another: false,
  urgent: false,
  ...of,
});

/** Everything that waits for a person of finance: deadlines first, then tasks that block others, then by age. */
export function tasksOf(work: FinanceWork, myId: string | undefined): Task[] {
  const tasks = [
    ...disputeTasks(work.disputes),
    ...work.exceptions.map(exceptionTask),
    ...monthTasks(work.periods, work.runs),
    ...work.runs.flatMap((run) => runTask(run, myId)),
    ...work.approvals.map(proposalTask),
    ...work.coming_policies.filter(isUndecided).map(policyTask),
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
    .map((one) =>
      task({
        key: `dispute:${one.id}`,
        to: `/finance/disputes/${one.id}`,
        text: texts.waiting.respondToDispute(one.tenant_name, one.invoice_number),
        urgent: true,
        dueAt: one.evidence_due_at,
        since: one.opened_at,
      }),
    );
}

const exceptionTask = ({ id, sentence: text, blocking: urgent, opened_at: since }: ExceptionView): Task =>
  task({ key: `exception:${id}`, to: `/finance/exceptions/${id}`, text, urgent, since });

function monthTasks(periods: readonly PeriodView[], runs: readonly PayoutRunView[]): Task[] {
  const paid = new Set(runs.filter(({ state }) => state !== 'cancelled').map(({ month }) => month));
  return periods.flatMap(({ month, state, can_close, closed_at: since }) => {
    const [key, name] = [`month:${month}`, formatMonth(month)];
    if (can_close) return task({ key, since, to: `/finance/periods/${month}`, text: common.closeNamedMonth(name) });
    if (state !== 'closed' || paid.has(month)) return [];
    return task({ key, since, to: '/finance/runs', search: { month }, text: texts.waiting.preparePayoutRun(name) });
  });
}

function runTask(run: PayoutRunView, myId: string | undefined): Task | [] {
  const month = formatMonth(run.month);
  const [key, to] = [`run:${run.id}`, `/finance/runs/${run.id}`];
  const ofRun = (text: string, more: Partial<Task> = {}): Task =>
    task({ key, to, text, since: run.prepared_at, ...more });
  if (run.paused) return ofRun(texts.waiting.payoutRunPaused(month), { urgent: true });
  switch (run.state) {
    case 'computed': {
      const mine = run.prepared_by === myId || run.approvals.some(({ user_id }) => user_id === myId);
      return ofRun(texts.waiting.approvePayoutRun(month), { another: mine });
    }
    case 'approved':
      return ofRun(texts.waiting.payPayoutRun(month), { since: run.approved_at });
    case 'partially_failed':
      return ofRun(texts.waiting.somePayoutsOfFailed(month), { urgent: true, since: run.executed_at });
    case 'draft':
    case 'computing':
    case 'executing':
    case 'settled':
    case 'cancelled':
      return [];
  }
}

const proposalTask = ({ id, title, blocked_by, proposed_at: since }: ApprovalView): Task =>
  task({
    key: `approval:${id}`,
    to: `/approvals/${id}`,
    text: texts.waiting.decideOn(title),
    another: blocked_by !== null,
    since,
  });

const isUndecided = ({ effective_at }: ComingPolicyView): boolean => effective_at === null;
const policyTask = ({ key, title }: ComingPolicyView): Task =>
  task({ key: `policy:${key}`, to: `/finance/policies/${key}`, text: texts.waiting.firstDecision(title) });

/** Automatic changes, the next first. `nowMs`: the server's now. */
export function nextDatesOf(work: FinanceWork, nowMs: number): NextDate[] {
  const dates: NextDate[] = [
    ...work.disputes
      .filter(({ answerable }) => answerable)
      .map(({ id: key, tenant_name, evidence_due_at }) => ({
        key,
        to: `/finance/disputes/${key}`,
        text: texts.waiting.lastDayToRespond(tenant_name),
        at: evidence_due_at ?? '',
      })),
    ...work.coming_policies.map(({ key, title, effective_at: at }) => ({
      key: `${key} ${at}`,
      to: `/finance/policies/${key}`,
      text: texts.waiting.changes(title),
      at: at ?? '',
    })),
    ...work.coming_prices.map(({ id: key, effective_at: at }) => ({
      key,
      to: '/finance/prices',
      text: texts.waiting.links.prices,
      at,
    })),
  ];
  return dates.filter(({ at }) => Date.parse(at) > nowMs).sort((a, b) => a.at.localeCompare(b.at));
}
