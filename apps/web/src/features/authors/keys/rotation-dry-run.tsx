import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import type { KeyView } from '../../../api/views.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Resource } from '../../../components/feedback/resource.js';
import { RunProgress } from '../../../components/feedback/run-progress.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';

const LATEST = '/api/v1/author/drives/{driveId}/keys/dry-runs/latest';
const START = '/api/v1/author/drives/{driveId}/keys/dry-runs';
const RUNNING_REFRESH_MS = 1_000;

type DryRun = Schemas['DryRunView'];

/** Asks every install under the new and the old secret and shows the answers. */
export function RotationDryRun({ driveId, keys }: { driveId: string; keys: readonly KeyView[] }): ReactNode {
  const hasKey = keys.some((key) => key.state === 'active');
  const first = useGet(LATEST, { path: { driveId } });
  const running = first.data?.state === 'running';
  const latest = useGet(LATEST, { path: { driveId } }, { refreshMs: running ? RUNNING_REFRESH_MS : false });
  const start = useSend(START, { path: { driveId } });
  return (
    <section className="stack stack-8" aria-labelledby="rehearsal">
      <div className="row row-between">
        <h2 id="rehearsal">Rehearsal</h2>
        <WhyNot reason={!hasKey ? 'The Drive has no signing secret yet.' : running ? 'A test is running.' : null}>
          {(described) => (
            <Button variant="default" {...described} loading={start.isPending} onClick={() => start.mutate()}>
              Test every install
            </Button>
          )}
        </WhyNot>
      </div>
      <p className="small dim">
        We send each install a harmless request signed with the newest secret and one signed with the old secret.
        Nothing changes.
      </p>
      <SendError error={start.error} />
      <Resource of={latest} what="the rehearsal">
        {(rehearsal) => <Results dryRun={rehearsal} keys={keys} />}
      </Resource>
    </section>
  );
}

function Results({ dryRun: rehearsal, keys }: { dryRun: DryRun; keys: readonly KeyView[] }): ReactNode {
  const { state, installs, installs_total: total, installs_asked: asked, accept_newest: accept } = rehearsal;
  if (state === 'none') return null;
  const since = keys.find((key) => rehearsal.started_at !== null && key.created_at > rehearsal.started_at);
  return (
    <>
      {state === 'running' ? (
        <RunProgress
          total={total ?? 0}
          done={asked}
          failed={0}
          waiting={Math.max(0, (total ?? 0) - asked)}
          what="installs"
        />
      ) : (
        <div role="status" className="row">
          <StatusBadge kind="dry_run" code={state} />
          {asked === 0
            ? 'No active installs to test.'
            : `${accept} of ${asked} installs ${since ? 'accepted the newest secret at that time' : 'accept the newest secret'}.`}{' '}
          <When at={rehearsal.finished_at} />
        </div>
      )}
      {since ? (
        <Alert tone="warn">
          {since.label} was created after this test. Test again to see which installs accept it.
        </Alert>
      ) : state === 'done' && accept < asked ? (
        <Alert tone="warn">
          {keys.some((key) => key.state === 'retiring')
            ? 'Where the newest secret is refused, store it before the old one ends. After that, every call fails.'
            : 'Where the newest secret is refused, every call fails until it is stored there.'}
        </Alert>
      ) : null}
      {installs.length === 0 ? null : (
        <DataTable
          label="Answers of the installs"
          rows={installs}
          rowKey={(install) => install.install_id}
          columns={[
            { id: 'install', title: 'Install', cell: (install) => <Id value={install.install_id} what="install" /> },
            { id: 'newest', title: 'Newest secret', cell: (install) => <Answer probe={install.newest} /> },
            { id: 'previous', title: 'Old secret', cell: (install) => <Answer probe={install.previous} /> },
          ]}
        />
      )}
    </>
  );
}

function Answer({ probe }: { probe: Schemas['KeyProbeView'] | null }): ReactNode {
  if (!probe) return <span className="dim">Not tested</span>;
  return (
    <span className="row">
      <StatusBadge kind="probe" code={probe.outcome} />
      <span className="small dim num">
        {probe.label} · {probe.status === null ? 'no answer' : `HTTP ${probe.status}`} · {probe.ms} ms
      </span>
    </span>
  );
}
