import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useList, type SandboxView } from '../../api/hooks.js';
import { Card, Facts, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { EmptyState } from '../../components/feedback/feedback.js';
import { Rows } from '../../components/tables/rows.js';
import { Timeline } from '../../components/layout/timeline.js';
import { apart } from '../../lib/apart.js';
import { formatUtc } from '../../lib/format.js';
import { controlled } from '../../lib/use-form.js';
import { useMe } from '../../api/session.js';
import { DemoFilling } from '../../shell/sandbox/demo-filling.js';
import { sandboxQuery } from '../../shell/sandbox/sandbox.js';
import { texts } from './texts.js';
import { ConfirmButton } from '../../components/forms/post-button.js';

const HOUR_MS = 3_600_000;
const steps = [
  { value: String(HOUR_MS), label: texts.sandbox.oneHour },
  { value: String(24 * HOUR_MS), label: texts.sandbox.oneDay },
  { value: String(7 * 24 * HOUR_MS), label: texts.sandbox.sevenDays },
  { value: 'month', label: texts.sandbox.steps.month },
];

/** The first instant of the month after `now`, one minute in, UTC. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 1));
}

/** The test clock, the other programs of the sandbox, and every mail that would have been sent. */
export function SandboxPage() {
  const sandbox = useQuery({ ...sandboxQuery, refetchInterval: 15_000 });
  const me = useMe();
  return (
    <Page title={texts.sandbox.title}>
      <Resource of={sandbox} page>
        {(view) => (
          <>
            {me?.demo ? <DemoFilling /> : null}
            <Clock view={view} />
            <Card title={texts.sandbox.otherProgramsTitle}>
              <Facts
                titles={texts.sandbox.facts}
                items={{
                  referenceDrive: view.reference_drive_url ? (
                    <a href={apart(view.reference_drive_url)}>{view.reference_drive_url}</a>
                  ) : null,
                  stripeSandbox: view.stripe_sandbox_url ? (
                    <a href={view.stripe_sandbox_url}>{view.stripe_sandbox_url}</a>
                  ) : null,
                  apiDescription: <a href="/api/docs">{texts.sandbox.apiDocs}</a>,
                }}
              />
            </Card>
          </>
        )}
      </Resource>
      <Mail />
    </Page>
  );
}

function Clock({ view }: { view: SandboxView }) {
  const [step, setStep] = useState(steps[0]?.value ?? '');
  const target =
    step === 'month' ? nextMonth(new Date(view.clock_now)) : new Date(Date.parse(view.clock_now) + Number(step));
  return (
    <Card title={texts.sandbox.clockTitle}>
      <Facts
        titles={texts.sandbox.clockFacts}
        items={{
          businessTime: <span className="num">{formatUtc(view.clock_now)}</span>,
        }}
      />
      <div className="filters">
        <NativeSelect label={texts.sandbox.advanceByLabel} data={steps} {...controlled(step, setStep)} />
        <ConfirmButton
          variant="filled"
          to="/api/v1/sandbox/clock"
          options={{ toast: (after) => texts.sandbox.clockToast(formatUtc(after.clock_now)) }}
          body={{ to: target.toISOString() }}
          title={texts.sandbox.clockDialogTitle}
          effect={texts.sandbox.clockExplanation(formatUtc(target))}
          confirm={texts.sandbox.advanceTo(formatUtc(target))}
        >
          {texts.sandbox.advanceTheClock}
        </ConfirmButton>
      </div>
    </Card>
  );
}

function Mail() {
  const mail = useList('/api/v1/sandbox/mail', {}, { refreshMs: 15_000 });
  return (
    <Card title={texts.sandbox.mailTitle}>
      <Rows of={mail} what={texts.sandbox.names.mail} lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>{texts.sandbox.mailEmpty}</EmptyState>
          ) : (
            <Timeline
              items={rows.map((row) => ({
                id: row.id,
                at: row.created_at,
                title: row.subject,
                by: texts.sandbox.to(row.to),
                text: <pre tabIndex={0}>{row.text}</pre>,
              }))}
            />
          )
        }
      </Rows>
    </Card>
  );
}
