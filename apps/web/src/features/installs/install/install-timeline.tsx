import { useList, type InstallStepView } from '../../../api/hooks.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { Card } from '../../../components/layout/page.js';
import { Timeline } from '../../../components/layout/timeline.js';
import { Rows } from '../../../components/tables/rows.js';
import { visible } from '../../../lib/visible.js';
import { texts as areaTexts } from '../texts/install-detail.js';
const texts = areaTexts.installTimeline;

function titleOf({ step, version, token }: InstallStepView): string {
  if (step === 'install.token_checked') return texts.tokens[token ?? 'unanswered'];
  const text = texts.steps[step];
  return typeof text === 'string' ? text : text(version ?? '');
}

/** The history of an install with who acted, newest first. */
export function InstallTimeline({ id }: { id: string }) {
  const list = useList('/api/v1/operator/installs/{id}/timeline', { path: { id } }, { refreshMs: 15_000 });
  return (
    <Card title={texts.title}>
      <Rows of={list} what={texts.name}>
        {(steps) => <Steps steps={steps} />}
      </Rows>
    </Card>
  );
}

function Steps({ steps }: { steps: readonly InstallStepView[] }) {
  if (steps.length === 0) return <EmptyState>{texts.empty}</EmptyState>;
  return (
    <Timeline
      items={steps.map((step) => ({
        id: step.id,
        at: step.at,
        title: titleOf(step),
        by: step.on_behalf_of === null ? visible(step.by) : texts.onBehalf(visible(step.by), step.on_behalf_of),
        text: step.reason === null ? undefined : visible(step.reason),
      }))}
    />
  );
}
