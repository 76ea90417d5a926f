import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ApplicationCase } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { visible } from '../../../lib/visible.js';
import { Criteria, useJudging } from '../../../components/review/criteria.js';
import { texts } from '../texts/applications.js';

const VERDICTS = ['pass', 'needs_change', 'fail'] as const;

/** The checklist of an application: each criterion with the portal's data, a verdict and the evidence used. */
export function ApplicationChecklist({ of: view }: { of: ApplicationCase }): ReactNode {
  const { mutate, isPending, error } = useSend('/api/v1/review/applications/{id}/judgements', {
    path: { id: view.id },
  });
  const { send, busy } = useJudging<(typeof VERDICTS)[number]>(isPending, (judgements) =>
    mutate({ revision: view.revision, judgements }),
  );
  return (
    <Card title={texts.applicationChecklist.title}>
      <Criteria
        criteria={view.criteria}
        verdicts={VERDICTS}
        may={view.state === 'in_review'}
        busy={busy}
        error={error}
        onJudge={(judgement) => send([judgement])}
        needsNote={(criterion, verdict) => verdict !== 'pass' || criterion.note_always}
        noteReader={texts.applicationChecklist.noteReader}
        about={({ title, evidence }) => (
          <ul className="prose small" aria-label={texts.applicationChecklist.knownLabel(title)}>
            {evidence.map((sentence) => (
              <li key={sentence}>{visible(sentence)}</li>
            ))}
          </ul>
        )}
      />
    </Card>
  );
}
