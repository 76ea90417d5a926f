import { Link } from '@tanstack/react-router';
import { refreshWhile, useGet, type ReviewWorkspaceView, type SubmissionView } from '../../../api/hooks.js';
import { addressFacts } from '../../../components/drives/address-facts.js';
import { Id, When } from '../../../components/values/values.js';
import { ListingPreviews } from '../../../components/drives/listing-card.js';
import { UrlTabs } from '../../../components/layout/url-tabs.js';
import { Card, Facts, NamedFacts } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { isBeingChecked, SubmissionChecks } from '../../../components/drives/submission-checks.js';
import { countryName } from '../../../lib/countries.js';
import { humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { CaseBar } from './case-bar.js';
import { CaseDecision } from './case-decision.js';
import { CaseExceptions } from './case-exceptions.js';
import { Checklist } from './checklist.js';
import { Changes, History, Scope, Security, Terms, Thread } from './case-evidence.js';
import { isRechecked, Recheck } from './recheck.js';
import { Claims } from '../../../components/drives/claims.js';
import { WrittenNotes } from '../../../components/review/written-notes.js';
import { texts } from '../texts/review.js';
import { labels } from '../../../text/labels.js';
import { common } from '../../../text/common.js';

const SUBMISSION = '/api/v1/review/submissions/{id}';

/** One submission with all the evidence: judged criterion by criterion, then decided by its digest. */
export function ReviewSubmissionPage() {
  const id = useParam('id');
  const submission = useGet(SUBMISSION, { path: { id } }, { refreshMs: refreshWhile(isBeingChecked) });
  const workspace = useGet(`${SUBMISSION}/workspace`, { path: { id } }, { refreshMs: refreshWhile(isRechecked) });
  const view = submission.data;
  return (
    <ResourcePage
      of={submission}
      title={view ? visible(`${view.drive_name} ${view.version ?? ''}`.trim()) : common.submission}
      badges={
        view ? (
          <>
            <StatusBadge kind="version" code={view.state} />
            {workspace.data?.exceptions.some((one) => one.state === 'in_force') ? (
              <ToneBadge tone="special">{texts.reviewSubmission.exceptionInForce}</ToneBadge>
            ) : null}
          </>
        ) : null
      }
    >
      {(shown) => (
        <Resource of={workspace} what={texts.reviewSubmission.names.workspace}>
          {(view) => (
            <>
              <CaseBar of={view} />
              <CaseDecision of={view} submission={shown} />
              <div className="detail-columns">
                <Evidence of={view} submission={shown} read={workspace} />
                <Side of={view} submission={shown} />
              </div>
            </>
          )}
        </Resource>
      )}
    </ResourcePage>
  );
}

interface Case {
  of: ReviewWorkspaceView;
  submission: SubmissionView;
}

function Evidence({ of: view, submission, read }: Case & { read: { dataUpdatedAt: number } }) {
  const judged = view.criteria.filter((criterion) => criterion.judged).length;
  const titles = texts.reviewSubmissionEvidence;
  return (
    <UrlTabs
      tabs={{
        checklist: [titles.checklist(judged, view.criteria.length), <Checklist of={view} />],
        permissions: [
          titles.scope(view.permissions.length),
          <Scope of={view} reasons={submission.notes.permission_reasons} />,
        ],
        claims: [titles.claims, <Claims of={view} area="review" />],
        security: [titles.security(view.do_not.length), <Security of={view} />],
        terms: [titles.terms, <Terms of={view} />],
        changes: [titles.changes(submission.changes.length), <Changes of={view} submission={submission} />],
        checks: [
          titles.checks(submission.checks.length),
          <>
            <Recheck of={view} read={read} />
            <SubmissionChecks of={submission} read={read} />
          </>,
        ],
        thread: [titles.thread(view.thread.length), <Thread of={view} />],
        history: [titles.history(view.earlier.length), <History of={view} />],
        exceptions: [titles.exceptions(view.exceptions.length), <CaseExceptions of={view} />],
      }}
    />
  );
}

function Side({ of: view, submission }: Case) {
  const { author } = view;
  return (
    <div className="stack">
      <Card title={common.submission}>
        <NamedFacts
          items={[
            [labels.manifest, <code key="url">{visible(submission.manifest_url)}</code>],
            [
              labels.digest,
              submission.digest ? <Id key="digest" value={submission.digest} what={common.digestInText} /> : null,
            ],
            [labels.submitted, <When key="at" at={submission.created_at} />],
            ...addressFacts(submission.addresses),
            [labels.kind, submission.kind === 'initial' ? common.firstVersion : texts.reviewSubmission.update],
            [labels.installs, view.installs],
            [labels.decision, submission.decision ? visible(submission.decision.reason) : null],
            [labels.answer, submission.answer ? visible(submission.answer) : null],
          ]}
        />
      </Card>
      {submission.appeal ? (
        <Card title={common.appeal}>
          <StatusBadge kind="listing_appeal" code={submission.appeal.state} />
          <p>
            <Link to="/review/appeals/$id" params={{ id: submission.appeal.id }}>
              {texts.reviewSubmission.messageAndReply}
            </Link>
          </p>
        </Card>
      ) : null}
      <WrittenNotes of={submission} reasons={false} />
      <Card title={common.author}>
        <Facts
          titles={texts.reviewSubmission.sideFacts}
          items={{
            company: visible(author.name),
            country: visible(countryName(author.country)),
            website: <code>{visible(author.website)}</code>,
            account: humanize(author.account),
            liveDrives: author.drives_live,
            before: texts.reviewSubmission.approvedRejected(author.approved, author.rejected),
          }}
        />
      </Card>
      <ListingPreviews of={submission} />
    </div>
  );
}
