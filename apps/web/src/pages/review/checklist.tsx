import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSend } from '../../api/hooks.js';
import type { Criterion, Workspace } from '../../api/views.js';
import { CheckList } from '../../components/check-list.js';
import { Card } from '../../components/page.js';
import { SendError, StatusLine } from '../../components/states.js';
import { StatusBadge, ToneBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { WhyNot } from '../../components/why-not.js';
import { visible } from '../../lib/visible.js';

type Verdict = NonNullable<Criterion['judgement']>['verdict'];

const NOTE_MIN = 10;
const verdicts: readonly (readonly [Verdict, string, string])[] = [
  ['pass', 'In order', 'p'],
  ['needs_change', 'Needs change', 'c'],
  ['fail', 'Fails', 'f'],
  ['not_applicable', 'Not applicable', 'n'],
];
const against = (verdict: Verdict): boolean => verdict === 'fail' || verdict === 'needs_change';
const quiet = (criterion: Criterion): boolean =>
  criterion.lacking.length === 0 && criterion.checks.every((c) => c.state === 'pass' || c.state === 'skipped');

interface Judgement {
  criterion: string;
  verdict: Verdict;
  note?: string;
}

interface Judge {
  readonly send: (judgements: readonly Judgement[]) => void;
  readonly busy: boolean;
  readonly may: boolean;
}

/** Sends verdicts one call after the other: what is judged while an answer is awaited goes with the next call. */
function useJudging({ submission_id: id, digest }: Workspace) {
  const { mutate, isPending, error } = useSend('/api/v1/review/submissions/{id}/judgements', { path: { id } });
  const [waiting, setWaiting] = useState<readonly Judgement[]>([]);
  useEffect(() => {
    if (isPending || waiting.length === 0) return;
    setWaiting([]);
    mutate({ digest: digest ?? '', judgements: [...waiting] });
  }, [isPending, waiting, mutate, digest]);
  const send = (judgements: readonly Judgement[]): void =>
    setWaiting((old) => [
      ...old.filter((one) => judgements.every(({ criterion }) => criterion !== one.criterion)),
      ...judgements,
    ]);
  return { send, error, busy: isPending || waiting.length > 0 };
}

/** Every criterion with its evidence and its verdict. */
export function Checklist({ of: view }: { of: Workspace }): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const { error, ...judging } = useJudging(view);
  const judge: Judge = { ...judging, may: view.state === 'in_review' && view.hold?.yours === true };
  const open = view.criteria.filter((criterion) => !criterion.judged);
  const plain = open.filter(quiet);
  return (
    <Card
      title="Checklist"
      actions={
        judge.may && plain.length > 0 ? (
          <Button
            variant="default"
            loading={judge.busy}
            onClick={() =>
              judge.send(
                plain.map(({ id, applies }) => ({ criterion: id, verdict: applies ? 'pass' : 'not_applicable' })),
              )
            }
          >
            Judge {plain.length} without findings
          </Button>
        ) : null
      }
    >
      <StatusLine>
        {view.criteria.length - open.length} of {view.criteria.length} judged
      </StatusLine>
      <p className="small dim">
        Keys inside the list: <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>e</kbd> shows the evidence,{' '}
        <kbd>p</kbd> in order, <kbd>c</kbd> needs change, <kbd>f</kbd> fails, <kbd>n</kbd> not applicable.
      </p>
      <SendError error={error} />
      <ol className="checks" aria-label="Criteria" ref={list} onKeyDown={(event) => move(event, list.current)}>
        {view.criteria.map((criterion, i) => (
          <CriterionRow key={criterion.id} criterion={criterion} judge={judge} first={i === 0} />
        ))}
      </ol>
    </Card>
  );
}

