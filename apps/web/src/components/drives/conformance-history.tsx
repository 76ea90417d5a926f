import { useState } from 'react';
import { useGet, useList, type ConformanceHistoryView } from '../../api/hooks.js';
import { Id, When } from '../values/values.js';
import { ListTable } from '../tables/data-table.js';
import { Card, Facts } from '../layout/page.js';
import { Resource } from '../feedback/resource.js';
import { Alert, EmptyState, StatusBadge, ToneBadge } from '../feedback/feedback.js';
import { Days } from './plugin-evidence.js';
import { texts } from '../texts/drives.js';
import { common, rich } from '../../text/common.js';
/** Of a Drive in whatever state, for its author and for staff: whether it has drifted, its last 28 days and every run. */
export function DriveConformance({ driveId }: { driveId: string }) {
  const history = useGet('/api/v1/author/drives/{driveId}/conformance', { path: { driveId } });
  return (
    <Card
      title={texts.conformanceHistory.shownTitle}
      actions={history.data ? <StatusBadge kind="conformance" code={history.data.state} /> : null}
    >
      <Resource of={history} what={texts.conformanceHistory.names.conformanceHistory}>
        {(view) =>
          view.runs === 0 ? (
            <EmptyState>{common.theChecksHaveNotRunYet}</EmptyState>
          ) : (
            <>
              <Summary view={view} />
              <Runs driveId={driveId} />
            </>
          )
        }
      </Resource>
    </Card>
  );
}

/** Each run with its digest and that of the run before it: together they are the chain. Read when it is opened. */
function Runs({ driveId }: { driveId: string }) {
  const [open, setOpen] = useState(false);
  const path = { driveId };
  const runs = useList('/api/v1/author/drives/{driveId}/conformance/runs', { path }, { enabled: open });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{common.everyRun}</summary>
      {open ? (
        <ListTable
          label={common.everyRun}
          list={runs}
          rowKey={({ seq }) => String(seq)}
          empty={common.theChecksHaveNotRunYet}
          titles={texts.conformanceHistory.runListColumns}
          columns={[
            { id: 'seq', right: true, cell: ({ seq }) => seq },
            { id: 'at', cell: (run) => <When at={run.ran_at} /> },
            {
              id: 'ok',
              cell: ({ ok, failed }) =>
                ok && failed.length > 0 ? (
                  <ToneBadge tone="warn">{texts.conformanceHistory.passedButFailed(failed.length)}</ToneBadge>
                ) : (
                  <StatusBadge kind="check" code={ok ? 'pass' : 'fail'} />
                ),
            },
            { id: 'failed', cell: ({ failed }) => failed.join(', ') },
            {
              id: 'manifest',
              cell: ({ manifest }) =>
                manifest ? (
                  <Id value={manifest} what={texts.conformanceHistory.names.digestManifest} />
                ) : (
                  common.notReadable
                ),
            },
            { id: 'digest', cell: ({ digest }) => <Id value={digest} what={common.digestOfTheRun} /> },
            {
              id: 'previous',
              cell: ({ previous }) =>
                previous ? (
                  <Id value={previous} what={texts.conformanceHistory.names.digestRunName} />
                ) : (
                  texts.conformanceHistory.theFirst
                ),
            },
          ]}
        />
      ) : null}
    </details>
  );
}

function Summary({ view }: { view: ConformanceHistoryView }) {
  return (
    <>
      {view.state === 'failing' && view.verified_at ? (
        <Alert tone="warn">
          {rich(texts.conformanceHistory.summaryNotice, { time: <When last at={view.verified_at} /> })}
        </Alert>
      ) : null}
      <Facts
        titles={texts.conformanceHistory.summaryFacts}
        items={{
          lastVerified: <When at={view.verified_at} />,
          allRuns: `${view.runs}, ${view.intact ? texts.conformanceHistory.chainIntact : texts.conformanceHistory.chainBroken}`,
          newestRun: view.head ? <Id value={view.head} what={common.digestOfTheRun} /> : null,
        }}
      />
      <Days of={view.days} />
    </>
  );
}
