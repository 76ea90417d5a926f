import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { DayEnds, When } from '../../../components/values/values.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { cumulative, linePoints } from './curve.js';
import { formatCount } from '../../../lib/format.js';
import { texts } from '../texts/listing.js';
import { common } from '../../../text/common.js';

type Adopted = Schemas['AdoptedVersionView'];

const BOX = { width: 320, height: 80 };

/** Who runs which version: the curve of the newest one and the numbers of all. */
export function VersionAdoption({ driveId }: { driveId: string }): ReactNode {
  const adoption = useGet('/api/v1/author/drives/{driveId}/adoption', { path: { driveId } });
  return (
    <section className="stack stack-8" aria-labelledby="version-adoption">
      <h2 id="version-adoption">{texts.versionAdoption.heading}</h2>
      <Resource of={adoption} what={texts.versionAdoption.names.adoption}>
        {({ versions }) =>
          versions.length === 0 ? (
            <EmptyState>{texts.versionAdoption.empty}</EmptyState>
          ) : (
            <>
              <Curve version={versions[0]!} />
              <DataTable
                label={texts.versionAdoption.tableLabel}
                rows={versions}
                rowKey={(version) => version.revision_id}
                titles={texts.versionAdoption.columns}
                columns={[
                  { id: 'version', cell: (version) => version.version ?? common.notReadable },
                  { id: 'at', cell: (version) => <When at={version.published_at} /> },
                  { id: 'running', right: true, cell: (version) => formatCount(version.running) },
                  { id: 'waiting', right: true, cell: (one) => formatCount(one.waiting) },
                  { id: 'declined', right: true, cell: (one) => formatCount(one.declined) },
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
  const name = version.version ?? texts.versionAdoptionCurve.theNewestVersion;
  return (
    <figure className="curve">
      <figcaption>{texts.versionAdoptionCurve.upgradedIn(name, formatCount(total), version.days.length)}</figcaption>
      {/* One day is a number, not a curve. */}
      {version.days.length < 2 ? null : (
        <>
          <svg
            viewBox={`-4 -4 ${BOX.width + 8} ${BOX.height + 8}`}
            role="img"
            aria-label={texts.versionAdoptionCurve.curveLabel(name)}
          >
            <line className="curve-foot" x1={0} y1={BOX.height} x2={BOX.width} y2={BOX.height} />
            <polyline className="curve-line" points={linePoints(totals, { ...BOX, top: total })} />
          </svg>
          <DayEnds days={version.days} />
        </>
      )}
      <details>
        <summary>{texts.versionAdoptionCurve.heading}</summary>
        <DataTable
          label={texts.versionAdoptionCurve.heading}
          rows={version.days}
          rowKey={({ day }) => day}
          titles={texts.versionAdoptionCurve.columns}
          columns={[
            { id: 'day', cell: ({ day }) => day },
            { id: 'upgraded', right: true, cell: ({ upgraded }) => formatCount(upgraded) },
          ]}
        />
      </details>
    </figure>
  );
}
