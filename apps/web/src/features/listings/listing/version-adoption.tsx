import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { DayEnds } from '../../../components/values/day-ends.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { When } from '../../../components/values/when.js';
import { cumulative, linePoints } from './curve.js';
import { formatCount } from '../../../lib/format.js';

type Adopted = Schemas['AdoptedVersionView'];

const BOX = { width: 320, height: 80 };

/** Who runs which version: the curve of the newest one and the numbers of all. */
export function VersionAdoption({ driveId }: { driveId: string }): ReactNode {
  const adoption = useGet('/api/v1/author/drives/{driveId}/adoption', { path: { driveId } });
  return (
    <section className="stack stack-8" aria-labelledby="version-adoption">
      <h2 id="version-adoption">Adoption</h2>
      <Resource of={adoption} what="the adoption">
        {({ versions }) =>
          versions.length === 0 ? (
            <EmptyState>No version published yet. Adoption of each version appears here.</EmptyState>
          ) : (
            <>
              <Curve version={versions[0]!} />
              <DataTable
                label="Adoption per version"
                rows={versions}
                rowKey={(version) => version.revision_id}
                columns={[
                  { id: 'version', title: 'Version', cell: (version) => version.version ?? 'not readable' },
                  { id: 'at', title: 'Published', cell: (version) => <When at={version.published_at} /> },
                  { id: 'running', title: 'Running', right: true, cell: (version) => formatCount(version.running) },
                  { id: 'waiting', title: 'Pending', right: true, cell: (one) => formatCount(one.waiting) },
                  { id: 'declined', title: 'Declined', right: true, cell: (one) => formatCount(one.declined) },
                ]}
              />
            </>
          )
        }
      </Resource>
    </section>
  );
}

function Curve({ version }: { version: Adopted }): ReactNode {
  if (version.days.length === 0) return null;
  const totals = cumulative(version.days);
  const total = totals.at(-1) ?? 0;
  const name = version.version ?? 'The newest version';
  return (
    <figure className="curve">
      <figcaption>
        {name}: {formatCount(total)} upgraded in {version.days.length} {version.days.length === 1 ? 'day' : 'days'}
      </figcaption>
      {/* One day is a number, not a curve. */}
      {version.days.length < 2 ? null : (
        <>
          <svg
            viewBox={`-4 -4 ${BOX.width + 8} ${BOX.height + 8}`}
            role="img"
            aria-label={`Upgrades to ${name}, added up per day`}
          >
            <line className="curve-foot" x1={0} y1={BOX.height} x2={BOX.width} y2={BOX.height} />
            <polyline className="curve-line" points={linePoints(totals, { ...BOX, top: total })} />
          </svg>
          <DayEnds days={version.days} />
        </>
      )}
      <details>
        <summary>Upgrades per day</summary>
        <DataTable
          label="Upgrades per day"
          rows={version.days}
          rowKey={({ day }) => day}
          columns={[
            { id: 'day', title: 'Day (UTC)', cell: ({ day }) => day },
            { id: 'upgraded', title: 'Upgraded', right: true, cell: ({ upgraded }) => formatCount(upgraded) },
          ]}
        />
      </details>
    </figure>
  );
}
