import type { ReactNode } from 'react';
import { humanize } from '../../lib/format.js';
import { DataTable } from '../../components/tables/data-table.js';
import type { Column } from '../../components/tables/data-table.js';
import { Money } from '../../components/values/money.js';
import { Card } from '../../components/layout/page.js';

type Row = Record<string, string | number | boolean | null>;

/** The parts of a result that are shown; docs/simulate.md describes all of it. */
export interface SimulationResult {
  lines: Row[];
  invoices: Row[];
  refunds: Row[];
  disputes: Row[];
  runs: { month: string; state: string; payouts: Row[] }[];
  accounts: Row[];
  refused: Row[];
  checks: Row[];
}

const text = (value: Row[string] | undefined): string => (value === null || value === undefined ? '' : String(value));
const day = (value: Row[string] | undefined): string => text(value).replace('T00:00:00.000Z', '').replace('.000Z', 'Z');

function plain(id: string, title: string, of: (row: Row) => string = (row) => text(row[id])): Column<Row> {
  return { id, title, cell: (row) => of(row) };
}
function money(id: string, title: string): Column<Row> {
  return {
    id,
    title,
    right: true,
    cell: (row) => (row[id] === null ? '' : <Money minor={text(row[id])} currency={text(row['currency'])} />),
  };
}
const invoiceOf = plain('invoice', 'Invoice', (row) => `${text(row['tenant'])} ${text(row['month'])}`);
const account = plain('account', 'Account', (row) => `${text(row['account'])} ${text(row['owner'])}`.trim());

/** What came of a simulation, as tables. */
export function SimulationTables({ result }: { result: SimulationResult }): ReactNode {
  const payouts = result.runs.flatMap((run) => run.payouts.map((payout): Row => ({ ...payout, month: run.month })));
  const wrong = result.checks.filter((check) => check['ok'] !== true);
  return (
    <>
      <Section title="Payouts" rows={payouts} empty="No amounts are owed to authors.">
        {[
          plain('author', 'Author'),
          plain('month', 'Month'),
          money('opening', 'Opening'),
          money('earned', 'Earned'),
          money('taken_back', 'Reversed'),
          money('paid', 'Paid'),
          money('carried', 'Carried'),
          plain('reason', 'Reason', (row) => humanize(text(row['reason']))),
        ]}
      </Section>
      <Section title="Lines" rows={result.lines} empty="Nothing billed.">
        {[
          plain('install', 'Install'),
          plain('author', 'Author', (row) => text(row['author']) || 'platform'),
          plain('from', 'From', (row) => day(row['from'])),
          plain('to', 'To', (row) => day(row['to'])),
          money('price', 'Price a month'),
          money('gross', 'Gross'),
          money('author_share', 'Author'),
          money('platform_share', 'Platform'),
        ]}
      </Section>
      <Section title="Invoices" rows={result.invoices} empty="No invoices.">
        {[
          plain('number', 'Number'),
          plain('tenant', 'Tenant'),
          plain('month', 'Month'),
          money('total', 'Total'),
          plain('state', 'Status', (row) => humanize(text(row['state']))),
          plain('paid_at', 'Paid', (row) => day(row['paid_at'])),
        ]}
      </Section>
      {result.refunds.length > 0 ? (
        <Section title="Refunds" rows={result.refunds} empty="">
          {[plain('refund', 'Refund'), invoiceOf, money('amount', 'Amount'), plain('state', 'Status')]}
        </Section>
      ) : null}
      {result.disputes.length > 0 ? (
        <Section title="Disputes" rows={result.disputes} empty="">
          {[plain('dispute', 'Dispute'), invoiceOf, money('amount', 'Amount'), plain('status', 'Status')]}
        </Section>
      ) : null}
      <Section title="Balances" rows={result.accounts} empty="No postings.">
        {[account, money('debits', 'Debits'), money('credits', 'Credits'), money('balance', 'Balance')]}
      </Section>
      {result.refused.length > 0 ? (
        <Section title="Refused" rows={result.refused} empty="">
          {[
            plain('type', 'Event', (row) => `${text(row['type'])}, ${day(row['at'])}`),
            plain('code', 'Code'),
            { id: 'message', title: 'Why', wrap: true, cell: (row) => text(row['message']) },
          ]}
        </Section>
      ) : null}
      <Card title="Checks">
        <p>
          {wrong.length === 0
            ? `All ${result.checks.length} checks passed.`
            : `${wrong.length} of ${result.checks.length} checks do not hold: ${wrong.map((check) => text(check['check'])).join(', ')}.`}
        </p>
      </Card>
    </>
  );
}

function Section({
  title,
  rows,
  empty,
  children,
}: {
  title: string;
  rows: readonly Row[];
  empty: string;
  children: Column<Row>[];
}): ReactNode {
  const numbered = new Map(rows.map((row, i) => [row, i]));
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="dim">{empty}</p>
      ) : (
        <DataTable label={title} rows={rows} rowKey={(row) => String(numbered.get(row))} columns={children} />
      )}
    </Card>
  );
}
