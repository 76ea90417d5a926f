import { useMemberMay } from '../../../components/feedback/member-may.js';
import {
  refreshWhile,
  useGet,
  useSend,
  type DryRunView,
  type KeyProbeView,
  type SigningKeyView,
} from '../../../api/hooks.js';
import { Id, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Resource } from '../../../components/feedback/resource.js';
import { RunProgress } from '../../../components/feedback/run-progress.js';
import { Alert, SendError, StatusBadge, ActionButton } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';

const LATEST = '/api/v1/author/drives/{driveId}/keys/dry-runs/latest';
const START = '/api/v1/author/drives/{driveId}/keys/dry-runs';

/** Asks every install under the new and the old secret and shows the answers. */
export function RotationDryRun({ driveId, keys }: { driveId: string; keys: readonly SigningKeyView[] }) {
  const hasKey = keys.some((key) => key.state === 'active');
  const isRunning = (dryRun: DryRunView): boolean => dryRun?.state === 'running';
  const latest = useGet(LATEST, { path: { driveId } }, { refreshMs: refreshWhile(isRunning, false) });
  const running = latest.data !== undefined && isRunning(latest.data);
  const start = useSend(START, { path: { driveId } });
  const develops = useMemberMay('develop');
  return (
    <section className="stack stack-8" aria-labelledby="dry-run">
      <div className="row row-between">
        <h2 id="dry-run">{texts.rotationDryRun.heading}</h2>
        {develops ? (
          <ActionButton
            whyNot={
              !hasKey
                ? texts.rotationDryRun.whyNot.noSigningSecret
                : running
                  ? texts.rotationDryRun.whyNot.testRunning
                  : null
            }
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {texts.rotationDryRun.testEveryInstall}
          </ActionButton>
        ) : null}
      </div>
      <p className="small dim">{texts.rotationDryRun.explanation}</p>
      <SendError error={start.error} />
      <Resource of={latest} what={texts.rotationDryRun.names.dryRun}>
        {(dryRun) => <Results dryRun={dryRun} keys={keys} />}
      </Resource>
    </section>
  );
}

function Results({ dryRun, keys }: { dryRun: DryRunView; keys: readonly SigningKeyView[] }) {
  const { state, installs, installs_total: total, installs_asked: asked, accept_newest: accept } = dryRun;
  if (state === 'none') return null;
  const since = keys.find((key) => dryRun.started_at !== null && key.created_at > dryRun.started_at);
  return (
    <>
      {state === 'running' ? (
        <RunProgress
          total={total ?? 0}
          done={asked}
          failed={0}
          waiting={Math.max(0, (total ?? 0) - asked)}
          what={texts.rotationDryRun.names.installs}
        />
      ) : (
        <div role="status" className="row">
          <StatusBadge kind="dry_run" code={state} />
          {asked === 0
            ? texts.rotationDryRun.noActiveInstalls
            : texts.rotationDryRun.ofInstalls(accept, asked, Boolean(since))}{' '}
          <When at={dryRun.finished_at} />
        </div>
      )}
      {since ? (
        <Alert tone="warn">{texts.rotationDryRun.resultsNotice(since.label)}</Alert>
      ) : state === 'done' && accept < asked ? (
        <Alert tone="warn">
          {keys.some((key) => key.state === 'retiring')
            ? texts.rotationDryRun.refusedDuringOverlap
            : texts.rotationDryRun.refusedNow}
        </Alert>
      ) : null}
      {installs.length === 0 ? null : (
        <DataTable
          label={texts.rotationDryRun.resultsTableLabel}
          rows={installs}
          rowKey={(install) => install.install_id}
          titles={texts.rotationDryRun.resultsColumns}
          columns={[
            {
              id: 'install',
              cell: (install) => <Id value={install.install_id} what={common.installInText} />,
            },
            { id: 'newest', cell: (install) => <Answer probe={install.newest} /> },
            { id: 'previous', cell: (install) => <Answer probe={install.previous} /> },
          ]}
        />
      )}
    </>
  );
}

function Answer({ probe }: { probe: KeyProbeView | null }) {
  if (!probe) return <span className="dim">{texts.rotationDryRun.notTested}</span>;
  return (
    <span className="row">
      <StatusBadge kind="probe" code={probe.outcome} />
      <span className="small dim num">
        {texts.rotationDryRun.answer(
          probe.label,
          probe.status === null ? texts.rotationDryRun.noAnswer : texts.rotationDryRun.http(probe.status),
          probe.ms,
        )}
      </span>
    </span>
  );
}
