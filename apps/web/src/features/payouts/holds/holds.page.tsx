import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { HoldView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { DirectorySearch } from '../../../components/forms/directory-search.js';
import type { Found } from '../../../components/forms/directory-search.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money } from '../../../components/values/money.js';
import { Card, Page } from '../../../components/layout/page.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { useUrlState } from '../../../lib/url-state.js';
import { AuthorLink } from '../../../components/finance/author-link.js';

const kinds = { review: 'Review', dispute_rate: 'Disputes', tax: 'Tax details', manual: 'Other' } as const;
type Kind = keyof typeof kinds;

const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

function stateOf(hold: HoldView): string {
  return hold.active ? 'active' : hold.kept.length > 0 ? 'releasing' : 'ended';
}

/** What is kept back from authors, why, and until when. */
export function HoldsPage(): ReactNode {
  const [orgId, setOrgId] = useUrlState('author');
  const query = orgId === '' ? {} : { org_id: orgId };
  const holds = useList('/api/v1/finance/payout-holds', { query }, { refreshMs: 30_000 });
  const [ending, setEnding] = useState<HoldView | null>(null);
  return (
    <Page title="Holds and reserves" actions={<ExportList kind="holds" query={query} />}>
      <Place />
      <ListTable
        label="Holds"
        list={holds}
        rowKey={(hold) => hold.id}
        onClearFilters={orgId === '' ? undefined : () => setOrgId('')}
        empty={<EmptyState>No holds. Payouts are made in full.</EmptyState>}
        columns={[
          { id: 'author', title: 'Author', cell: (hold) => <AuthorLink id={hold.org_id} name={hold.author} /> },
          { id: 'kind', title: 'Kind', cell: (hold) => kinds[hold.kind] },
          { id: 'part', title: 'Part', right: true, cell: (hold) => percent(hold.basis_points) },
          {
            id: 'how',
            title: 'Released',
            wrap: true,
            cell: (hold) =>
              hold.window_months === null
                ? 'when the hold ends'
                : `each part after ${hold.window_months} ${hold.window_months === 1 ? 'month' : 'months'}`,
          },
          { id: 'state', title: 'Status', cell: (hold) => <StatusBadge kind="hold" code={stateOf(hold)} /> },
          { id: 'kept', title: 'Amount held', right: true, cell: (hold) => <Kept hold={hold} /> },
          { id: 'reason', title: 'Reason for the author', wrap: true, cell: (hold) => hold.reason },
          { id: 'by', title: 'Placed by', cell: (hold) => hold.made_by_name },
          { id: 'from', title: 'From', cell: (hold) => <When at={hold.starts_at} /> },
          { id: 'to', title: 'Until', cell: (hold) => <When at={hold.ends_at} /> },
          {
            id: 'end',
            title: 'End',
            cell: (hold) =>
              stateOf(hold) === 'ended' ? null : (
                <Button variant="default" onClick={() => setEnding(hold)} aria-label={`End the hold of ${hold.author}`}>
                  End
                </Button>
              ),
          },
        ]}
      />
      {ending ? <EndDialog hold={ending} onClose={() => setEnding(null)} /> : null}
    </Page>
  );
}

function Kept({ hold }: { hold: HoldView }): ReactNode {
  if (hold.kept.length === 0) return <span className="dim">nothing</span>;
  return hold.kept.map((one) => (
    <div key={one.currency}>
      <Money minor={one.amount_minor} currency={one.currency} />
      {one.next_release_at ? (
        <div className="small dim">
          next <When at={one.next_release_at} />
        </div>
      ) : null}
    </div>
  ));
}

function Place(): ReactNode {
  const toast = useToast();
  const [author, setAuthor] = useState<Found | null>(null);
  const [kind, setKind] = useState<Kind>('review');
  const [part, setPart] = useState<number | string>(100);
  const [months, setMonths] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const place = useSend('/api/v1/finance/payout-holds', {
    onDone: () => {
      toast('Hold placed. The author was notified.');
      setAuthor(null);
      setReason('');
    },
  });
  const basisPoints = Math.round(Number(part) * 100);
  const missing =
    author === null
      ? 'Choose an author first.'
      : basisPoints < 1 || basisPoints > 10_000
        ? 'The share must be more than 0 and at most 100 %.'
        : reason.trim().length < 3
          ? 'Enter a reason for the author.'
          : null;
  return (
    <Card title="Place a hold">
      <p className="dim">
        Withholds its share from the next run on. The author sees the reason immediately and is notified by email.
      </p>
      <SendError error={place.error} />
      <div className="filters">
        <DirectorySearch label="Author" kind="author" chosen={author} onChoose={setAuthor} />
        <NativeSelect
          label="Kind"
          value={kind}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        />
        <NumberInput label="Share, %" min={0.01} max={100} decimalScale={2} value={part} onChange={setPart} />
        <NumberInput
          label="Released after months"
          description="Leave empty to release when the hold ends"
          min={1}
          max={24}
          allowDecimal={false}
          value={months}
          onChange={setMonths}
        />
        <TextInput
          label="Reason for the author"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <WhyNot reason={missing}>
          {(described) => (
            <Button
              {...described}
              loading={place.isPending}
              onClick={() =>
                place.mutate({
                  org_id: author?.id ?? '',
                  kind,
                  basis_points: basisPoints,
                  window_months: months === '' ? null : Number(months),
                  reason: reason.trim(),
                })
              }
            >
              Place hold
            </Button>
          )}
        </WhyNot>
      </div>
    </Card>
  );
}

function EndDialog({ hold, onClose }: { hold: HoldView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [reason, setReason] = useState('');
  const end = useSend('/api/v1/finance/payout-holds/{id}/end', {
    path: { id: hold.id },
    onDone: () => {
      toast('Ended.');
      onClose();
    },
  });
  const send = (releaseNow: boolean): void => end.mutate({ reason: reason.trim(), release_now: releaseNow });
  return (
    <Dialog open title={`End the hold of ${hold.author}`} onClose={onClose}>
      <p>
        {hold.window_months === null
          ? 'The full amount returns to the balance immediately.'
          : 'It withholds nothing more. Held amounts are released on their dates, or immediately.'}
      </p>
      <SendError error={end.error} />
      <TextInput
        label="Why"
        description="At least three characters."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WhyNot reason={reason.trim().length < 3 ? 'Enter a reason of at least three characters.' : null}>
          {(described) => (
            <>
              {hold.window_months === null || !hold.active ? null : (
                <Button variant="default" {...described} loading={end.isPending} onClick={() => send(false)}>
                  End, keep the dates
                </Button>
              )}
              <Button {...described} loading={end.isPending} onClick={() => send(true)}>
                End and release
              </Button>
            </>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
