import type { ReactNode } from 'react';
import { humanize } from '../../lib/format.js';
import { DataTable } from '../../components/tables/data-table.js';
import type { Column } from '../../components/tables/data-table.js';
import { Money } from '../../components/values/money.js';
import { Card } from '../../components/layout/page.js';
import { texts } from './texts.js';

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
const invoiceOf = plain(
  'invoice',
  texts.simulationResult.invoice,
  (row) => `${text(row['tenant'])} ${text(row['month'])}`,
);
const account = plain('account', texts.simulationResult.account, (row) =>
  `${text(row['account'])} ${text(row['owner'])}`.trim(),
);

/** What came of a simulation, as tables. */
export function SimulationTables({ result }: { result: SimulationResult }): ReactNode {
  const payouts = result.runs.flatMap((run) => run.payouts.map((payout): Row => ({ ...payout, month: run.month })));
  const wrong = result.checks.filter((check) => check['ok'] !== true);
  return (
    <>
      <Section
        title={texts.simulationResultSimulationTables.payoutsTitle}
        rows={payouts}
        empty={texts.simulationResultSimulationTables.nothingOwedEmpty}
      >
        {[
          plain('author', texts.simulationResultSimulationTables.author),
          plain('month', texts.simulationResultSimulationTables.month),
          money('opening', texts.simulationResultSimulationTables.opening),
          money('earned', texts.simulationResultSimulationTables.earned),
          money('taken_back', texts.simulationResultSimulationTables.reversed),
          money('paid', texts.simulationResultSimulationTables.paid),
          money('carried', texts.simulationResultSimulationTables.carried),
          plain('reason', texts.simulationResultSimulationTables.reason, (row) => humanize(text(row['reason']))),
        ]}
      </Section>
      <Section
        title={texts.simulationResultSimulationTables.linesTitle}
        rows={result.lines}
        empty={texts.simulationResultSimulationTables.nothingBilledEmpty}
      >
        {[
          plain('install', texts.simulationResultSimulationTables.install),
          plain(
            'author',
            texts.simulationResultSimulationTables.author,
            (row) => text(row['author']) || texts.simulationResultSimulationTables.hostPlatform,
          ),
          plain('from', texts.simulationResultSimulationTables.from, (row) => day(row['from'])),
          plain('to', texts.simulationResultSimulationTables.to, (row) => day(row['to'])),
          money('price', texts.simulationResultSimulationTables.priceAMonth),
          money('gross', texts.simulationResultSimulationTables.gross),
          money('author_share', texts.simulationResultSimulationTables.author),
          money('platform_share', texts.simulationResultSimulationTables.platform),
        ]}
      </Section>
      <Section
        title={texts.simulationResultSimulationTables.invoicesTitle}
        rows={result.invoices}
        empty={texts.simulationResultSimulationTables.noInvoicesEmpty}
      >
        {[
          plain('number', texts.simulationResultSimulationTables.number),
          plain('tenant', texts.simulationResultSimulationTables.tenant),
          plain('month', texts.simulationResultSimulationTables.month),
          money('total', texts.simulationResultSimulationTables.total),
          plain('state', texts.simulationResultSimulationTables.status, (row) => humanize(text(row['state']))),
          plain('paid_at', texts.simulationResultSimulationTables.paid, (row) => day(row['paid_at'])),
        ]}
      </Section>
      {result.refunds.length > 0 ? (
        <Section title={texts.simulationResultSimulationTables.refundsTitle} rows={result.refunds} empty="">
          {[
            plain('refund', texts.simulationResultSimulationTables.refund),
            invoiceOf,
            money('amount', texts.simulationResultSimulationTables.amount),
            plain('state', texts.simulationResultSimulationTables.status),
          ]}
        </Section>
      ) : null}
      {result.disputes.length > 0 ? (
        <Section title={texts.simulationResultSimulationTables.disputesTitle} rows={result.disputes} empty="">
          {[
            plain('dispute', texts.simulationResultSimulationTables.dispute),
            invoiceOf,
            money('amount', texts.simulationResultSimulationTables.amount),
            plain('status', texts.simulationResultSimulationTables.status),
          ]}
        </Section>
      ) : null}
      <Section
        title={texts.simulationResultSimulationTables.balancesTitle}
        rows={result.accounts}
        empty={texts.simulationResultSimulationTables.noPostingsEmpty}
      >
        {[
          account,
          money('debits', texts.simulationResultSimulationTables.debits),
          money('credits', texts.simulationResultSimulationTables.credits),
          money('balance', texts.simulationResultSimulationTables.balance),
        ]}
      </Section>
      {result.refused.length > 0 ? (
        <Section title={texts.simulationResultSimulationTables.refusedTitle} rows={result.refused} empty="">
          {[
            plain(
              'type',
              texts.simulationResultSimulationTables.event,
              (row) => `${text(row['type'])}, ${day(row['at'])}`,
            ),
            plain('code', texts.simulationResultSimulationTables.code),
            {
              id: 'message',
              title: texts.simulationResultSimulationTables.columns.message,
              wrap: true,
              cell: (row) => text(row['message']),
            },
          ]}
        </Section>
      ) : null}
      <Card title={texts.simulationResultSimulationTables.checksTitle}>
        <p>
          {wrong.length === 0
            ? texts.simulationResultSimulationTables.allChecksPassed(result.checks.length)
            : texts.simulationResultSimulationTables.checksFailed(
                wrong.length,
                result.checks.length,
                wrong.map((check) => text(check['check'])).join(', '),
              )}
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
