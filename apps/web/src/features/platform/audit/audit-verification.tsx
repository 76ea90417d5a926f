import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../../../api/client.js';
import { ApiError } from '../../../api/errors.js';
import type { DataOf } from '../../../api/types.js';
import { CopyButton } from '../../../components/values/values.js';
import { Alert, SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { formatCount } from '../../../lib/format.js';
import { controlled, submitting } from '../../../lib/use-form.js';
import { texts } from '../texts.js';
import { rich } from '../../../text/rich.js';

const PATH = '/api/v1/admin/audit/verify';
type Piece = DataOf<typeof PATH, 'post'>;
type Problem = Piece['problems'][number];

interface Progress {
  readonly checked: number;
  readonly problems: readonly Problem[];
  readonly last: Piece | null;
  readonly running: boolean;
  readonly error: ApiError | null;
}
const NOTHING: Progress = { checked: 0, problems: [], last: null, running: false, error: null };
const KNOWN_HEAD = /^[1-9]\d{0,14}:[0-9a-f]{64}$/;

const WORDS: Readonly<Record<Problem['kind'], string>> = texts.auditVerification.words;

function describe({ kind, seq, position }: Problem): string {
  return kind === 'head'
    ? texts.auditVerification.position(WORDS.head, position)
    : texts.auditVerification.entry(seq ?? position, WORDS[kind]);
}

/** Recomputes the chain over the audit trail, piece by piece, and reports differences. Can be stopped. */
export function AuditVerification() {
  const [knownHead, setKnownHead] = useState('');
  const [progress, setProgress] = useState<Progress>(NOTHING);
  const stop = useRef(false);
  const wrongForm = knownHead !== '' && !KNOWN_HEAD.test(knownHead.trim());

  const run = async (): Promise<void> => {
    stop.current = false;
    let state: Progress = { ...NOTHING, running: true };
    setProgress(state);
    try {
      for (let after: number | null = 0; after !== null && !stop.current; after = state.last!.next) {
        const known_head = after === 0 && knownHead.trim() !== '' ? knownHead.trim() : undefined;
        const last: Piece = await call<Piece>('POST', PATH, { body: { after, known_head } });
        const problems = [...state.problems, ...last.problems].slice(0, 100);
        state = { ...state, checked: state.checked + last.checked, problems, last };
        setProgress(state);
      }
      setProgress({ ...state, running: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProgress({ ...state, running: false, error });
    }
  };

  return (
    <section className="stack stack-8" aria-label={texts.auditVerification.verificationLabel}>
      <form className="filters" onSubmit={submitting(() => void run())}>
        <TextInput
          label={texts.auditVerification.knownEndOptionalLabel}
          description={texts.auditVerification.knownEndOptionalHelp}
          {...controlled(knownHead, setKnownHead)}
          error={wrongForm ? texts.auditVerification.knownEndOptionalError : undefined}
        />
        <ActionButton
          whyNot={wrongForm ? texts.auditVerification.whyNot.knownEndInvalid : null}
          type="submit"
          loading={progress.running}
        >
          {texts.auditVerification.verifyTheTrail}
        </ActionButton>
        {progress.running ? (
          <Button variant="default" onClick={() => (stop.current = true)}>
            {texts.auditVerification.stop}
          </Button>
        ) : null}
      </form>
      <div role="status">
        <Outcome progress={progress} />
      </div>
      {progress.error ? <SendError error={progress.error} /> : null}
    </section>
  );
}

function Outcome({ progress }: { progress: Progress }) {
  const { last, checked, problems, running } = progress;
  if (last === null) return null;
  const total = last.head?.position ?? 0;
  if (running || last.next !== null) {
    return <p>{texts.auditVerification.ofEntriesChecked(formatCount(checked), formatCount(total), running)}</p>;
  }
  const end = last.head === null ? '' : `${last.head.position}:${last.head.hash}`;
  return (
    <div className="stack stack-8">
      {problems.length === 0 ? (
        <Alert tone="ok">{texts.auditVerification.outcomeNotice(formatCount(checked))}</Alert>
      ) : (
        <Alert tone="bad" urgent>
          <p>{texts.auditVerification.outcomeExplanation}</p>
          <ul>
            {problems.map((problem, i) => (
              <li key={i}>{describe(problem)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {end === '' ? null : (
        <p className="small copyable">
          {rich(texts.auditVerification.endOfTheChain, {
            end: <code className="wrap">{end}</code>,
            copy: <CopyButton text={end} label={texts.auditVerification.copyLabel} />,
          })}
        </p>
      )}
    </div>
  );
}
