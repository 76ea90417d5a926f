import { NativeSelect, NumberInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card, Page } from '../../../components/layout/page.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/values.js';
import { formatMoney, formatShare, humanize } from '../../../lib/format.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';

const TIERS = ['starter', 'standard', 'pro', 'premium', 'flagship'] as const;
const MOST_INSTALLS = 1_000_000;
const MOST_PERCENT = 100;

/** What installs of a price tier earn in a month, and how it is split between author and platform. */
export function EarningsEstimatorPage(): ReactNode {
  const [installs, setInstalls] = useState<number | string>(10);
  const [tier, setTier] = useState<(typeof TIERS)[number]>('standard');
  const [percent, setPercent] = useState<number | string>(MOST_PERCENT);
  return (
    <Page title={common.earningsEstimator}>
      <Card>
        <div className="filters filters-top">
          <NumberInput
            label={common.installs}
            min={1}
            max={MOST_INSTALLS}
            allowDecimal={false}
            value={installs}
            onChange={setInstalls}
          />
          <NativeSelect
            label={texts.earningsEstimator.tierLabel}
            {...controlled(tier, setTier)}
            data={TIERS.map((value) => ({ value, label: humanize(value) }))}
          />
          <NumberInput
            label={texts.earningsEstimator.monthPercentLabel}
            min={1}
            max={MOST_PERCENT}
            allowDecimal={false}
            value={percent}
            onChange={setPercent}
          />
        </div>
        {isWithin(installs, MOST_INSTALLS) && isWithin(percent, MOST_PERCENT) ? (
          <Estimate of={{ installs, tier, month_percent: percent }} />
        ) : (
          <p className="dim">{texts.earningsEstimator.incomplete}</p>
        )}
      </Card>
    </Page>
  );
}

function isWithin(value: number | string, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}

function Estimate({
  of,
}: {
  of: { installs: number; tier: (typeof TIERS)[number]; month_percent: number };
}): ReactNode {
  const estimate = useGet('/api/v1/author/earnings-estimate', { query: of });
  const { gross, author, platform } = texts.earningsEstimator.rows;
  return (
    <Resource of={estimate} what={texts.earningsEstimator.names.estimate}>
      {({ currency, price_minor, gross_minor, share }) => (
        <>
          <DataTable
            label={common.earningsEstimator}
            rows={[
              { id: gross, amount: gross_minor },
              { id: author(formatShare(share.basis_points)), amount: share.author_minor },
              { id: platform, amount: share.platform_minor },
            ]}
            columns={[
              { id: 'part', cell: (row) => row.id },
              { id: 'amount', right: true, cell: (row) => <Money minor={row.amount} currency={currency} /> },
            ]}
          />
          <p className="dim">{texts.earningsEstimator.explanation(formatMoney(price_minor, currency))}</p>
        </>
      )}
    </Resource>
  );
}
