import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useList, useSend } from '../../../api/hooks.js';
import { meQuery } from '../../../api/session.js';
import type { Schemas } from '../../../api/types.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money } from '../../../components/values/money.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { decimalToMinor, formatMoney, humanize } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { vocabulary } from '../../../text/vocabulary.js';
import { ProposeAgreedPrice } from './propose-agreed-price.js';
import { ProposeTerms } from './propose-terms.js';

type Change = Schemas['CommercialChangeView'];

const TIERS = ['starter', 'standard', 'pro', 'premium', 'flagship'] as const;
const HOLDS = ['now', 'coming', 'ended'] as const;
const DECISIONS = ['proposed', 'approved', 'rejected'] as const;
const AUDIENCES = [
  { value: 'open_market', label: 'Open market' },
  { value: 'host_network', label: 'Host network (first-party Drives)' },
];

/** What the change is, in a sentence. */
function what(change: Change): string {
  const drive = change.drive_name ?? change.drive_id ?? '';
  const amount =
    change.amount_minor && change.currency ? `${formatMoney(change.amount_minor, change.currency)} a month` : null;
  switch (change.kind) {
    case 'tier_price':
      return `${humanize(change.tier ?? '')}, ${humanize(change.audience ?? '').toLowerCase()}: ${amount ?? `no price in ${change.currency ?? ''}`}`;
    case 'agreed_price':
      return `${drive} for one venture: ${amount ?? ''}`;
    case 'billing_model':
      return `${drive} is billed by ${change.model === 'author_billing' ? 'its author, who pays the listing fee' : change.model === 'first_party' ? 'us, as first party' : 'us, for its author'}`;
    default:
      return `${drive}: we sell the plan ${change.plan ?? ''}`;
  }
}

/** The host's price list, and changes that wait for a second person. */
export function PricesPage(): ReactNode {
  const [tier, setTier] = useUrlState('tier');
  const [holds, setHolds] = useUrlState('holds');
  const [state, setState] = useUrlState('state');
  const [q, setQ] = useUrlState('q');
  const clearPrices = useClearUrlState('tier', 'holds');
  const clearChanges = useClearUrlState('state', 'q');
  const narrowed = {
    tier: TIERS.find((one) => one === tier),
    state: HOLDS.find((one) => one === holds),
  };
  const asked = { state: DECISIONS.find((one) => one === state), q: q.trim() || undefined };
  const prices = useList('/api/v1/finance/prices', { query: narrowed });
  const changes = useList('/api/v1/finance/commercial-changes', { query: asked }, { refreshMs: 15_000 });
  return (
    <Page title="Prices" actions={<ExportList kind="prices" query={narrowed} />}>
      <p>Prices cannot be changed, only replaced by a later price. Installs keep the price they accepted.</p>
      <div className="filters">
        <NativeSelect
          label="Tier"
          value={narrowed.tier ?? ''}
          data={[{ value: '', label: 'All' }, ...TIERS.map((value) => ({ value, label: humanize(value) }))]}
          onChange={(event) => setTier(event.currentTarget.value)}
        />
        <NativeSelect
          label="Holds"
          value={narrowed.state ?? ''}
          data={[
            { value: '', label: 'At any time' },
            { value: 'now', label: 'Now' },
            { value: 'coming', label: 'Later' },
            { value: 'ended', label: 'Ended' },
          ]}
          onChange={(event) => setHolds(event.currentTarget.value)}
        />
      </div>
      <ListTable
        label="Prices"
        list={prices}
        rowKey={(row) => row.id}
        onClearFilters={narrowed.tier || narrowed.state ? clearPrices : undefined}
        empty={<EmptyState>No prices yet.</EmptyState>}
        columns={[
          { id: 'label', title: 'What', cell: (row) => humanize(row.label) },
          {
            id: 'amount',
            title: 'A month',
            right: true,
            cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
          },
          { id: 'from', title: 'From', cell: (row) => <When at={row.effective_at} /> },
          { id: 'to', title: 'Until', cell: (row) => (row.ended_at ? <When at={row.ended_at} /> : '') },
        ]}
      />
      <OtherPrices />
      <ProposePrice />
      <ProposeAgreedPrice />
      <ProposeTerms />
      <h2>Changes</h2>
      <div className="filters">
        <NativeSelect
          label="Status of the change"
          value={asked.state ?? ''}
          data={[
            { value: '', label: 'All' },
            ...DECISIONS.map((value) => ({ value, label: vocabulary.decision[value].badge })),
          ]}
          onChange={(event) => setState(event.currentTarget.value)}
        />
        <TextInput
          label="Name of a Drive or author"
          value={q}
          maxLength={100}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <ExportList kind="commercial_changes" query={asked}>
          Export changes as CSV
        </ExportList>
      </div>
      <ListTable
        label="Changes"
        list={changes}
        rowKey={(row) => row.id}
        onClearFilters={asked.state || asked.q ? clearChanges : undefined}
        empty={<EmptyState>No changes proposed yet.</EmptyState>}
        columns={[
          { id: 'what', title: 'What', wrap: true, cell: (row) => what(row) },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'from', title: 'From', cell: (row) => <When at={row.effective_from ?? row.valid_from} /> },
          { id: 'who', title: 'Proposed by', cell: (row) => row.proposed_by },
          { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
          { id: 'act', title: 'Decide', cell: (row) => (row.state === 'proposed' ? <Decide change={row} /> : '') },
        ]}
      />
    </Page>
  );
}

