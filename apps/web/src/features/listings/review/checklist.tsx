import { Button } from '@mantine/core';
import { useSend, type CriterionView, type ReviewWorkspaceView } from '../../../api/hooks.js';
import { CheckList } from '../../../components/drives/check-list.js';
import { Card } from '../../../components/layout/page.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { visible } from '../../../lib/visible.js';
import { Criteria, isAgainst, useJudging } from '../../../components/review/criteria.js';
import { texts } from '../texts/review.js';
import { common } from '../../../text/common.js';

const VERDICTS = ['pass', 'needs_change', 'fail', 'not_applicable'] as const;
const has = ({ checks }: CriterionView, state: string): boolean => checks.some((check) => check.state === state);

/** Every criterion of a listing with its evidence and its verdict. */
export function Checklist({ of: view }: { of: ReviewWorkspaceView }) {
  const { mutate, isPending, error } = useSend('/api/v1/review/submissions/{id}/judgements', {
    path: { id: view.submission_id },
  });
  const { send, busy } = useJudging(isPending, (judgements) => mutate({ digest: view.digest ?? '', judgements }));
  const may = view.state === 'in_review' && view.hold?.yours === true;
  const plain = view.criteria.filter((criterion) => !criterion.judged && criterion.together);
  return (
    <Card
      title={common.checklist}
      actions={
        may && plain.length > 0 ? (
          <Button
            variant="default"
            loading={busy}
            onClick={() =>
              send(plain.map(({ id, applies }) => ({ criterion: id, verdict: applies ? 'pass' : 'not_applicable' })))
            }
          >
            {texts.checklist.passTogether(plain.length)}
          </Button>
        ) : null
      }
    >
      <Criteria
        criteria={view.criteria}
        verdicts={VERDICTS}
        may={may}
        busy={busy}
        error={error}
        onJudge={(judgement) => send([judgement])}
        takes={({ applies }, verdict) => verdict !== 'not_applicable' || !applies}
        needsNote={(criterion, verdict) => isAgainst(verdict) || (verdict === 'pass' && criterion.needs_reason)}
        noteReader={(verdict) => (isAgainst(verdict) ? common.sentToTheAuthor : common.visibleToReviewers)}
        earlier={({ suggestion }) => suggestion}
        badges={(criterion) => (
          <>
            {criterion.excepted ? <ToneBadge tone="special">{texts.checklist.exception}</ToneBadge> : null}
            {has(criterion, 'fail') ? (
              <ToneBadge tone="bad">{texts.checklist.failedChecks}</ToneBadge>
            ) : criterion.needs_reason ? (
              <ToneBadge tone="warn">{texts.checklist.notRunChecks}</ToneBadge>
            ) : null}
            {has(criterion, 'warn') || criterion.lacking.length > 0 ? (
              <ToneBadge tone="warn">{common.findings}</ToneBadge>
            ) : null}
          </>
        )}
        about={(criterion) => <Lacking criterion={criterion} />}
        evidence={(criterion) => <Evidence criterion={criterion} />}
      />
    </Card>
  );
}

function Lacking({ criterion }: { criterion: CriterionView }) {
  return (
    <>
      {!criterion.applies && criterion.not_applicable_when ? (
        <p className="small dim">{texts.checklist.notApplicable(criterion.not_applicable_when)}</p>
      ) : null}
      {criterion.lacking.length > 0 ? (
        <ul className="prose small" aria-label={texts.checklist.missingForLabel(criterion.title)}>
          {criterion.lacking.map((sentence) => (
            <li key={sentence}>{visible(sentence)}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const tabs: Record<string, string> = texts.checklist.tabs;

function Evidence({ criterion }: { criterion: CriterionView }) {
  const more = [...new Set(criterion.evidence.map((part) => tabs[part]).filter(Boolean))];
  return (
    <div className="stack stack-8">
      {more.length > 0 ? <p className="small dim">{texts.checklist.moreUnder(more.join(common.and))}</p> : null}
      {criterion.checks.length > 0 ? (
        <CheckList checks={criterion.checks} />
      ) : (
        <p className="small">{texts.checklist.explanation}</p>
      )}
    </div>
  );
}
