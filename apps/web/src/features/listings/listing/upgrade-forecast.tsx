import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { ChangeList } from '../../../components/drives/change-list.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { formatCount } from '../../../lib/format.js';
import { upgradeReason } from '../../../text/vocabulary.js';

type Version = Schemas['VersionView'];
type Forecast = Schemas['ForecastView'];

const OVER = new Set(['live', 'superseded', 'rejected', 'withdrawn', 'failed', 'checks_failed']);

/** Seen, and on the way to nowhere unless its author submits it. */
const WAITS_FOR_NOBODY = new Set(['held', 'detected']);

/**
 * The version that is published next: the one in review or in its checks, else the newest when it can still be published;
 * null when that is live already or over.
 */
export function versionOnItsWay(versions: readonly Version[]): Version | null {
  const open = versions.filter((one) => one.published_at === null && !OVER.has(one.state));
  return open.find(({ state }) => !WAITS_FOR_NOBODY.has(state)) ?? open.find((one) => one === versions[0]) ?? null;
}

/** What publishing a version would do: its changes against the live one, and what becomes of the installs. */
export function UpgradeForecast({ driveId, version }: { driveId: string; version: Version }): ReactNode {
  const forecast = useGet('/api/v1/author/drives/{driveId}/forecast', {
    path: { driveId },
    query: { revision_id: version.id },
  });
  return (
    <section className="stack stack-8" aria-labelledby="forecast">
      <h2 id="forecast">If {version.version ?? 'the submitted version'} is published</h2>
      {version.compared_with ? (
        <p className="dim">Its changes against {version.compared_with.version ?? 'the live version'}, which is live.</p>
      ) : null}
      <ChangeList changes={version.changes} />
      <Resource of={forecast} what="the forecast">
        {(view) => <Groups forecast={view} />}
      </Resource>
    </section>
  );
}

function Groups({ forecast }: { forecast: Forecast }): ReactNode {
  if (!forecast.asks)
    return <EmptyState>The version number does not increase, so installs are not prompted to upgrade.</EmptyState>;
  if (forecast.groups.length === 0)
    return <EmptyState>No active installs yet, so nothing needs to be upgraded.</EmptyState>;
  return (
    <>
      <p>
        {formatCount(forecast.alone)} upgrade automatically, {formatCount(forecast.consent)} need consent,{' '}
        {formatCount(forecast.blocked)} blocked.
      </p>
      <DataTable
        label="Forecast"
        rows={forecast.groups}
        rowKey={(group) => [group.outcome, ...group.reasons].join()}
        columns={[
          { id: 'outcome', title: 'Outcome', cell: (group) => <StatusBadge kind="outcome" code={group.outcome} /> },
          {
            id: 'why',
            title: 'Why',
            wrap: true,
            cell: (group) => group.reasons.map(upgradeReason).join(' ') || 'The policy of the tenant accepts it.',
          },
          { id: 'installs', title: 'Installs', right: true, cell: (group) => formatCount(group.installs) },
        ]}
      />
    </>
  );
}
