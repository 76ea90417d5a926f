import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  useGet,
  useList,
  useSend,
  type DecideExceptionsBody,
  type PayoutRunView,
  type UnusualPayoutView,
} from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import { useFilter } from '../../../components/tables/filter.js';
import { ListTable, type Column } from '../../../components/tables/data-table.js';
import { AmountOf, Money, When } from '../../../components/values/values.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { formatCount, formatMoney } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { controlled, ticked } from '../../../lib/use-form.js';
import { findStatus } from '../../../text/vocabulary.js';
import { AuthorLink } from '../../../components/finance/author-link.js';
import { texts } from '../texts/runs.js';
import { common, rich } from '../../../text/common.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';
type Kind = NonNullable<DecideExceptionsBody['kind']>;

const RUN = '/api/v1/finance/payout-runs/{id}/exceptions';
const GROUPS = '/api/v1/finance/payout-runs/{id}/exceptions/groups';
const UNUSUAL: readonly Kind[] = ['above_median', 'account_changed', 'first_payout', 'new'];
const countOf = ({ kind, open, count }: { kind: string; open: number; count: number }): string =>
  `${wordOf(kind)} (${open > 0 ? texts.runExceptions.undecidedOf(formatCount(open)) : ''}${formatCount(count)})`;
const wordOf = (kind: string): string => findStatus('run_exception', kind)?.badge ?? kind;

/** Subject of the decision: one payout, or every undecided one of a kind. */
type Question = { one: UnusualPayoutView } | { kind: Kind; count: number };

/** Why this person may not decide, null when nothing speaks against it. The server decides again. */
function whyNot(run: PayoutRunView, userId: string | undefined): string | null {
  if (run.state !== 'computed') return texts.runExceptions.alreadyApproved;
  if (run.prepared_by !== userId) return texts.runExceptions.onlyPreparerDecides(run.prepared_by_name);
  return null;
}

/** Anomalies and unpaid amounts of this run, and its preparer's decisions about it before the approval. */
export function RunExceptionsCard({ run }: { run: PayoutRunView }) {
  const me = useMe();
  const [open, setOpen] = useUrlState('undecided');
  const clear = useClearUrlState('exception', 'undecided');
  const [question, setQuestion] = useState<Question | null>(null);
  const groups = useGet(GROUPS, { path: { id: run.id } }, { refreshMs: 30_000 });
  const kinds = Object.fromEntries((groups.data?.groups ?? []).map((one) => [one.kind, countOf(one)]));
  const [kind, kindFilter] = useFilter('exception', { label: common.what, choices: kinds, any: common.all });
  const chosen = groups.data?.groups.find((one) => one.kind === kind);
  const query = { kind: chosen?.kind, ...(open === 'true' ? { open: true } : {}) };
  const list = useList(RUN, { path: { id: run.id }, query }, { refreshMs: 30_000 });
  const reason = whyNot(run, me?.user.id);
  const decidable = run.state === 'computed' || run.state === 'approved';
  const unusual = UNUSUAL.find((one) => one === chosen?.kind);
  const act: Column<UnusualPayoutView, 'act'> = {
    id: 'act',
    cell: (row) => (
      <Button
        variant="default"
        aria-label={texts.runExceptions.decideLabel(row.author, row.currency.toUpperCase())}
        onClick={() => setQuestion({ one: row })}
      >
        {texts.runExceptions.decide}
      </Button>
    ),
  };
  return (
    <div id="exceptions">
      <Card title={texts.runExceptions.cardTitle}>
        <Resource of={groups} what={common.theExceptions}>
          {(view) => (
            <>
              <p>
                {view.count === 0
                  ? texts.runExceptions.nothingUnusual
                  : rich(texts.runExceptions.summary, {
                      open: formatCount(view.open),
                      count: formatCount(view.count),
                      included: formatCount(view.included),
                      carried: formatCount(view.carried),
                      held: formatCount(view.held),
                    })}
              </p>
              {view.count > 0 && decidable && reason !== null ? <p className="dim">{reason}</p> : null}
              {view.count === 0 ? null : (
                <div className="filters">
                  {kindFilter}
                  <Checkbox
                    label={texts.runExceptions.undecidedOnly}
                    {...ticked(open === 'true', (on) => setOpen(on ? 'true' : ''))}
                  />
                  {reason === null && unusual && chosen && chosen.open > 0 ? (
                    <Button variant="default" onClick={() => setQuestion({ kind: unusual, count: chosen.open })}>
                      {texts.runExceptions.decideOn(formatCount(chosen.open))}
                    </Button>
                  ) : null}
                </div>
              )}
            </>
          )}
        </Resource>
        <ListTable
          label={texts.runExceptions.cardTableLabel}
          list={list}
          rowKey={(row) => `${row.org_id} ${row.currency}`}
          onClearFilters={kind === undefined && open === '' ? undefined : clear}
          empty={texts.runExceptions.cardEmpty}
          titles={texts.runExceptions.cardColumns}
          columns={[
            { id: 'author', cell: (row) => <AuthorLink id={row.org_id} name={row.author} /> },
            {
              id: 'what',
              cell: (row) => row.kinds.map((one) => <StatusBadge key={one} kind="run_exception" code={one} />),
            },
            { id: 'owed', right: true, cell: (row) => amount(row, row.balance_minor) },
            { id: 'toPay', right: true, cell: (row) => amount(row, row.amount_minor) },
            { id: 'before', right: true, cell: (row) => amount(row, row.before_minor) },
            { id: 'median', right: true, cell: (row) => <AmountOf minor={row.median_minor} currency={row.currency} /> },
            { id: 'decision', cell: (row) => <Decision row={row} decidable={decidable} /> },
            ...(reason === null ? [act] : []),
          ]}
        />
        {question ? <DecideDialog run={run} question={question} onClose={() => setQuestion(null)} /> : null}
      </Card>
    </div>
  );
}

