import { Link } from '@tanstack/react-router';
import { useGet, useList, type DriveView } from '../../../api/hooks.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { DriveConformance } from '../../../components/drives/conformance-history.js';
import { Id, When } from '../../../components/values/values.js';
import { DriveAsOf } from '../../../components/drives/drive-as-of.js';
import { ListingStatus } from '../../../components/drives/listing-status.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, StatusBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { VersionList } from './version-list.js';
import { formatCount, humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { useParam } from '../../../lib/url-state.js';
import { ClaimedAndObserved } from '../evidence/claimed-observed.js';
import { DriveEvidence } from '../evidence/drive-evidence.js';
import { SubprocessorObjections } from '../evidence/subprocessor-objections.js';
import { DriveDeprecation } from '../retirement/drive-deprecation.js';
import { hasEnded } from './has-ended.js';
import { AppealRemoval } from '../appeals/listing-appeal.js';
import { UpgradeForecast, versionOnItsWay } from './upgrade-forecast.js';
import { VersionAdoption } from './version-adoption.js';
import { texts as contentTexts } from '../texts/content.js';
import { texts } from '../texts/listing.js';
import { common, rich } from '../../../text/common.js';

/** One Drive: state, versions, "publish now". */
export function DrivePage() {
  const driveId = useParam('id');
  const drive = useGet('/api/v1/author/drives/{driveId}', { path: { driveId } }, { refreshMs: 5_000 });
  return (
    <ResourcePage
      of={drive}
      title={drive.data?.name ?? common.drive}
      badges={drive.data ? <StatusBadge kind="drive" code={drive.data.state} /> : null}
      actions={drive.data ? <Actions drive={drive.data} /> : null}
    >
      {(view) => (
        <>
          <WhoActs kind="drive" code={view.state} />
          <FirstHold of={view} />
          <AppealRemoval of={view} />
          {view.notes.length > 0 ? (
            <Alert tone="warn">
              {view.notes.map((note) => (
                <p key={`${note.kind}-${note.noticed_at}`}>
                  {note.text} <When at={note.noticed_at} />
                </p>
              ))}
            </Alert>
          ) : null}
          <Card>
            <Facts
              titles={texts.drive.facts}
              items={{
                id: <Id value={view.id} />,
                slug: <code>{view.slug}</code>,
                liveVersion: view.live_version ?? common.none,
                submittedVersion: view.submitted_version,
                listing: view.listing_status ? <ListingStatus of={view.listing_status} /> : null,
                installs:
                  view.installs === null ? null : (
                    <Link to="/author/drives/$id/installs" params={{ id: driveId }}>
                      {formatCount(view.installs)}
                    </Link>
                  ),
                lastCheck: <When last at={view.last_checked_at} />,
                lastSubmission: view.latest_submission_id ? (
                  <Link to="/author/submissions/$id" params={{ id: view.latest_submission_id }}>
                    {texts.drive.checksAndReview}
                  </Link>
                ) : null,
              }}
            />
          </Card>
          <DriveEvidence driveId={driveId} />
          <SubprocessorObjections driveId={driveId} />
          <DriveDeprecation drive={view} />
          {view.latest_submission_id ? <DriveConformance driveId={driveId} /> : null}
          {view.live_version ? <ClaimedAndObserved driveId={driveId} /> : null}
          <Versions driveId={driveId} />
          <VersionAdoption driveId={driveId} />
          {view.live_digest ? <DriveAsOf driveId={driveId} /> : null}
        </>
      )}
    </ResourcePage>
  );
}

/** The first of what holds the Drive: why, by which rule, who acts, and the way to the rest. */
function FirstHold({ of: { id: driveId, notes } }: { of: DriveView }) {
  const held = useGet('/api/v1/author/drives/{driveId}/case', { path: { driveId } }, { refreshMs: 10_000 });
  const [first] = held.data?.holds ?? [];
  if (!first) return null;
  // A note says below what was noticed.
  const why = notes.some(({ kind }) => kind === first.kind) ? '' : first.why;
  return (
    <Alert tone="info">
      {rich(texts.drive.firstHold, {
        why: visible(`${why} ${first.passes}`.trim(), true),
        rule: <a href={first.docs}>{visible(first.rule)}</a>,
        party: humanize(first.party),
        link: (text) => <a href={`/author/drives/${driveId}/case`}>{text}</a>,
      })}
    </Alert>
  );
}

function Actions({ drive }: { drive: DriveView }) {
  if (hasEnded(drive)) return null;
  return (
    <MemberMay do="develop">
      {drive.live_version ? (
        <PostButton
          variant="filled"
          to="/api/v1/author/drives/{driveId}/sync"
          options={{ path: { driveId: drive.id }, toast: texts.drive.actionsToast }}
          body={undefined}
        >
          {common.publishNow}
        </PostButton>
      ) : null}
      <LinkButton to="/author/drives/$id/case" params={{ id: drive.id }} variant="default">
        {texts.drive.whatHoldsIt}
      </LinkButton>
      <LinkButton to="/author/drives/$id/listing" params={{ id: drive.id }} variant="default">
        {contentTexts.editor.open}
      </LinkButton>
      <LinkButton
        to="/author/drives/new"
        search={{ drive: drive.id }}
        variant={drive.live_version ? 'default' : 'filled'}
      >
        {common.submitAManifest}
      </LinkButton>
    </MemberMay>
  );
}

function Versions({ driveId }: { driveId: string }) {
  const versions = useList('/api/v1/author/drives/{driveId}/versions', { path: { driveId } }, { refreshMs: 5_000 });
  const next = versionOnItsWay(versions.data?.pages[0]?.items ?? []);
  return (
    <section className="stack stack-8">
      {next ? <UpgradeForecast driveId={driveId} version={next} /> : null}
      <h2>{common.versions}</h2>
      <p className="dim">{texts.drive.explanation}</p>
      <VersionList driveId={driveId} list={versions} />
    </section>
  );
}
