import type { ReactNode } from 'react';
import { humanize } from '../../lib/format.js';
import { DataTable, type Column } from '../../components/tables/data-table.js';
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

type Id = keyof typeof texts.simulationResult.columns;

function plain(id: Id, of: (row: Row) => string = (row) => text(row[id])): Column<Row, Id> {
  return { id, cell: (row) => of(row) };
}
function money(id: Id): Column<Row, Id> {
  return {
    id,
    right: true,
    cell: (row) => (row[id] === null ? '' : <Money minor={text(row[id])} currency={text(row['currency'])} />),
  };
}
const invoiceOf = plain('invoice', (row) => `${text(row['tenant'])} ${text(row['month'])}`);
const account = plain('account', (row) => `${text(row['account'])} ${text(row['owner'])}`.trim());

/** Result of a simulation, as tables. */
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
          plain('author'),
          plain('month'),
          money('opening'),
          money('earned'),
          money('taken_back'),
          money('paid'),
          money('carried'),
          plain('reason', (row) => humanize(text(row['reason']))),
        ]}
      </Section>
      <Section
        title={texts.simulationResultSimulationTables.linesTitle}
        rows={result.lines}
        empty={texts.simulationResultSimulationTables.nothingBilledEmpty}
      >
        {[
          plain('install'),
          plain('author', (row) => text(row['author']) || texts.simulationResultSimulationTables.hostPlatform),
          plain('from', (row) => day(row['from'])),
          plain('to', (row) => day(row['to'])),
          money('price'),
          money('gross'),
          money('author_share'),
          money('platform_share'),
        ]}
      </Section>
      <Section
        title={texts.simulationResultSimulationTables.invoicesTitle}
        rows={result.invoices}
        empty={texts.simulationResultSimulationTables.noInvoicesEmpty}
      >
        {[
          plain('number'),
          plain('tenant'),
          plain('month'),
          money('total'),
          plain('state', (row) => humanize(text(row['state']))),
          plain('paid_at', (row) => day(row['paid_at'])),
        ]}
      </Section>
      {result.refunds.length > 0 ? (
        <Section title={texts.simulationResultSimulationTables.refundsTitle} rows={result.refunds} empty="">
          {[plain('refund'), invoiceOf, money('amount'), plain('state')]}
        </Section>
      ) : null}
      {result.disputes.length > 0 ? (
        <Section title={texts.simulationResultSimulationTables.disputesTitle} rows={result.disputes} empty="">
          {[plain('dispute'), invoiceOf, money('amount'), plain('status')]}
        </Section>
      ) : null}
      <Section
        title={texts.simulationResultSimulationTables.balancesTitle}
        rows={result.accounts}
        empty={texts.simulationResultSimulationTables.noPostingsEmpty}
      >
        {[account, money('debits'), money('credits'), money('balance')]}
      </Section>
      {result.refused.length > 0 ? (
        <Section title={texts.simulationResultSimulationTables.refusedTitle} rows={result.refused} empty="">
          {[
            plain('type', (row) => `${text(row['type'])}, ${day(row['at'])}`),
            plain('code'),
            {
              id: 'message',
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
  children: Column<Row, Id>[];
}): ReactNode {
  const numbered = new Map(rows.map((row, i) => [row, i]));
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="dim">{empty}</p>
      ) : (
        <DataTable
          label={title}
          rows={rows}
          rowKey={(row) => String(numbered.get(row))}
          titles={texts.simulationResult.columns}
          columns={children}
        />
      )}
    </Card>
  );
}