const PRICE_POLICIES = ['price_source', 'listing_fee', 'listing_fee_collection'];

/** What else decides on prices: plans of manifests, and what authors pay who bill their customers themselves. */
function OtherPrices(): ReactNode {
  const policies = useGet('/api/v1/finance/policies');
  return (
    <Card title="Plans and listing fees">
      <Resource of={policies} what="the policies" lines={3}>
        {(list) => (
          <Facts
            items={list.items
              .filter(({ key }) => PRICE_POLICIES.includes(key))
              .map(
                (policy) =>
                  [
                    policy.title,
                    <span key={policy.key}>
                      {policy.sentence}{' '}
                      <Link to="/finance/policies/$key" params={{ key: policy.key }}>
                        Open the policy “{policy.title}”
                      </Link>
                    </span>,
                  ] as const,
              )}
          />
        )}
      </Resource>
    </Card>
  );
}

function Decide({ change }: { change: Change }): ReactNode {
  const me = useQuery(meQuery).data;
  const toast = useToast();
  const path = { id: change.id };
  const approve = useSend('/api/v1/finance/commercial-changes/{id}/approve', {
    path,
    onDone: () => toast('Approved.'),
  });
  const reject = useSend('/api/v1/finance/commercial-changes/{id}/reject', {
    path,
    onDone: () => toast('Declined.'),
  });
  const own = me?.user.id === change.proposed_by_id;
  return (
    <>
      <div className="row">
        {own ? null : (
          <Button loading={approve.isPending} onClick={() => approve.mutate({})}>
            Approve
          </Button>
        )}
        <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate({})}>
          {own ? 'Withdraw' : 'Decline'}
        </Button>
      </div>
      <SendError error={approve.error ?? reject.error} />
    </>
  );
}

function ProposePrice(): ReactNode {
  const toast = useToast();
  const [tier, setTier] = useState<string>('starter');
  const [audience, setAudience] = useState('open_market');
  const [currency, setCurrency] = useState('usd');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/commercial-changes', {
    onDone: () => {
      setReason('');
      toast('Proposed. Another person must approve it.');
    },
  });
  const minor = /^[a-z]{3}$/.test(currency) ? decimalToMinor(amount, currency) : null;
  const missing =
    minor === null || !/^[1-9]\d{0,11}$/.test(minor)
      ? 'Enter the monthly amount, for example 49.00, and a three-letter currency code.'
      : reason.trim().length < 3
        ? 'Enter a reason of at least three characters.'
        : null;
  return (
    <Card title="Propose a price">
      <div className="filters">
        <NativeSelect
          label="Tier"
          value={tier}
          data={TIERS.map((value) => ({ value, label: humanize(value) }))}
          onChange={(event) => setTier(event.currentTarget.value)}
        />
        <NativeSelect
          label="For"
          value={audience}
          data={AUDIENCES}
          onChange={(event) => setAudience(event.currentTarget.value)}
        />
        <TextInput label="Currency" value={currency} onChange={(event) => setCurrency(event.currentTarget.value)} />
        <TextInput
          label="Amount a month"
          inputMode="decimal"
          value={amount}
          error={amount !== '' && minor === null ? 'Write an amount such as 49.00.' : undefined}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </div>
      <SendError error={propose.error} />
      <div>
        <WhyNot reason={missing}>
          {(described) => (
            <Button
              {...described}
              loading={propose.isPending}
              onClick={() =>
                propose.mutate({
                  kind: 'tier_price',
                  tier,
                  audience,
                  currency,
                  amount_minor: minor,
                  valid_from: new Date(serverNowMs()).toISOString(),
                  reason: reason.trim(),
                } as never)
              }
            >
              Propose
            </Button>
          )}
        </WhyNot>
      </div>
    </Card>
  );
}