const amount = ({ currency }: UnusualPayoutView, minor: string) => <Money minor={minor} currency={currency} />;

function Decision({ row: { decision, open, suggested }, decidable }: { row: UnusualPayoutView; decidable: boolean }) {
  if (!decision)
    return open ? (
      <span className="dim">
        {decidable
          ? texts.runExceptions.undecidedSuggested(
              findStatus('run_decision', suggested)?.badge.toLowerCase() ?? suggested,
            )
          : texts.runExceptions.notDecided}
      </span>
    ) : (
      <span className="dim">{texts.runExceptions.automatic}</span>
    );
  return (
    <>
      <StatusBadge kind="run_decision" code={decision.decision} /> {decision.reason}{' '}
      <span className="small dim">
        {rich(texts.runExceptions.decidedBy(decision.stands), {
          decidedByName: decision.decided_by_name,
          time: <When at={decision.decided_at} />,
        })}
      </span>
    </>
  );
}

const EFFECTS: Record<DecideExceptionsBody['decision'], string> = texts.runExceptions.effects;

function DecideDialog({ run, question, onClose }: { run: PayoutRunView; question: Question; onClose: () => void }) {
  const one = 'one' in question ? question.one : null;
  const takesBack = one?.decision?.decision === 'carry' || one?.decision?.decision === 'hold';
  const payable = one === null || one.amount_minor !== '0' || takesBack;
  const [decision, setDecision] = useState<DecideExceptionsBody['decision']>(
    payable ? (one?.suggested ?? 'include') : one.suggested === 'hold' ? 'hold' : 'carry',
  );
  const [reason, setReason] = useState('');
  const decide = useSend('/api/v1/finance/payout-runs/{id}/exceptions/decide', {
    path: { id: run.id },
    toast: ({ decided, recomputed }) => texts.runExceptions.decideDialogToast(formatCount(decided), recomputed),
    onDone: onClose,
  });
  const title =
    'one' in question
      ? texts.runExceptions.decideOnAuthor(question.one.author)
      : texts.runExceptions.decideOnKind(formatCount(question.count), wordOf(question.kind));
  return (
    <SendDialog
      title={title}
      send={decide}
      confirm={findStatus('run_decision', decision)?.badge ?? decision}
      whyNot={saysTooLittle(reason) ? common.reasonTooShort : null}
      onClose={onClose}
      onConfirm={() =>
        decide.mutate({
          input_hash: run.input_hash ?? '',
          decision,
          reason: reason.trim(),
          ...('one' in question
            ? { items: [{ org_id: question.one.org_id, currency: question.one.currency }] }
            : { kind: question.kind }),
        })
      }
    >
      {one ? (
        <p>
          {texts.runExceptions.owedToPay(
            formatMoney(one.balance_minor, one.currency),
            formatMoney(one.amount_minor, one.currency),
          )}
        </p>
      ) : null}
      <NativeSelect
        label={common.decision}
        description={EFFECTS[decision]}
        {...controlled(decision, setDecision)}
        data={(payable ? (['include', 'carry', 'hold'] as const) : (['carry', 'hold'] as const)).map((value) => ({
          value,
          label: findStatus('run_decision', value)?.badge ?? value,
        }))}
      />
      {decision === 'include' && !takesBack ? null : <p>{texts.runExceptions.decideDialogExplanation}</p>}
      <Textarea label={common.reason} rows={3} maxLength={500} {...controlled(reason, setReason)} />
    </SendDialog>
  );
}

/** Facts for the approver: the decisions with their authors, and the undecided items. */
export function DecisionsSoFar({ run, onLeave }: { run: PayoutRunView; onLeave: () => void }) {
  const groups = useGet(GROUPS, { path: { id: run.id } });
  const undecided = useList(RUN, { path: { id: run.id }, query: { open: true } });
  const names = (undecided.data?.pages ?? []).flatMap(({ items }) => items.map(({ author }) => author));
  if (!groups.data) return null;
  const { open, included, carried, held } = groups.data;
  return (
    <>
      {included + carried + held === 0 ? null : (
        <p>{texts.runExceptions.alreadyDecided(formatCount(included), formatCount(carried), formatCount(held))}</p>
      )}
      {open > 0 ? (
        <p>
          {rich(texts.runExceptions.undecided(open), {
            link: (text) => (
              <Link to="." search={{ undecided: 'true' }} hash="exceptions" onClick={onLeave}>
                {text}
              </Link>
            ),
            open: formatCount(open),
            names: names.join(', '),
          })}
        </p>
      ) : null}
    </>
  );
}
