import { useList, type ReviewWorkspaceView, type SubmissionView } from '../../../api/hooks.js';
import { ChangeList, ShownForm, TechnicalDiff } from '../../../components/drives/change-list.js';
import { CheckEvidence } from '../../../components/drives/check-evidence.js';
import { DriveConformance } from '../../../components/drives/conformance-history.js';
import { priceChange } from '../../../components/drives/price.js';
import { publicPrice } from '../../../components/drives/public-price.js';
import { EvidenceFile } from '../../../components/drives/evidence-file.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { DriveAsOf, wasLive } from '../../../components/drives/drive-as-of.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { EmptyState, StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { Messages } from '../../../components/review/messages.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate, humanize } from '../../../lib/format.js';
import { visible, visibleList } from '../../../lib/visible.js';
import { EvidenceDecision } from './queue/evidence-decision.js';
import { texts } from '../texts/review.js';
import { common, rich } from '../../../text/common.js';

/** Each permission: what it opens, why the author needs it, what accounts for it, and its observed use. */
export function Scope({
  of: view,
  reasons,
}: {
  of: ReviewWorkspaceView;
  reasons: SubmissionView['notes']['permission_reasons'];
}) {
  const why = new Map(reasons.map(({ permission, reason }) => [permission, reason]));
  return (
    <Card title={common.permissions}>
      {view.permissions_derived ? <p className="small dim">{texts.caseEvidence.scopeExplanation}</p> : null}
      <DataTable
        label={common.permissions}
        rows={view.permissions}
        empty={common.requestsNoPermissions}
        rowKey={(row) => row.name}
        titles={texts.caseEvidence.scopeColumns}
        columns={[
          {
            id: 'name',
            cell: (row) => (
              <div className="stack stack-4">
                <span>
                  <code>{visible(row.name)}</code>{' '}
                  {row.added ? <ToneBadge tone="warn">{texts.caseEvidence.new}</ToneBadge> : null}{' '}
                  {row.known ? null : <ToneBadge tone="bad">{common.unknownPermission}</ToneBadge>}
                </span>
                <span className="small">{visible(row.text)}</span>
              </div>
            ),
          },
          { id: 'class', cell: (row) => (row.data_class ? visible(row.data_class) : common.unknownInText) },
          { id: 'why', cell: (row) => visible(why.get(row.name) ?? common.notGiven) },
          { id: 'by', cell: (row) => visibleList(row.accounted_by) },
          { id: 'installs', right: true, cell: (row) => row.granted ?? common.unknownInText },
          { id: 'seen', cell: (row) => row.observed ?? common.cannotBeObserved },
        ]}
      />
    </Card>
  );
}

/** Safety of the Drive, and the findings of the do-not rules. */
export function Security({ of: view }: { of: ReviewWorkspaceView }) {
  return (
    <>
      <Card title={texts.caseEvidence.securityPostureTitle}>
        <ul className="checks" aria-label={texts.caseEvidence.securityPostureTitle}>
          {view.posture.map((side) => (
            <li key={side.area}>
              <div className="row">
                <h3>{side.area === 'tls' ? texts.caseEvidence.tls : humanize(side.area)}</h3>
                <StatusBadge kind="check" code={side.state} />
              </div>
              {side.findings.map((finding, i) => (
                <CheckEvidence key={`${finding.id}-${i}`} finding={finding} />
              ))}
            </li>
          ))}
        </ul>
      </Card>
      <Card title={texts.caseEvidence.doNotRulesTitle}>
        {view.do_not.length === 0 ? (
          <p>{texts.caseEvidence.noDoNotFindings}</p>
        ) : (
          <DataTable
            label={texts.caseEvidence.securityTableLabel}
            rows={view.do_not}
            rowKey={(row) => `${row.check} ${row.pointer ?? ''} ${row.words.join(' ')}`}
            titles={texts.caseEvidence.securityColumns}
            columns={[
              { id: 'check', cell: (row) => <code>{row.check}</code> },
              { id: 'rule', cell: (row) => humanize(row.rule) },
              { id: 'where', cell: (row) => <code>{visible(row.pointer ?? '/')}</code> },
              { id: 'words', cell: (row) => visibleList(row.words) },
            ]}
          />
        )}
      </Card>
    </>
  );
}

/** Its price and its claims about regulated data. */
export function Terms({ of: view }: { of: ReviewWorkspaceView }) {
  const { pricing, compliance } = view;
  return (
    <>
      <Card title={texts.caseEvidence.pricingTitle}>
        {pricing ? (
          <Facts
            titles={texts.caseEvidence.termsFacts}
            items={{
              declared: pricing.tier ? texts.caseEvidence.tier(visible(pricing.tier)) : humanize(pricing.kind),
              price: publicPrice({ price: pricing.price, price_label: common.noneTitle }),
              priceKnown: pricing.on_price_list ? (
                texts.caseEvidence.knownOrFree
              ) : (
                <ToneBadge tone="bad">{texts.caseEvidence.noPriceStated}</ToneBadge>
              ),
              quota: pricing.quota
                ? texts.caseEvidence.then(
                    pricing.quota.limit,
                    visible(pricing.quota.unit),
                    pricing.quota.overage_policy,
                  )
                : null,
            }}
          />
        ) : (
          <EmptyState>{texts.caseEvidence.termsEmpty}</EmptyState>
        )}
      </Card>
      <Card title={texts.caseEvidence.complianceClaimsTitle}>
        {compliance ? (
          <Facts
            titles={texts.caseEvidence.termsFacts}
            items={{
              frameworks: visibleList(compliance.frameworks),
              dataClasses: visibleList(compliance.data_classes),
              dataResidency: visibleList(compliance.data_residency),
              agreementBaa: compliance.baa_required ? common.required : texts.caseEvidence.notRequired,
              subprocessors: compliance.subprocessors_url ? (
                <code>{visible(compliance.subprocessors_url)}</code>
              ) : (
                texts.caseEvidence.noList
              ),
              atRest: compliance.encryption_at_rest ? visible(compliance.encryption_at_rest) : null,
              inTransit: compliance.encryption_in_transit ? visible(compliance.encryption_in_transit) : null,
            }}
          />
        ) : (
          <p>{texts.caseEvidence.termsExplanation}</p>
        )}
      </Card>
      {view.compliance_evidence.length > 0 ? (
        <Card title={texts.caseEvidence.evidenceClaimsTitle}>
          <DataTable
            label={texts.caseEvidence.evidenceClaimsTitle}
            rows={view.compliance_evidence}
            rowKey={(row) => row.claim}
            titles={texts.caseEvidence.termsColumns}
            columns={[
              { id: 'claim', cell: (row) => visible(row.text) },
              { id: 'state', cell: (row) => <StatusBadge kind="evidence" code={row.state} /> },
              { id: 'file', cell: (row) => <EvidenceFile of={row.evidence} at="/api/v1/review/evidence" /> },
              { id: 'until', cell: ({ evidence: file }) => (file ? formatUtcDate(file.valid_until) : '') },
              {
                id: 'given',
                cell: ({ evidence: file }) =>
                  file ? (
                    <>
                      {visible(file.uploaded_by)} <When at={file.uploaded_at} />
                    </>
                  ) : (
                    ''
                  ),
              },
              { id: 'earlier', right: true, cell: (row) => row.earlier.length },
              {
                id: 'act',
                cell: ({ text, state, evidence }) =>
                  evidence && state !== 'expired' && !view.own ? <EvidenceDecision of={{ text, evidence }} /> : null,
              },
            ]}
          />
        </Card>
      ) : null}
    </>
  );
}

/** What differs from the live version, once, and the price and the settings form as operators see them. */
export function Changes({ of: view, submission }: { of: ReviewWorkspaceView; submission: SubmissionView }) {
  const { effect, installs } = view;
  const price = priceChange(submission);
  const schema = submission.manifest_after && JSON.parse(submission.manifest_after).config_schema;
  return (
    <>
      <Card title={common.changesAgainstTheLiveVersion}>
        {effect ? (
          <p className="row">
            <StatusBadge kind="effect" code={effect} />
            <span>{installs === null ? '' : texts.caseEvidence.runningInstallsAreAffected(installs)}</span>
          </p>
        ) : null}
        {price ? <p>{price}</p> : null}
        {submission.manifest_before ? (
          <ChangeList changes={submission.changes} />
        ) : (
          <p>{texts.caseEvidence.changesExplanation}</p>
        )}
        <TechnicalDiff before={submission.manifest_before} after={submission.manifest_after} />
      </Card>
      {schema ? (
        <Card title={texts.caseEvidence.settingsForm}>
          <ShownForm schema={schema} />
        </Card>
      ) : null}
    </>
  );
}

/** Requests and answers, oldest first. */
export function Thread({ of: view }: { of: ReviewWorkspaceView }) {
  return (
    <Card title={common.thread}>
      {view.thread.length === 0 ? (
        <EmptyState>{texts.caseEvidence.threadEmpty}</EmptyState>
      ) : (
        <Messages
          label={common.thread}
          messages={view.thread.map((message) => ({
            id: message.at,
            at: message.at,
            writer: `${message.writer}, ${message.side}`,
            text: message.text,
          }))}
        />
      )}
    </Card>
  );
}

/** Earlier decisions, Drives that are alike, the author. */
export function History({ of: view }: { of: ReviewWorkspaceView }) {
  const versions = useList('/api/v1/author/drives/{driveId}/versions', { path: { driveId: view.drive_id } });
  return (
    <>
      <Card title={texts.caseEvidence.earlierDecisionsTitle}>
        {view.earlier.length === 0 ? (
          <p>{texts.caseEvidence.noEarlierDecisions}</p>
        ) : (
          <DataTable
            label={texts.caseEvidence.earlierDecisionsTitle}
            rows={view.earlier}
            rowKey={(row) => `${row.submission_id} ${row.decided_at}`}
            columns={[
              { id: 'version', cell: (row) => visible(row.version ?? common.none) },
              { id: 'decision', cell: (row) => <StatusBadge kind="version" code={row.decision} /> },
              { id: 'by', cell: (row) => visible(row.by) },
              { id: 'at', cell: (row) => <When at={row.decided_at} /> },
              { id: 'reason', cell: (row) => visible(row.reason) },
            ]}
          />
        )}
      </Card>
      <Card title={common.resembles}>
        {view.neighbours.length === 0 ? (
          <p>{texts.caseEvidence.noSimilarDrives}</p>
        ) : (
          <ul className="prose">
            {view.neighbours.map((one) => (
              <li key={one.slug}>
                {rich(texts.caseEvidence.ofAlike, {
                  slug: <code>{one.slug}</code>,
                  name: visible(one.name),
                  author: visible(one.author),
                  alike: one.alike,
                  likeness: Math.round(one.likeness * 100),
                  state: humanize(one.state).toLowerCase(),
                })}
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
