import { NativeSelect, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable, ListTable } from '../../../components/tables/data-table.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { Money } from '../../../components/values/money.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/status-badge.js';
import { Since, When } from '../../../components/values/when.js';
import { formatCount } from '../../../lib/format.js';
import { stringifySearch, useParam, useUrlState } from '../../../lib/url-state.js';

type Install = Schemas['AuthorInstallView'];

const STATUSES = [
  { value: '', label: 'Any' },
  { value: 'active', label: 'Active' },
  { value: 'upgrade', label: 'Active, upgrade open' },
  { value: 'moving', label: 'Being installed or removed' },
  { value: 'ended', label: 'Removed or failed' },
] as const;
const PROMPTS = [
  { value: '', label: 'Any' },
  { value: 'open', label: 'Pending' },
  { value: 'declined', label: 'Declined' },
] as const;
const ANSWERS = [
  { value: '', label: 'Any' },
  { value: 'false', label: 'Answers' },
  { value: 'true', label: 'Not responding' },
] as const;

/** For the author, who has nothing to answer. */
const PROMPT_WORDS = {
  open: ['Pending', 'info'],
  accepted: ['Accepted', 'ok'],
  declined: ['Declined', 'neutral'],
  superseded: ['Replaced', 'neutral'],
} as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const oneOf = <T extends string>(choices: readonly { value: T }[], value: string): Exclude<T, ''> | undefined =>
  (choices.find((choice) => choice.value === value)?.value || undefined) as Exclude<T, ''> | undefined;

/** Which installs run which version, since when, and how they are: by the ids that the Drive was told, without names. */
export function DriveInstallsPage(): ReactNode {
  const driveId = useParam('id');
  const navigate = useNavigate();
  const drive = useGet('/api/v1/author/drives/{driveId}', { path: { driveId } });
  const counts = useGet(
    '/api/v1/author/drives/{driveId}/installs/counts',
    { path: { driveId } },
    { refreshMs: 30_000 },
  );
  const [status, setStatus] = useUrlState('status');
  const [version, setVersion] = useUrlState('version');
  const [prompt, setPrompt] = useUrlState('prompt');
  const [unreachable, setUnreachable] = useUrlState('unreachable');
  const [q, setQ] = useUrlState('q');
  const known = {
    status: oneOf(STATUSES, status),
    prompt: oneOf(PROMPTS, prompt),
    silent: oneOf(ANSWERS, unreachable),
  };
  const query = {
    ...(known.status && { status: known.status }),
    ...(UUID.test(version) && { revision_id: version }),
    ...(known.prompt && { prompt: known.prompt }),
    ...(known.silent && { unreachable: known.silent === 'true' }),
    ...(q.trim() !== '' && { q: q.trim() }),
  };
  const list = useList('/api/v1/author/drives/{driveId}/installs', { path: { driveId }, query }, { refreshMs: 30_000 });
  const filters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const clear = (): void => void navigate({ to: '.', search: {}, replace: true });
  return (
    <Page
      title={drive.data ? `Installs of ${drive.data.name}` : 'Installs'}
      actions={
        <ExportButton href={`/api/v1/author/drives/${driveId}/installs/csv${stringifySearch(filters)}`}>
          Export CSV
        </ExportButton>
      }
    >
      <p>
        <Link to="/author/drives/$id" params={{ id: driveId }}>
          Back to the Drive
        </Link>
      </p>
      <Resource of={counts} page>
        {(view) => <Counts of={view} driveId={driveId} />}
      </Resource>
      <div className="filters">
        <NativeSelect
          label="Status"
          value={known.status ?? ''}
          data={STATUSES.map((one) => ({ ...one }))}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <NativeSelect
          label="Version"
          value={version}
          data={[
            { value: '', label: 'Any' },
            ...(counts.data?.versions.map((one) => ({
              value: one.revision_id,
              label: one.version ?? 'not readable',
            })) ?? []),
          ]}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <NativeSelect
          label="Upgrade"
          value={known.prompt ?? ''}
          data={PROMPTS.map((one) => ({ ...one }))}
          onChange={(event) => setPrompt(event.currentTarget.value)}
        />
        <NativeSelect
          label="Health"
          value={known.silent ?? ''}
          data={ANSWERS.map((one) => ({ ...one }))}
          onChange={(event) => setUnreachable(event.currentTarget.value)}
        />
        <TextInput
          label="Id"
          description="Of the install, tenant or venture"
          value={q}
          maxLength={200}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      </div>
      <ListTable
        label="Installs"
        list={list}
        rowKey={(row) => row.install_id}
        onClearFilters={Object.keys(query).length > 0 ? clear : undefined}
        empty={<EmptyState>No installs yet. Installs appear here once the Drive is live.</EmptyState>}
        columns={[
          { id: 'install', title: 'Install', cell: (row) => <Id value={row.install_id} /> },
          {
            id: 'tenant',
            title: 'Tenant, venture',
            cell: (row) => (
              <>
                <Id value={row.tenant_id} what="tenant id" />
                <br />
                <Id value={row.venture_id} what="venture id" />
              </>
            ),
          },
          { id: 'version', title: 'Version', cell: (row) => row.version ?? 'not readable' },
          { id: 'state', title: 'Status', cell: (row) => <State of={row} /> },
          { id: 'since', title: 'Since', cell: (row) => <When at={row.since} /> },
          {
            id: 'price',
            title: 'Price / month',
            right: true,
            cell: (row) =>
              row.currency === null ? 'Free' : <Money minor={row.amount_minor} currency={row.currency} />,
          },
          { id: 'prompt', title: 'Upgrade', wrap: true, cell: (row) => <Prompt of={row} /> },
          { id: 'health', title: 'Health', wrap: true, cell: (row) => <Health of={row} /> },
        ]}
      />
    </Page>
  );
}

