import { NativeSelect, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useGet, useList, type AuthorInstallCountsView, type AuthorInstallView } from '../../../api/hooks.js';
import { Id, Money, Since, When } from '../../../components/values/values.js';
import { DataTable, ListTable } from '../../../components/tables/data-table.js';
import { useFilter } from '../../../components/tables/filter.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { formatCount } from '../../../lib/format.js';
import { stringifySearch, useParam, useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { DriveBillingSummaries } from '../../billing/summaries/billing-summaries.js';
import { DriveEvents } from '../history/drive-events.js';
import { DriveHistory } from '../history/history.js';
import { DriveDeliveries } from './event-deliveries.js';
import { LastSigned } from './install-calls.js';
import { DriveReading } from './reading.js';
import { texts } from '../texts/drive-installs.js';
import { texts as reading } from '../texts/install-detail.js';
import { common, rich } from '../../../text/common.js';

const { problems } = reading.driveReading;

/** For the author, who has nothing to answer. */
const PROMPT_WORDS = {
  open: [texts.driveInstalls.prompts.open, 'info'],
  accepted: [texts.driveInstalls.accepted, 'ok'],
  declined: [texts.driveInstalls.prompts.declined, 'neutral'],
  superseded: [texts.driveInstalls.replaced, 'neutral'],
} as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Which installs run which version, since when, and their status: by the ids that the Drive received, without names.
 */
export function DriveInstallsPage() {
  const driveId = useParam('id');
  const navigate = useNavigate();
  const drive = useGet('/api/v1/author/drives/{driveId}', { path: { driveId } });
  const counts = useGet(
    '/api/v1/author/drives/{driveId}/installs/counts',
    { path: { driveId } },
    { refreshMs: 30_000 },
  );
  const { statuses, prompts, answers } = texts.driveInstalls;
  const [status, statusFilter] = useFilter('status', { label: common.status, choices: statuses });
  const [version, setVersion] = useUrlState('version');
  const [prompt, promptFilter] = useFilter('prompt', { label: texts.driveInstalls.upgradeLabel, choices: prompts });
  const [silent, silentFilter] = useFilter('unreachable', { label: common.health, choices: answers });
  const [q, setQ] = useUrlState('q');
  const query = {
    ...(status && { status }),
    ...(UUID.test(version) && { revision_id: version }),
    ...(prompt && { prompt }),
    ...(silent && { unreachable: silent === 'true' }),
    ...(q.trim() !== '' && { q: q.trim() }),
  };
  const list = useList('/api/v1/author/drives/{driveId}/installs', { path: { driveId }, query }, { refreshMs: 30_000 });
  const filters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const clear = (): void => void navigate({ to: '.', search: {}, replace: true });
  return (
    <Page
      title={drive.data ? texts.driveInstalls.title(drive.data.name) : common.installs}
      actions={
        <ExportButton href={`/api/v1/author/drives/${driveId}/installs/csv${stringifySearch(filters)}`}>
          {common.exportCsv}
        </ExportButton>
      }
    >
      <p>
        <Link to="/author/drives/$id" params={{ id: driveId }}>
          {texts.driveInstalls.backToTheDrive}
        </Link>
      </p>
      <Resource of={counts} page>
        {(view) => <Counts of={view} driveId={driveId} />}
      </Resource>
      <DriveReading driveId={driveId} />
      <DriveEvents driveId={driveId} />
      <DriveBillingSummaries driveId={driveId} />
      <DriveHistory driveId={driveId} />
      <div className="filters">
        {statusFilter}
        <NativeSelect
          label={common.version}
          {...controlled(version, setVersion)}
          data={[
            { value: '', label: common.any },
            ...(counts.data?.versions.map((one) => ({
              value: one.revision_id,
              label: one.version ?? common.notReadable,
            })) ?? []),
          ]}
        />
        {promptFilter}
        {silentFilter}
        <TextInput
          label={common.id}
          description={texts.driveInstalls.idHelp}
          {...controlled(q, setQ)}
          maxLength={200}
        />
      </div>
      <ListTable
        label={common.installs}
        list={list}
        rowKey={(row) => row.install_id}
        onClearFilters={Object.keys(query).length > 0 ? clear : undefined}
        empty={texts.driveInstalls.empty}
        titles={texts.driveInstalls.columns}
        columns={[
          { id: 'install', cell: (row) => <Id value={row.install_id} /> },
          {
            id: 'tenant',
            cell: (row) => (
              <>
                <Id value={row.tenant_id} what={texts.driveInstalls.names.tenantId} />
                <br />
                <Id value={row.venture_id} what={texts.driveInstalls.names.ventureId} />
              </>
            ),
          },
          { id: 'version', cell: (row) => row.version ?? common.notReadable },
          { id: 'state', cell: (row) => <State of={row} /> },
          { id: 'since', cell: (row) => <When at={row.since} /> },
          {
            id: 'price',
            right: true,
            cell: (row) =>
              row.currency === null ? (
                texts.driveInstalls.free
              ) : (
                <Money minor={row.amount_minor} currency={row.currency} />
              ),
          },
          { id: 'prompt', cell: (row) => <Prompt of={row} /> },
          { id: 'health', cell: (row) => <Health of={row} /> },
        ]}
      />
      <DriveDeliveries driveId={driveId} />
    </Page>
  );
}

function Counts({ of, driveId }: { of: AuthorInstallCountsView; driveId: string }) {
  return (
    <Card>
      <Facts
        titles={texts.driveInstalls.countsFacts}
        items={{
          active: formatCount(of.running),
          new: texts.driveInstalls.newInDays(formatCount(of.new_recent), of.recent_days),
          removed: texts.driveInstalls.endedInDays(formatCount(of.ended_recent), of.recent_days),
          upgradeNotDecided: formatCount(of.waiting),
          notAnswering: formatCount(of.unreachable),
          failedToInstall: formatCount(of.failed),
        }}
      />
      {of.versions.length === 0 ? null : (
        <DataTable
          label={texts.driveInstalls.countsTableLabel}
          rows={of.versions}
          rowKey={(row) => row.revision_id}
          titles={texts.driveInstalls.countsColumns}
          columns={[
            {
              id: 'version',
              cell: (row) => (
                <Link
                  to="/author/drives/$id/installs"
                  params={{ id: driveId }}
                  search={{ version: row.revision_id, status: 'active' }}
                >
                  {row.version ?? common.notReadable}
                </Link>
              ),
            },
            { id: 'running', right: true, cell: (row) => formatCount(row.running) },
            { id: 'waiting', right: true, cell: (row) => formatCount(row.waiting) },
          ]}
        />
      )}
    </Card>
  );
}

function State({ of }: { of: AuthorInstallView }) {
  return (
    <>
      <StatusBadge kind="install" code={of.state} /> {of.ended_at === null ? null : <When at={of.ended_at} />}
    </>
  );
}

function Prompt({ of: { prompt } }: { of: AuthorInstallView }) {
  if (prompt === null) return common.noneTitle;
  return (
    <>
      <ToneBadge tone={PROMPT_WORDS[prompt.state][1]}>{PROMPT_WORDS[prompt.state][0]}</ToneBadge> {prompt.version ?? ''}{' '}
      <When at={prompt.since} />
    </>
  );
}

function Health({ of }: { of: AuthorInstallView }) {
  if (of.failure !== null) return of.failure;
  const refused = of.state === 'active' ? of.cannot_open : null;
  return (
    <>
      <Answers of={of} />
      {refused === null ? null : <div>{texts.driveInstalls.cannotBeOpened(refused)}</div>}
      {of.state === 'active' && of.token_refused_at !== null ? <div>{texts.driveInstalls.tokenRefused}</div> : null}
      {of.token_proof === 'accepted' ? <div>{texts.driveInstalls.tokenAccepted}</div> : null}
    </>
  );
}

function Answers({ of }: { of: AuthorInstallView }) {
  // An ended install is not asked.
  if (of.state !== 'active') return '–';
  if (of.last_asked_at === null) return texts.driveInstalls.notAskedYet;
  if (of.unreachable_since !== null)
    return (
      <>
        <ToneBadge tone="bad">
          {of.refusal === null ? texts.driveInstalls.doesNotAnswer : problems[of.refusal]}
        </ToneBadge>{' '}
        <Since at={of.refused_since ?? of.unreachable_since} /> <LastSigned of={of} />
      </>
    );
  return rich(texts.driveInstalls.running, {
    badge: (text) => <ToneBadge tone="ok">{text}</ToneBadge>,
    call: <LastSigned of={of} />,
  });
}
