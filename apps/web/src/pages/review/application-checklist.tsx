import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSend } from '../../api/hooks.js';
import type { ApplicationCase } from '../../api/views.js';
import { Card } from '../../components/page.js';
import { SendError, StatusLine } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { WhyNot } from '../../components/why-not.js';
import { visible } from '../../lib/visible.js';
import { isTyping, move } from './checklist.js';

type Criterion = ApplicationCase['criteria'][number];
type Verdict = NonNullable<Criterion['judgement']>['verdict'];

const NOTE_MIN = 10;
const verdicts: readonly (readonly [Verdict, string, string])[] = [
  ['pass', 'In order', 'p'],
  ['needs_change', 'Needs change', 'c'],
  ['fail', 'Fails', 'f'],
];

/** What is judged about an application: each criterion with what the portal knows, a verdict and what was looked at. */
export function ApplicationChecklist({ of: view }: { of: ApplicationCase }): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const { mutate, isPending, error } = useSend('/api/v1/review/applications/{id}/judgements', {
    path: { id: view.id },
  });
  const may = view.state === 'in_review';
  const judged = view.criteria.filter((one) => one.judged).length;
  const send = (criterion: string, verdict: Verdict, note: string): void =>
    mutate({ revision: view.revision, judgements: [{ criterion, verdict, note }] });
  return (
    <Card title="Checklist">
      <StatusLine>
        {judged} of {view.criteria.length} judged
      </StatusLine>
      {may ? (
        <p className="small dim">
          Keys inside the list: <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>p</kbd> in order, <kbd>c</kbd> needs
          change, <kbd>f</kbd> fails.
        </p>
      ) : null}
      <SendError error={error} />
      <ol className="checks" aria-label="Criteria" ref={list} onKeyDown={(event) => move(event, list.current)}>
        {view.criteria.map((criterion, i) => (
          <Row key={criterion.id} criterion={criterion} may={may} busy={isPending} first={i === 0} onJudge={send} />
        ))}
      </ol>
    </Card>
  );
}

interface RowProps {
  criterion: Criterion;
  may: boolean;
  busy: boolean;
  first: boolean;
  onJudge: (criterion: string, verdict: Verdict, note: string) => void;
}

function Row({ criterion, may, busy, first, onJudge }: RowProps): ReactNode {
  const [draft, setDraft] = useState<Verdict | null>(null);
  const { judgement, judged } = criterion;
  const choose = (verdict: Verdict): void => {
    if (!may || busy) return;
    if (verdict !== 'pass' || criterion.note_always) return setDraft(verdict);
    setDraft(null);
    onJudge(criterion.id, verdict, '');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isTyping(event)) return;
    const verdict = verdicts.find(([, , key]) => key === event.key)?.[0];
    if (!verdict) return;
    choose(verdict);
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
      </div>
      <p className="small">{criterion.sentence}</p>
      <ul className="prose small" aria-label={`What is known about ${criterion.title}`}>
        {criterion.evidence.map((sentence) => (
          <li key={sentence}>{visible(sentence)}</li>
        ))}
      </ul>
      {judgement ? <Told judgement={judgement} judged={judged} /> : null}
      {may ? (
        <div className="row" role="group" aria-label={`Verdict on ${criterion.title}`}>
          {verdicts.map(([verdict, text]) => (
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
      {draft && may ? (
        <Note
          key={draft}
          title={criterion.title}
          verdict={draft}
          before={judgement?.verdict === draft ? judgement.note : ''}
          onCancel={() => setDraft(null)}
          onSave={(note) => {
            setDraft(null);
            onJudge(criterion.id, draft, note);
          }}
        />
      ) : null}
    </li>
  );
}

function Told({ judgement, judged }: { judgement: NonNullable<Criterion['judgement']>; judged: boolean }): ReactNode {
  const words = verdicts.find(([verdict]) => verdict === judgement.verdict)?.[1] ?? judgement.verdict;
  return (
    <p className="small dim">
      {judged
        ? `${words}, by ${visible(judgement.by)}`
        : `Round ${judgement.round}: ${words}, by ${visible(judgement.by)}; to be judged anew`}{' '}
      <When at={judgement.at} />
      {judgement.note ? `: ${visible(judgement.note)}` : ''}
    </p>
  );
}

interface NoteProps {
  title: string;
  verdict: Verdict;
  before: string;
  onCancel: () => void;
  onSave: (note: string) => void;
}

const asked: Record<Verdict, string> = {
  pass: 'What you looked at',
  needs_change: 'What must change',
  fail: 'Why it fails',
};

function Note({ title, verdict, before, onCancel, onSave }: NoteProps): ReactNode {
  const [note, setNote] = useState(before);
  const short = [...note.trim()].length < NOTE_MIN;
  return (
    <form
      className="stack stack-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (!short) onSave(note.trim());
      }}
    >
      <Textarea
        label={`${asked[verdict]}: ${title}`}
        description={`Reviewers read this. At least ${NOTE_MIN} characters.`}
        rows={2}
        maxLength={2_000}
        value={note}
        autoFocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="row">
        <WhyNot reason={short ? `Write at least ${NOTE_MIN} characters.` : null}>
          {(described) => (
            <Button type="submit" size="compact-sm" {...described}>
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