function Counts({ of, driveId }: { of: Schemas['AuthorInstallCountsView']; driveId: string }): ReactNode {
  return (
    <Card>
      <Facts
        items={[
          ['Active', formatCount(of.running)],
          ['New', `${formatCount(of.new_recent)} in ${of.recent_days} days`],
          ['Removed', `${formatCount(of.ended_recent)} in ${of.recent_days} days`],
          ['Upgrade not decided', formatCount(of.waiting)],
          ['Not answering', formatCount(of.unreachable)],
          ['Failed to install', formatCount(of.failed)],
        ]}
      />
      {of.versions.length === 0 ? null : (
        <DataTable
          label="Installs by version"
          rows={of.versions}
          rowKey={(row) => row.revision_id}
          columns={[
            {
              id: 'version',
              title: 'Version',
              cell: (row) => (
                <Link
                  to="/author/drives/$id/installs"
                  params={{ id: driveId }}
                  search={{ version: row.revision_id, status: 'active' }}
                >
                  {row.version ?? 'not readable'}
                </Link>
              ),
            },
            { id: 'running', title: 'Running', right: true, cell: (row) => formatCount(row.running) },
            { id: 'waiting', title: 'Upgrade not decided', right: true, cell: (row) => formatCount(row.waiting) },
          ]}
        />
      )}
    </Card>
  );
}

function State({ of }: { of: Install }): ReactNode {
  return (
    <>
      <StatusBadge kind="install" code={of.state} /> {of.ended_at === null ? null : <When at={of.ended_at} />}
    </>
  );
}

function Prompt({ of: { prompt } }: { of: Install }): ReactNode {
  if (prompt === null) return 'None';
  return (
    <>
      <ToneBadge tone={PROMPT_WORDS[prompt.state][1]}>{PROMPT_WORDS[prompt.state][0]}</ToneBadge> {prompt.version ?? ''}{' '}
      <When at={prompt.since} />
    </>
  );
}

function Health({ of }: { of: Install }): ReactNode {
  if (of.failure !== null) return of.failure;
  // Nobody asks an install that is over.
  if (of.state !== 'active') return '–';
  if (of.last_asked_at === null) return 'Not asked yet';
  if (of.unreachable_since !== null)
    return (
      <>
        <ToneBadge tone="bad">Does not answer</ToneBadge> <Since at={of.unreachable_since} />
      </>
    );
  return (
    <>
      <ToneBadge tone="ok">Answers</ToneBadge> asked <When at={of.last_asked_at} />
    </>
  );
}