/** j and k walk from criterion to criterion. */
export function move(event: KeyboardEvent, list: HTMLOListElement | null): void {
  if (!list || isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return;
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > li')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1)]?.focus();
  event.preventDefault();
}

export const isTyping = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLTextAreaElement;

function CriterionRow({ criterion, judge, first }: { criterion: Criterion; judge: Judge; first: boolean }): ReactNode {
  const [shown, setShown] = useState(false);
  const [draft, setDraft] = useState<Verdict | null>(null);
  const { judgement, judged } = criterion;
  const choose = (verdict: Verdict): void => {
    if (!judge.may || (verdict === 'not_applicable' && criterion.applies)) return;
    if (against(verdict)) return setDraft(verdict);
    setDraft(null);
    judge.send([{ criterion: criterion.id, verdict }]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isTyping(event)) return;
    const verdict = verdicts.find(([, , key]) => key === event.key)?.[0];
    if (event.key === 'e') setShown(!shown);
    else if (verdict) choose(verdict);
    else return;
    event.preventDefault();
  };
  return (
    <li
      className="stack stack-4"
      tabIndex={first ? 0 : -1}
      data-state={judged ? judgement?.verdict : 'open'}
      onKeyDown={onKeyDown}
    >
      <div className="row">
        <h3>{criterion.title}</h3>
        <StatusBadge kind="verdict" code={judged && judgement ? judgement.verdict : 'open'} />
        {criterion.excepted ? <ToneBadge tone="special">Exception</ToneBadge> : null}
        {quiet(criterion) ? null : <ToneBadge tone="warn">Findings</ToneBadge>}
        <button
          type="button"
          className="end badge"
          data-tone="neutral"
          aria-expanded={shown}
          aria-label={`${shown ? 'Hide' : 'Show'} evidence: ${criterion.title}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'} evidence
        </button>
      </div>
      <p className="small">{criterion.sentence}</p>
      {!criterion.applies && criterion.not_applicable_when ? (
        <p className="small dim">Not applicable: {criterion.not_applicable_when}</p>
      ) : null}
      {criterion.lacking.length > 0 ? (
        <ul className="prose small" aria-label={`Lacking for ${criterion.title}`}>
          {criterion.lacking.map((sentence) => (
            <li key={sentence}>{visible(sentence)}</li>
          ))}
        </ul>
      ) : null}
      <Told criterion={criterion} />
      {judge.may ? (
        <div className="row" role="group" aria-label={`Verdict on ${criterion.title}`}>
          {verdicts
            .filter(([verdict]) => verdict !== 'not_applicable' || !criterion.applies)
            .map(([verdict, text]) => (
              <Button
                key={verdict}
                size="compact-sm"
                variant={judged && judgement?.verdict === verdict ? 'filled' : 'default'}
                aria-pressed={judged && judgement?.verdict === verdict}
                onClick={() => choose(verdict)}
              >
                {text}
              </Button>
            ))}
        </div>
      ) : null}
      {draft && judge.may ? (
        <Note
          title={criterion.title}
          verdict={draft}
          busy={judge.busy}
          before={judgement && against(judgement.verdict) ? judgement.note : ''}
          onCancel={() => setDraft(null)}
          onSave={(note) => {
            setDraft(null);
            judge.send([{ criterion: criterion.id, verdict: draft, note }]);
          }}
        />
      ) : null}
      {shown ? <Evidence criterion={criterion} /> : null}
    </li>
  );
}

/** What was judged about this digest, or before about another one. */
function Told({ criterion: { judgement, judged, suggestion } }: { criterion: Criterion }): ReactNode {
  const told = judgement ?? suggestion;
  if (!told) return null;
  const words = verdicts.find(([verdict]) => verdict === told.verdict)?.[1] ?? told.verdict;
  const what = judged
    ? `${words}, by ${visible(told.by)}`
    : judgement
      ? `Round ${told.round}: ${words}, by ${visible(told.by)}; to be judged anew`
      : `Earlier version: ${words}, by ${visible(told.by)}`;
  return (
    <p className="small dim">
      {what} <When at={told.at} />
      {told.note ? `: ${visible(told.note)}` : ''}
    </p>
  );
}

function Note({
  title,
  verdict,
  before,
  busy,
  onCancel,
  onSave,
}: {
  title: string;
  verdict: Verdict;
  before: string;
  busy: boolean;
  onCancel: () => void;
  onSave: (note: string) => void;
}): ReactNode {
  const [note, setNote] = useState(before);
  const short = note.trim().length < NOTE_MIN;
  return (
    <form
      className="stack stack-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (!short) onSave(note.trim());
      }}
    >
      <Textarea
        label={`${verdict === 'fail' ? 'Why it fails' : 'What must change'}: ${title}`}
        description={`The author reads this. At least ${NOTE_MIN} characters.`}
        rows={3}
        maxLength={2_000}
        value={note}
        autoFocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="row">
        <WhyNot reason={short ? `Write at least ${NOTE_MIN} characters.` : null}>
          {(described) => (
            <Button type="submit" size="compact-sm" {...described} loading={busy}>
              Save verdict
            </Button>
          )}
        </WhyNot>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const tabs: Record<string, string> = {
  permissions: 'Scope',
  claims: 'Claims',
  posture: 'Security',
  do_not: 'Security',
  compliance: 'Terms',
  pricing: 'Terms',
  changes: 'Changes',
  conformance: 'Checks',
  neighbours: 'History',
  author: 'History',
};

function Evidence({ criterion }: { criterion: Criterion }): ReactNode {
  const more = [...new Set(criterion.evidence.map((part) => tabs[part]).filter(Boolean))];
  return (
    <div className="stack stack-8">
      {more.length > 0 ? <p className="small dim">More under {more.join(' and ')}.</p> : null}
      {criterion.checks.length > 0 ? (
        <CheckList checks={criterion.checks} />
      ) : (
        <p className="small">No check sees this.</p>
      )}
    </div>
  );
}
