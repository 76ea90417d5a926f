import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useList, type ListResult, type BillingSummaryView } from '../../../api/hooks.js';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { Card } from '../../../components/layout/page.js';
import { ListTable, type Column } from '../../../components/tables/data-table.js';
import { Id, AmountOf, Money } from '../../../components/values/values.js';
import { formatMoney, formatMonth } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import type { Label } from '../../../text/labels.js';
import { texts } from '../texts/summaries.js';
import { ticked } from '../../../lib/use-form.js';

function comparedText({ comparison, difference_minor: difference, currency }: BillingSummaryView): string {
  if (comparison !== 'plugin_says_more' && comparison !== 'plugin_says_less')
    return texts.summaries.compared[comparison];
  return texts.summaries.compared[comparison](formatMoney((difference ?? '0').replace('-', ''), currency));
}

type SummaryColumn = Column<BillingSummaryView, keyof typeof texts.summaries.columns | Label>;

const month: SummaryColumn = { id: 'month', cell: (row) => formatMonth(row.month) };
const install: SummaryColumn = { id: 'install', cell: (row) => <Id value={row.install_id} /> };
const compared: SummaryColumn[] = [
  { id: 'plan', cell: (row) => visible(row.plan) },
  { id: 'said', right: true, cell: (row) => <Money minor={row.said_minor} currency={row.currency} /> },
  { id: 'invoiced', right: true, cell: (row) => <AmountOf minor={row.invoiced_minor} currency={row.currency} /> },
  { id: 'compared', cell: comparedText },
];

const keyOf = (row: BillingSummaryView): string => `${row.month} ${row.install_id} ${row.currency}`;

/** Amounts that the plugin of an install reports to bill, for its operator; empty without a report. */
export function InstallBillingSummaries({ id }: { id: string }) {
  const summaries = useList('/api/v1/operator/billing-summaries', { query: { install_id: id } });
  return <SaidBills list={summaries} columns={[month, ...compared]} />;
}

/** Amounts that a Drive reports to bill, for members of its author's organisation who see money. */
export function DriveBillingSummaries({ driveId }: { driveId: string }) {
  return useMemberMay('see_money') ? <OfDrive driveId={driveId} /> : null;
}

function OfDrive({ driveId }: { driveId: string }) {
  const summaries = useList('/api/v1/author/billing-summaries', { query: { drive_id: driveId } });
  return <SaidBills list={summaries} columns={[month, install, ...compared]} />;
}

function SaidBills({ list, columns }: { list: ListResult<BillingSummaryView>; columns: SummaryColumn[] }) {
  if (list.data?.pages.every(({ items }) => items.length === 0)) return null;
  return (
    <Card title={texts.summaries.title}>
      <p className="small dim">{texts.summaries.explanation}</p>
      <ListTable
        label={texts.summaries.title}
        list={list}
        rowKey={keyOf}
        empty={null}
        titles={texts.summaries.columns}
        columns={columns}
      />
    </Card>
  );
}

/** Amounts that plugins report to have billed in a month, for finance. */
export function MonthBillingSummaries({ month: of, closed }: { month: string; closed: boolean }) {
  const [differs, setDiffers] = useState(false);
  const summaries = useList('/api/v1/finance/billing-summaries', {
    query: { month: of, ...(differs && { differs: 'true' as const }) },
  });
  return (
    <Card title={texts.summaries.title}>
      <p className="small dim">{texts.summaries.explanation}</p>
      {closed ? <Checkbox label={texts.summaries.onlyDifferences} {...ticked(differs, setDiffers)} /> : null}
      <ListTable
        label={texts.summaries.title}
        list={summaries}
        rowKey={keyOf}
        empty={differs ? texts.summaries.emptyDifferences : texts.summaries.empty}
        titles={texts.summaries.columns}
        columns={[
          { id: 'tenant', cell: (row) => row.tenant_name },
          { id: 'plugin', cell: (row) => row.drive_slug },
          install,
          ...compared,
        ]}
      />
    </Card>
  );
}
