import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import type { CriterionView } from '../../api/schema.js';
import { SendError, StatusLine, StatusBadge, ActionButton } from '../feedback/feedback.js';
import { Toggle } from '../layout/toggle.js';
import { When } from '../values/values.js';
import { visible } from '../../lib/visible.js';
import { useKeys } from '../../lib/page-keys.js';
import { controlled, submitting } from '../../lib/use-form.js';
import { texts } from '../texts/review.js';
import { common, rich } from '../../text/common.js';

type Verdict = NonNullable<CriterionView['judgement']>['verdict'];

interface Judgement<V extends Verdict = Verdict> {
  criterion: string;
  verdict: V;
  note?: string;
}

type EarlierVerdict = Omit<NonNullable<CriterionView['judgement']>, 'digest'>;

/** Common part of the criteria of applications and listings. */
interface Criterion extends Pick<CriterionView, 'id' | 'title' | 'sentence' | 'judged'> {
  /** Of its current form, or of an earlier round where it is not `judged`. */
  judgement: EarlierVerdict | null;
}

const NOTE_MIN = 10;
const words: Readonly<Record<Verdict, readonly [text: string, key: string]>> = {
  pass: [texts.criteria.passed, 'p'],
  needs_change: [texts.criteria.needsChanges, 'c'],
  fail: [common.failed, 'f'],
  not_applicable: [texts.criteria.notApplicable, 'n'],
};
const asked: Readonly<Record<Verdict, string>> = texts.criteria.asked;
export const isAgainst = (verdict: Verdict): boolean => verdict === 'fail' || verdict === 'needs_change';

/** Sends verdicts one call after the other, as they were given: what is judged by itself goes in a call of its own. */
export function useJudging<V extends Verdict>(
  isPending: boolean,
  mutate: (judgements: Judgement<V>[]) => void,
): { send: (judgements: readonly Judgement<V>[]) => void; busy: boolean } {
  const [waiting, setWaiting] = useState<readonly (readonly Judgement<V>[])[]>([]);
  const latest = useRef(mutate);
  latest.current = mutate;
  useEffect(() => {
    const [next, ...later] = waiting;
    if (isPending || next === undefined) return;
    setWaiting(later);
    latest.current([...next]);
  }, [isPending, waiting]);
  const send = (judgements: readonly Judgement<V>[]): void => setWaiting((old) => [...old, judgements]);
  return { send, busy: isPending || waiting.length > 0 };
}

interface Parts<C extends Criterion, V extends Verdict> {
  /** Verdicts that can be given, in the order of their buttons. */
  verdicts: readonly V[];
  /** The reader may judge. */
  may: boolean;
  busy: boolean;
  onJudge: (judgement: Judgement<V>) => void;
  /** Of the verdicts, those that this criterion takes. */
  takes?: (criterion: C, verdict: V) => boolean;
  /** A verdict is given with a note. */
  needsNote: (criterion: C, verdict: V) => boolean;
  /** Who reads the note of a verdict: `Sent to the author.` */
  noteReader: (verdict: V) => string;
  /** An earlier verdict about another revision, shown where there is none about this one. */
  earlier?: (criterion: C) => EarlierVerdict | null;
  /** Next to the title. */
  badges?: (criterion: C) => ReactNode;
  /** Below the sentence. */
  about?: (criterion: C) => ReactNode;
  /** Opened by a button and by the key `e`. */
  evidence?: (criterion: C) => ReactNode;
}

/** The focus goes to the first criterion that is to be judged. */
export const firstOpen = (): void => document.querySelector<HTMLElement>('ol.checks > li[data-state="open"]')?.focus();

interface CriteriaProps<C extends Criterion, V extends Verdict> extends Parts<C, V> {
  criteria: readonly C[];
  error: ApiError | null;
}

/** Criteria one after the other, each with what is known about it, its verdict and who gave it; works by keyboard alone. */
export function Criteria<C extends Criterion, V extends Verdict>({ criteria, error, ...parts }: CriteriaProps<C, V>) {
  const list = useRef<HTMLOListElement>(null);
  useKeys({ j: firstOpen, k: firstOpen });
  return (
    <>
      <StatusLine>
        {texts.criteria.ofReviewed(criteria.filter(({ judged }) => judged).length, criteria.length)}
      </StatusLine>
      {parts.may || parts.evidence ? <Keys verdicts={parts.verdicts} evidence={parts.evidence !== undefined} /> : null}
      <SendError error={error} />
      <ol
        className="checks"
        aria-label={texts.criteria.criteriaLabel}
        ref={list}
        onKeyDown={(event) => move(event, list.current)}
      >
        {criteria.map((criterion, i) => (
          <Row key={criterion.id} criterion={criterion} parts={parts} first={i === 0} />
        ))}
      </ol>
    </>
  );
}

function Keys({ verdicts, evidence }: { verdicts: readonly Verdict[]; evidence: boolean }) {
  return (
    <p className="small dim">
      {rich(texts.criteria.explanation, {
        jKey: <kbd>j</kbd>,
        kKey: <kbd>k</kbd>,
        evidenceKey: evidence ? <>{rich(texts.criteria.showsTheEvidence, { eKey: <kbd>e</kbd> })}</> : null,
        verdicts: verdicts.map((verdict) => (
          <span key={verdict}>
            , <kbd>{words[verdict][1]}</kbd> {words[verdict][0].toLowerCase()}
          </span>
        )),
      })}
    </p>
  );
}

