import { NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useList } from '../../../api/hooks.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { useFilter } from '../../../components/tables/filter.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money, When } from '../../../components/values/values.js';
import { Card, Page, NamedFacts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { humanize } from '../../../lib/format.js';
import { optionsOf } from '../../../lib/options.js';
import { useClearUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { priceOf, Proposal } from './proposal.js';
import { ProposeAgreedPrice } from './propose-agreed-price.js';
import { ProposeTerms } from './propose-terms.js';
import { texts } from '../texts/pricing.js';
import { common } from '../../../text/common.js';

/** The host's price list, and changes that wait for a second person. */
export function PricesPage() {
  const [tier, tierFilter] = useFilter('tier', {
    label: common.tier,
    choices: texts.prices.tiers,
    any: common.all,
  });
  const [holds, holdsFilter] = useFilter('holds', {
    label: common.holds,
    choices: texts.prices.holds,
    any: texts.prices.atAnyTime,
  });
  const clearPrices = useClearUrlState('tier', 'holds');
  const narrowed = { tier, state: holds };
  const prices = useList('/api/v1/finance/prices', { query: narrowed });
  return (
    <Page title={common.prices} actions={<ExportList kind="prices" query={narrowed} />}>
      <p>{texts.prices.explanation}</p>
      <div className="filters">
        {tierFilter}
        {holdsFilter}
      </div>
      <ListTable
        label={common.prices}
        list={prices}
        onClearFilters={narrowed.tier || narrowed.state ? clearPrices : undefined}
        empty={texts.prices.noPricesYet}
        titles={texts.prices.columns}
        columns={[
          { id: 'what', cell: (row) => humanize(row.label) },
          { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
          { id: 'from', cell: (row) => <When at={row.effective_at} /> },
          { id: 'to', cell: (row) => (row.ended_at ? <When at={row.ended_at} /> : '') },
        ]}
      />
      <OtherPrices />
      <ProposePrice />
      <ProposeAgreedPrice />
      <ProposeTerms />
      <h2>{texts.prices.heading}</h2>
      <ApprovalList label={texts.prices.heading} empty={texts.prices.noChangesYet} kind="commercial_change" />
    </Page>
  );
}

const PRICE_POLICIES = ['price_source', 'listing_fee', 'listing_fee_collection'];

/** Further prices: plans of manifests, and fees of authors who bill their customers themselves. */
function OtherPrices() {
  const policies = useGet('/api/v1/finance/policies');
  return (
    <Card title={texts.prices.otherPricesTitle}>
      <Resource of={policies} what={texts.prices.names.policies} lines={3}>
        {(list) => (
          <NamedFacts
            items={list.items
              .filter(({ key }) => PRICE_POLICIES.includes(key))
              .map(
                (policy) =>
                  [
                    policy.title,
                    <span key={policy.key}>
                      {policy.sentence}{' '}
                      <Link to="/finance/policies/$key" params={{ key: policy.key }}>
                        {texts.prices.openThePolicy(policy.title)}
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

function ProposePrice() {
  const [tier, setTier] = useState<string>('starter');
  const [audience, setAudience] = useState('open_market');
  const [currency, setCurrency] = useState('usd');
  const [amount, setAmount] = useState('');
  const minor = priceOf(amount, currency);
  return (
    <Proposal
      title={texts.prices.proposePriceTitle}
      missing={minor === null ? texts.prices.amountMissing : null}
      reasonLabel={common.reason}
      confirm={common.propose}
      change={{ kind: 'tier_price', tier, audience, currency, amount_minor: minor } as never}
    >
      <NativeSelect label={common.tier} {...controlled(tier, setTier)} data={optionsOf(texts.prices.tiers)} />
      <NativeSelect
        label={common.for}
        {...controlled(audience, setAudience)}
        data={optionsOf(texts.prices.audiences)}
      />
      <TextInput label={common.currency} {...controlled(currency, setCurrency)} />
      <TextInput
        label={texts.prices.amountAMonthLabel}
        inputMode="decimal"
        {...controlled(amount, setAmount)}
        error={amount !== '' && minor === null ? common.enterAnAmount : undefined}
      />
    </Proposal>
  );
}
