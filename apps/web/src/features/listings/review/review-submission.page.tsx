import { Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { SubmissionView, Workspace } from '../../../api/views.js';
import { addressFacts } from '../../../components/drives/address-facts.js';
import { Id } from '../../../components/values/copy.js';
import { ListingCard } from '../../../components/drives/listing-card.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/status-badge.js';
import { SubmissionChecks, useSubmissionLive } from '../../../components/drives/submission-checks.js';
import { When } from '../../../components/values/when.js';
import { countryName } from '../../../lib/countries.js';
import { humanize } from '../../../lib/format.js';
import { useParam, useUrlState } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { CaseBar } from './case-bar.js';
import { CaseDecision } from './case-decision.js';
import { CaseExceptions } from './case-exceptions.js';
import { Checklist } from './checklist.js';
import { Changes, History, Scope, Security, Terms, Thread } from './case-evidence.js';
import { Recheck } from './recheck.js';
import { Claims } from '../../../components/drives/claims.js';
import { WrittenNotes } from '../../../components/review/written-notes.js';

const SUBMISSION = '/api/v1/review/submissions/{id}';
const REFRESH_MS = 10_000;

/** One submission with all the evidence: judged criterion by criterion, then decided by its digest. */
export function ReviewSubmissionPage(): ReactNode {
  const id = useParam('id');
  const submission = useGet(SUBMISSION, { path: { id } }, { refreshMs: REFRESH_MS });
  const workspace = useGet(`${SUBMISSION}/workspace`, { path: { id } }, { refreshMs: REFRESH_MS });
  const view = submission.data;
  return (
    <Page
      title={view ? visible(`${view.drive_name} ${view.version ?? ''}`.trim()) : 'Submission'}
      badges={
        view ? (
          <>
            <StatusBadge kind="version" code={view.state} />
            {workspace.data?.exceptions.some((one) => one.state === 'in_force') ? (
              <ToneBadge tone="special">Exception in force</ToneBadge>
            ) : null}
          </>
        ) : null
      }
    >
      <Resource of={submission} page>
        {(shown) => (
          <Resource of={workspace} what="the workspace">
            {(desk) => (
              <>
                <CaseBar of={desk} />
                <div className="detail-columns">
                  <Evidence of={desk} submission={shown} />
                  <Side of={desk} submission={shown} />
                </div>
              </>
            )}
          </Resource>
        )}
      </Resource>
    </Page>
  );
}

interface Case {
  of: Workspace;
  submission: SubmissionView;
}

function Evidence({ of: view, submission }: Case): ReactNode {
  const [tab, setTab] = useUrlState('tab', 'checklist');
  const live = useSubmissionLive(submission.id, submission.state, SUBMISSION);
  const judged = view.criteria.filter((criterion) => criterion.judged).length;
  const panels: readonly (readonly [string, string, ReactNode])[] = [
    ['checklist', `Checklist ${judged}/${view.criteria.length}`, <Checklist key="c" of={view} />],
    [
      'permissions',
      `Scope ${view.permissions.length}`,
      <Scope key="p" of={view} reasons={submission.notes.permission_reasons} />,
    ],
    ['claims', 'Claims', <Claims key="a" of={view} />],
    ['security', `Security ${view.do_not.length}`, <Security key="s" of={view} />],
    ['terms', 'Terms', <Terms key="t" of={view} />],
    ['changes', `Changes ${submission.changes.length}`, <Changes key="d" of={view} submission={submission} />],
    [
      'checks',
      `Checks ${submission.checks.length}`,
      <div key="k" className="stack">
        <Recheck of={view} />
        <SubmissionChecks checks={submission.checks} live={live} />
      </div>,
    ],
    ['thread', `Thread ${view.thread.length}`, <Thread key="w" of={view} />],
    ['history', `History ${view.earlier.length}`, <History key="h" of={view} />],
    ['exceptions', `Exceptions ${view.exceptions.length}`, <CaseExceptions key="e" of={view} />],
  ];
  return (
    <Tabs value={tab} onChange={(value) => setTab(value ?? 'checklist')} keepMounted={false}>
      <Tabs.List>
        {panels.map(([value, text]) => (
          <Tabs.Tab key={value} value={value}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {panels.map(([value, , panel]) => (
        <Tabs.Panel key={value} value={value} pt="sm">
          <div className="stack">{panel}</div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Side({ of: view, submission }: Case): ReactNode {
  const { author } = view;
  return (
    <div className="stack">
      <CaseDecision of={view} submission={submission} />
      <Card title="Submission">
        <Facts
          items={[
            ['Manifest', <code key="url">{visible(submission.manifest_url)}</code>],
            ['Digest', submission.digest ? <Id key="digest" value={submission.digest} what="digest" /> : null],
            ['Submitted', <When key="at" at={submission.created_at} />],
            ...addressFacts(submission.addresses),
            ['Kind', submission.kind === 'initial' ? 'First version' : 'Update'],
            ['Installs', view.installs],
            ['Decision', submission.decision ? visible(submission.decision.reason) : null],
            ['Answer', submission.answer ? visible(submission.answer) : null],
          ]}
        />
      </Card>
      {submission.appeal ? (
        <Card title="Appeal">
          <StatusBadge kind="listing_appeal" code={submission.appeal.state} />
          <p>
            <Link to="/review/appeals/$id" params={{ id: submission.appeal.id }}>
              The author’s message and your reply
            </Link>
          </p>
        </Card>
      ) : null}
      <WrittenNotes of={submission} reasons={false} />
      <Card title="Author">
        <Facts
          items={[
            ['Company', visible(author.name)],
            ['Country', visible(countryName(author.country))],
            ['Website', <code key="w">{visible(author.website)}</code>],
            ['Account', humanize(author.account)],
            ['Live Drives', author.drives_live],
            ['Before', `${author.approved} approved, ${author.rejected} rejected`],
          ]}
        />
      </Card>
      {submission.listing ? (
        <ListingCard listing={submission.listing} note={<p className="small dim">Operator preview</p>} />
      ) : null}
    </div>
  );
}