/** j and k walk from criterion to criterion. */
function move(event: KeyboardEvent, list: HTMLOListElement | null): void {
  if (!list || isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return;
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > li')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1)]?.focus();
  event.preventDefault();
}

const isTyping = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLTextAreaElement;

interface RowProps<C extends Criterion, V extends Verdict> {
  criterion: C;
  parts: Parts<C, V>;
  first: boolean;
}

function Row<C extends Criterion, V extends Verdict>({ criterion, parts, first }: RowProps<C, V>) {
  const [shown, setShown] = useState(false);
  const [draft, setDraft] = useState<V | null>(null);
  const { judgement, judged, title } = criterion;
  const offered = parts.verdicts.filter((verdict) => parts.takes?.(criterion, verdict) ?? true);
  const judge = (verdict: V, note?: string): void => {
    setDraft(null);
    parts.onJudge({ criterion: criterion.id, verdict, ...(note !== undefined && { note }) });
  };
  const choose = (verdict: V): void => {
    if (!parts.may) return;
    if (parts.needsNote(criterion, verdict)) setDraft(verdict);
    else judge(verdict);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isTyping(event) || (!parts.may && event.key !== 'e')) return;
    const verdict = offered.find((one) => words[one][1] === event.key);
    if (event.key === 'e' && parts.evidence) setShown(!shown);
    else if (verdict !== undefined) choose(verdict);
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
        <h3>{title}</h3>
        <StatusBadge kind="verdict" code={judged && judgement ? judgement.verdict : 'open'} />
        {parts.badges?.(criterion)}
        {parts.evidence ? (
          <Toggle open={shown} onChange={setShown} label={texts.criteria.evidenceLabel(shown, title)}>
            {texts.criteria.evidence(shown)}
          </Toggle>
        ) : null}
      </div>
      <p className="small">{criterion.sentence}</p>
      {parts.about?.(criterion)}
      <EarlierVerdictLine criterion={criterion} earlier={parts.earlier?.(criterion) ?? null} />
      {parts.may ? (
        <div className="row" role="group" aria-label={texts.criteria.verdictOnLabel(title)}>
          {offered.map((verdict) => (
            <Button
              key={verdict}
              size="compact-sm"
              variant={judged && judgement?.verdict === verdict ? 'filled' : 'default'}
              aria-pressed={judged && judgement?.verdict === verdict}
              onClick={() => choose(verdict)}
            >
              {words[verdict][0]}
            </Button>
          ))}
        </div>
      ) : null}
      {draft && parts.may ? (
        <Note
          label={`${asked[draft]}: ${title}`}
          reader={parts.noteReader(draft)}
          busy={parts.busy}
          before={judgement && isLike(judgement.verdict, draft) ? judgement.note : ''}
          onCancel={() => setDraft(null)}
          onSave={(note) => judge(draft, note)}
        />
      ) : null}
      {shown ? parts.evidence?.(criterion) : null}
    </li>
  );
}

/** A note against something fits the other verdict against it too. */
const isLike = (before: Verdict, now: Verdict): boolean => before === now || (isAgainst(before) && isAgainst(now));

/** The verdict about this revision, in this round or before, or about an earlier one. */
function EarlierVerdictLine({ criterion, earlier }: { criterion: Criterion; earlier: EarlierVerdict | null }) {
  const { judgement, judged } = criterion;
  const shown = judgement ?? earlier;
  if (!shown) return null;
  const verdict = texts.criteria.verdictBy(words[shown.verdict][0], visible(shown.by));
  const what = judged
    ? verdict
    : judgement
      ? texts.criteria.roundReviewAgain(shown.round, verdict)
      : texts.criteria.earlierVersion(verdict);
  return (
    <p className="small dim">
      {what} <When at={shown.at} />
      {shown.note ? `: ${visible(shown.note)}` : ''}
    </p>
  );
}

interface NoteProps {
  label: string;
  reader: string;
  before: string;
  busy: boolean;
  onCancel: () => void;
  onSave: (note: string) => void;
}

function Note({ label, reader, before, busy, onCancel, onSave }: NoteProps) {
  const [note, setNote] = useState(before);
  const short = [...note.trim()].length < NOTE_MIN;
  return (
    <form
      className="stack stack-8"
      onSubmit={submitting(() => {
        if (!short) onSave(note.trim());
      })}
    >
      <Textarea
        label={label}
        description={texts.criteria.noteHelp(reader, NOTE_MIN)}
        rows={3}
        maxLength={2_000}
        {...controlled(note, setNote)}
        autoFocus
      />
      <div className="row">
        <ActionButton
          whyNot={short ? texts.criteria.whyNot.writeLeastCharacters(NOTE_MIN) : null}
          type="submit"
          size="compact-sm"
          loading={busy}
        >
          {texts.criteria.saveVerdict}
        </ActionButton>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
