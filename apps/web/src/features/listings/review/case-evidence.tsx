import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import type { SubmissionView, Workspace } from '../../../api/views.js';
import { ChangeList, TechnicalDiff } from '../../../components/drives/change-list.js';
import { CheckEvidence } from '../../../components/drives/check-evidence.js';
import { DriveConformance } from '../../../components/drives/conformance-history.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { DriveAsOf, wasLive } from '../../../components/drives/drive-as-of.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/status-badge.js';
import { VersionChanges } from '../../../components/drives/version-changes.js';
import { When } from '../../../components/values/when.js';
import { formatMoney, formatUtcDate, humanize } from '../../../lib/format.js';
import { visible, visibleList } from '../../../lib/visible.js';

/** Each permission: what it opens, why the author needs it, what accounts for it, what was seen of its use. */
export function Scope({
  of: view,
  reasons,
}: {
  of: Workspace;
  reasons: SubmissionView['notes']['permission_reasons'];
}): ReactNode {
  const why = new Map(reasons.map(({ permission, reason }) => [permission, reason]));
  return (
    <Card title="Permissions">
      {view.permissions_derived ? (
        <p className="small dim">Not listed in the manifest; derived from its behaviour.</p>
      ) : null}
      {view.permissions.length === 0 ? (
        <EmptyState>Requests no permissions.</EmptyState>
      ) : (
        <DataTable
          label="Permissions"
          rows={view.permissions}
          rowKey={(row) => row.name}
          columns={[
            {
              id: 'name',
              title: 'Permission',
              wrap: true,
              cell: (row) => (
                <div className="stack stack-4">
                  <span>
                    <code>{visible(row.name)}</code> {row.added ? <ToneBadge tone="warn">New</ToneBadge> : null}{' '}
                    {row.known ? null : <ToneBadge tone="bad">Unknown permission</ToneBadge>}
                  </span>
                  <span className="small">{visible(row.text)}</span>
                </div>
              ),
            },
            { id: 'class', title: 'Data class', cell: (row) => (row.data_class ? visible(row.data_class) : 'unknown') },
            {
              id: 'why',
              title: 'Author’s reason',
              wrap: true,
              cell: (row) => visible(why.get(row.name) ?? 'Not given'),
            },
            { id: 'by', title: 'Explained by', wrap: true, cell: (row) => visibleList(row.accounted_by) },
            { id: 'granted', title: 'Installs', right: true, cell: (row) => row.granted ?? 'unknown' },
            { id: 'seen', title: 'Observed', wrap: true, cell: (row) => row.observed ?? 'Cannot be observed' },
          ]}
        />
      )}
    </Card>
  );
}

