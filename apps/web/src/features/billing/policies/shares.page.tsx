import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { meQuery } from '../../../api/session.js';
import type { Schemas } from '../../../api/types.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { DirectorySearch } from '../../../components/forms/directory-search.js';
import type { Found } from '../../../components/forms/directory-search.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Card, Page } from '../../../components/layout/page.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { decimalToMinor, formatMonth, formatShare } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { SharePreview } from './share-preview.js';
import type { ShareQuestion } from './share-preview.js';

type Override = Schemas['RevenueShareOverrideView'];

const MOST_PERCENT = 100;
const MIN_REASON = 3;

function shareText({ basis_points, drive_id }: Pick<Override, 'basis_points' | 'drive_id'>): string {
  if (basis_points !== null) return formatShare(basis_points);
  return drive_id ? 'Back to the author’s share' : 'Back to the standard share';
}

const questionOf = (override: Override): ShareQuestion => ({
  ...(override.drive_id ? { drive_id: override.drive_id } : { org_id: override.org_id ?? '' }),
  ...(override.basis_points === null ? {} : { basis_points: override.basis_points }),
  month: override.month,
});

/** Shares agreed with single authors or for single Drives, and those that wait for a second person. */
export function SharesPage(): ReactNode {
  const [orgId, setOrgId] = useUrlState('author');
  const query = orgId === '' ? {} : { org_id: orgId };
  const overrides = useList('/api/v1/finance/revenue-share-overrides', { query }, { refreshMs: 15_000 });
  return (
    <Page title="Revenue-share overrides" actions={<ExportList kind="shares" query={query} />}>
      <p>
        A different share for installs that start from a given month. An override for a Drive takes precedence over one
        for its author. Existing installs keep their share.
      </p>
      <ListTable
        label="Revenue-share overrides"
        list={overrides}
        rowKey={(row) => row.id}
        onClearFilters={orgId === '' ? undefined : () => setOrgId('')}
        empty={
          <EmptyState>No overrides. The standard share of the policy applies. Propose an override below.</EmptyState>
        }
        columns={[
          {
            id: 'name',
            title: 'Of',
            cell: (row) => (
              <>
                {row.name} <span className="small dim">{row.drive_id ? 'Drive' : 'Author'}</span>
              </>
            ),
          },
          { id: 'share', title: 'Author’s share', right: true, cell: shareText },
          { id: 'month', title: 'From', cell: (row) => formatMonth(row.month) },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'who', title: 'Proposed by', cell: (row) => row.proposed_by },
          { id: 'by', title: 'Decided by', cell: (row) => row.decided_by ?? '' },
          { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
          { id: 'act', title: 'Decide', cell: (row) => (row.state === 'proposed' ? <Decide override={row} /> : '') },
        ]}
      />
      <Propose />
    </Page>
  );
}

function Decide({ override }: { override: Override }): ReactNode {
  const me = useQuery(meQuery).data;
  const toast = useToast();
  const [approving, setApproving] = useState(false);
  const path = { id: override.id };
  const approve = useSend('/api/v1/finance/revenue-share-overrides/{id}/approve', {
    path,
    onDone: () => {
      setApproving(false);
      toast('Approved.');
    },
  });
  const reject = useSend('/api/v1/finance/revenue-share-overrides/{id}/reject', {
    path,
    onDone: () => toast('Declined.'),
  });
  const own = me?.user.id === override.proposed_by_id;
  return (
    <>
      <div className="row">
        {own ? null : <Button onClick={() => setApproving(true)}>Approve</Button>}
        <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate({})}>
          {own ? 'Withdraw' : 'Decline'}
        </Button>
      </div>
      <SendError error={reject.error} />
      <Dialog open={approving} title={`Approve the share of ${override.name}`} onClose={() => setApproving(false)}>
        <SharePreview of={questionOf(override)} />
        <p>An approved share cannot be changed, only replaced by a later one.</p>
        <SendError error={approve.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={() => setApproving(false)}>
            Cancel
          </Button>
          <Button loading={approve.isPending} onClick={() => approve.mutate({})}>
            Approve from {formatMonth(override.month)}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function nextMonth(): string {
  const now = new Date(serverNowMs());
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
}

function Propose(): ReactNode {
  const toast = useToast();
  const [of, setOf] = useState<Found | null>(null);
  const [own, setOwn] = useState(true);
  const [percent, setPercent] = useState<number | string>('');
  const [month, setMonth] = useState(nextMonth);
  const [example, setExample] = useState('100.00');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/revenue-share-overrides', {
    onDone: () => {
      setOf(null);
      setReason('');
      toast('Proposed. Another person must approve it.');
    },
  });
  const value = typeof percent === 'number' && percent >= 0 && percent <= MOST_PERCENT ? percent : null;
  const points = own && value !== null ? Math.round(value * 100) : null;
  const minor = decimalToMinor(example, 'usd');
  const open =
    of === null
      ? 'Choose an author or a Drive first.'
      : own && points === null
        ? `Write a share of 0 to ${MOST_PERCENT} %.`
        : /^20\d\d-\d\d$/.test(month)
          ? null
          : 'Choose the first month.';
  const missing = open ?? (reason.trim().length < MIN_REASON ? 'Enter a reason for the second person.' : null);
  const scope = of?.kind === 'drive' ? { drive_id: of.id } : { org_id: of?.id ?? '' };
  return (
    <Card title="Propose a share">
      <div className="filters filters-top">
        <DirectorySearch label="Author or Drive" chosen={of} onChoose={setOf} />
        <NativeSelect
          label="Share"
          value={own ? 'own' : 'none'}
          data={[
            { value: 'own', label: 'Set an override' },
            { value: 'none', label: 'End the override' },
          ]}
          onChange={(event) => setOwn(event.currentTarget.value === 'own')}
        />
        {own ? (
          <NumberInput
            label="Author’s share, %"
            min={0}
            max={MOST_PERCENT}
            decimalScale={2}
            hideControls
            value={percent}
            onChange={setPercent}
          />
        ) : null}
        <TextInput
          label="From month"
          type="month"
          min={nextMonth()}
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
        <TextInput
          label="Example amount, USD"
          inputMode="decimal"
          value={example}
          error={minor === null ? 'Write an amount such as 100.00.' : undefined}
          onChange={(event) => setExample(event.currentTarget.value)}
        />
      </div>
      {open === null && minor !== null ? (
        <SharePreview
          of={{ ...scope, ...(points === null ? {} : { basis_points: points }), month, amount_minor: minor }}
        />
      ) : (
        <p className="dim">Choose an author or Drive and a share to preview the effect.</p>
      )}
      <TextInput
        label="Reason"
        description="For the second person. Not shown to the author."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <SendError
        error={propose.error}
        rest={propose.error?.details.map((detail) => `${detail.pointer}: ${detail.message}`).join(' ')}
      />
      <div>
        <WhyNot reason={missing}>
          {(described) => (
            <Button
              {...described}
              loading={propose.isPending}
              onClick={() => propose.mutate({ ...scope, basis_points: points, month, reason: reason.trim() })}
            >
              Propose
            </Button>
          )}
        </WhyNot>
      </div>
    </Card>
  );
}