/** How safe it is to bring the Drive in, and what the do-not rules found. */
export function Security({ of: view }: { of: Workspace }): ReactNode {
  return (
    <>
      <Card title="Security posture">
        <ul className="checks" aria-label="Security posture">
          {view.posture.map((side) => (
            <li key={side.area}>
              <div className="row">
                <h3>{side.area === 'tls' ? 'TLS' : humanize(side.area)}</h3>
                <StatusBadge kind="check" code={side.state} />
              </div>
              {side.findings.map((finding, i) => (
                <CheckEvidence key={`${finding.id}-${i}`} finding={finding} />
              ))}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Do-not rules">
        {view.do_not.length === 0 ? (
          <p>No do-not findings.</p>
        ) : (
          <DataTable
            label="Do-not findings"
            rows={view.do_not}
            rowKey={(row) => `${row.check} ${row.pointer ?? ''} ${row.words.join(' ')}`}
            columns={[
              { id: 'check', title: 'Check', cell: (row) => <code>{row.check}</code> },
              { id: 'rule', title: 'Rule', cell: (row) => humanize(row.rule) },
              { id: 'where', title: 'Where', cell: (row) => <code>{visible(row.pointer ?? '/')}</code> },
              { id: 'words', title: 'Words found', wrap: true, cell: (row) => visibleList(row.words) },
            ]}
          />
        )}
      </Card>
    </>
  );
}

/** What it costs and what it claims about regulated data. */
export function Terms({ of: view }: { of: Workspace }): ReactNode {
  const { pricing, compliance } = view;
  return (
    <>
      <Card title="Pricing">
        {pricing ? (
          <Facts
            items={[
              ['Declared', pricing.tier ? `Tier ${visible(pricing.tier)}` : humanize(pricing.kind)],
              [
                'Price',
                pricing.price ? `${formatMoney(pricing.price.amount_minor, pricing.price.currency)} per month` : 'None',
              ],
              [
                'Price known',
                pricing.on_price_list ? 'Known, or free' : <ToneBadge tone="bad">No price stated</ToneBadge>,
              ],
              [
                'Quota',
                pricing.quota
                  ? `${pricing.quota.limit} ${visible(pricing.quota.unit)}, then ${pricing.quota.overage_policy}`
                  : null,
              ],
            ]}
          />
        ) : (
          <EmptyState>The manifest could not be read.</EmptyState>
        )}
      </Card>
      <Card title="Compliance claims">
        {compliance ? (
          <Facts
            items={[
              ['Frameworks', visibleList(compliance.frameworks)],
              ['Data classes', visibleList(compliance.data_classes)],
              ['Data residency', visibleList(compliance.data_residency)],
              ['Agreement (BAA)', compliance.baa_required ? 'Required' : 'Not required'],
              [
                'Subprocessors',
                compliance.subprocessors_url ? <code key="s">{visible(compliance.subprocessors_url)}</code> : 'No list',
              ],
              ['At rest', compliance.encryption_at_rest ? visible(compliance.encryption_at_rest) : null],
              ['In transit', compliance.encryption_in_transit ? visible(compliance.encryption_in_transit) : null],
            ]}
          />
        ) : (
          <p>No claims about regulated data.</p>
        )}
      </Card>
      {view.compliance_evidence.length > 0 ? (
        <Card title="Evidence of the claims">
          <DataTable
            label="Evidence of the claims"
            rows={view.compliance_evidence}
            rowKey={(row) => row.claim}
            columns={[
              { id: 'claim', title: 'Claim', wrap: true, cell: (row) => visible(row.text) },
              { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="evidence" code={row.state} /> },
              {
                id: 'file',
                title: 'File',
                wrap: true,
                cell: ({ evidence: file }) =>
                  file ? (
                    <a href={`/api/v1/review/evidence/${file.id}/file`} download>
                      {visible(file.file_name)}
                    </a>
                  ) : (
                    'none'
                  ),
              },
              {
                id: 'until',
                title: 'Valid until',
                cell: ({ evidence: file }) => (file ? formatUtcDate(file.valid_until) : ''),
              },
              {
                id: 'given',
                title: 'Given',
                cell: ({ evidence: file }) =>
                  file ? (
                    <>
                      {visible(file.uploaded_by)} <When at={file.uploaded_at} />
                    </>
                  ) : (
                    ''
                  ),
              },
              { id: 'earlier', title: 'Before', right: true, cell: (row) => row.earlier.length },
            ]}
          />
        </Card>
      ) : null}
    </>
  );
}

export function Changes({ of: view, submission }: { of: Workspace; submission: SubmissionView }): ReactNode {
  return (
    <>
      <Card title="Changes against the live version">
        {view.effect ? (
          <p className="row">
            <StatusBadge kind="effect" code={view.effect} />
            <span>{view.installs === null ? '' : `${view.installs} running installs are affected.`}</span>
          </p>
        ) : null}
        {submission.manifest_before ? (
          <ChangeList changes={submission.changes} />
        ) : (
          <p>First version. Nothing to compare.</p>
        )}
        {submission.manifest_before && submission.manifest_after ? (
          <TechnicalDiff before={submission.manifest_before} after={submission.manifest_after} />
        ) : null}
      </Card>
      <DriveVersions driveId={view.drive_id} digest={view.digest} />
    </>
  );
}

/** Any two versions of the Drive beside each other; the submitted one is chosen first. */
function DriveVersions({ driveId, digest }: { driveId: string; digest: string | null }): ReactNode {
  const list = useList('/api/v1/author/drives/{driveId}/versions', { path: { driveId } });
  const versions = list.data?.pages.flatMap((page) => page.items) ?? [];
  const submitted = versions.find((version) => version.digest === digest);
  return <VersionChanges driveId={driveId} versions={versions} first={(submitted ?? versions[0])?.id} />;
}

/** Requests and answers, oldest first. */
export function Thread({ of: view }: { of: Workspace }): ReactNode {
  return (
    <Card title="Thread">
      {view.thread.length === 0 ? (
        <EmptyState>No messages yet.</EmptyState>
      ) : (
        <ol className="timeline" aria-label="Thread">
          {view.thread.map((message) => (
            <li key={message.at}>
              <div className="row">
                <span className="strong">
                  {visible(message.writer)}, {message.side}
                </span>
                <span className="small dim">
                  <When at={message.at} />
                </span>
              </div>
              <div className="small pre-line">{visible(message.text, true)}</div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** Earlier decisions, Drives that are alike, the author. */
export function History({ of: view }: { of: Workspace }): ReactNode {
  const versions = useList('/api/v1/author/drives/{driveId}/versions', { path: { driveId: view.drive_id } });
  return (
    <>
      <Card title="Earlier decisions">
        {view.earlier.length === 0 ? (
          <p>No earlier decisions.</p>
        ) : (
          <DataTable
            label="Earlier decisions"
            rows={view.earlier}
            rowKey={(row) => `${row.submission_id} ${row.decided_at}`}
            columns={[
              { id: 'version', title: 'Version', cell: (row) => visible(row.version ?? 'none') },
              { id: 'decision', title: 'Decision', cell: (row) => <StatusBadge kind="version" code={row.decision} /> },
              { id: 'by', title: 'By', cell: (row) => visible(row.by) },
              { id: 'at', title: 'When', cell: (row) => <When at={row.decided_at} /> },
              { id: 'reason', title: 'Reason', wrap: true, cell: (row) => visible(row.reason) },
            ]}
          />
        )}
      </Card>
      <Card title="Resembles">
        {view.neighbours.length === 0 ? (
          <p>No similar Drives.</p>
        ) : (
          <ul className="prose">
            {view.neighbours.map((one) => (
              <li key={one.slug}>
                <code>{one.slug}</code> {visible(one.name)} of {visible(one.author)}: {one.alike}{' '}
                {Math.round(one.likeness * 100)} % alike, {humanize(one.state).toLowerCase()}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <DriveConformance driveId={view.drive_id} />
      {wasLive(versions) ? <DriveAsOf driveId={view.drive_id} /> : null}
    </>
  );
}
