import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.js';
import type { EarningLine } from '../../api/views.js';
import { formatMonth, formatShare } from '../../lib/format.js';
import { Id } from '../../components/values/copy.js';
import { DataTable } from '../../components/tables/data-table.js';
import type { Column } from '../../components/tables/data-table.js';
import { ExportButton } from '../../components/tables/export-button.js';
import { Figure, Money } from '../../components/values/money.js';
import { Card, Facts } from '../../components/layout/page.js';
import { EmptyState } from '../../components/feedback/states.js';
import { StatusBadge } from '../../components/feedback/status-badge.js';
import { UnpaidParts } from '../../components/finance/unpaid-parts.js';
import { When } from '../../components/values/when.js';

export type Statement = Schemas['StatementView'];

/** Who reads a statement: the author whose it is, or finance. */
type StatementReader = 'author' | 'finance';

const WORDS: Record<StatementReader, { share: string; running: string }> = {
  author: { share: 'You', running: 'Your running total' },
  finance: { share: 'Author', running: 'Author’s running total' },
};

/** Columns of the lines behind earnings and statements, each with its arithmetic. */
export function earningColumns(currency: string, reader: StatementReader): Column<EarningLine>[] {
  const money = (minor: string): ReactNode => <Money minor={minor} currency={currency} />;
  return [
    { id: 'drive', title: 'Drive', cell: (line) => line.drive_name },
    { id: 'venture', title: 'Venture', cell: (line) => line.venture_name },
    { id: 'install', title: 'Install', cell: (line) => <Id value={line.install_id} what="install" /> },
    { id: 'invoice', title: 'Invoice', cell: (line) => `${line.invoice_number}, ${formatMonth(line.month)}` },
    {
      id: 'time',
      title: 'Price × seconds / month',
      right: true,
      cell: (line) => (
        <span className="num">
          <Money minor={line.price_minor} currency={currency} /> × {line.seconds} / {line.month_seconds}
        </span>
      ),
    },
    { id: 'gross', title: 'Charged', right: true, cell: (line) => money(line.gross_minor) },
    {
      id: 'running',
      title: WORDS[reader].running,
      right: true,
      cell: (line) => (
        <span className="num">
          <Money minor={line.share_before_minor} currency={currency} /> →{' '}
          <Money minor={line.share_after_minor} currency={currency} />
        </span>
      ),
    },
    {
      id: 'you',
      title: WORDS[reader].share,
      right: true,
      cell: (line) => (
        <span className="num">
          {money(line.author_minor)} <span className="dim">({formatShare(line.author_bps)})</span>
        </span>
      ),
    },
    { id: 'state', title: 'Status', cell: (line) => <StatusBadge kind="earning" code={line.state} /> },
  ];
}

/** The three forms of a statement; `base` is its address in the API. */
export function StatementDownloads({ base }: { base: string }): ReactNode {
  return (
    <>
      <ExportButton href={`${base}/pdf`}>PDF</ExportButton>
      <ExportButton href={`${base}/csv`}>CSV</ExportButton>
      <ExportButton href={`${base}/json`}>JSON with proof</ExportButton>
    </>
  );
}

/** One statement: how it adds up, what was not paid and why, every payment, line and other booking, and its proof. */
export function StatementBody({
  view,
  reader,
  children,
}: {
  view: Statement;
  reader: StatementReader;
  children: ReactNode;
}): ReactNode {
  const money = (minor: string): ReactNode => <Money minor={minor} currency={view.currency} />;
  return (
    <>
      <Card title="Summary">
        <div className="strip">
          <Figure label="Opening balance">{money(view.opening_minor)}</Figure>
          <Figure label="Earned">{money(view.earned_minor)}</Figure>
          <Figure label="Other bookings">{money(view.other_minor)}</Figure>
          <Figure label="Paid">{money(view.paid_minor)}</Figure>
          <Figure label="Carried forward">{money(view.carried_minor)}</Figure>
          <Figure label="Held">{money(view.held_minor)}</Figure>
        </div>
        <Facts
          items={[
            ['Why', view.reason_text],
            ['Transfer', view.transfer_id ? <Id key="t" value={view.transfer_id} /> : 'Not made'],
            ['Paid on', view.settled_at ? <When key="s" at={view.settled_at} /> : null],
            ['Not paid by tenants at the cut-off', money(view.pending_minor)],
            ['In reserve', money(view.reserve_minor)],
            ['Disputed', money(view.disputed_minor)],
            ['Self-billing invoice', view.self_billing_number],
          ]}
        />
      </Card>
      {view.unpaid.length === 0 ? null : <Unpaid view={view} />}
      {children}
      <h2>Lines</h2>
      {view.lines.length === 0 ? (
        <EmptyState>No install was charged in {formatMonth(view.month)}, and no earlier invoice was paid.</EmptyState>
      ) : (
        <DataTable
          label="Lines"
          columns={earningColumns(view.currency, reader)}
          rows={view.lines}
          rowKey={(line) => line.line_id}
        />
      )}
      {view.payments.length === 0 ? null : <Payments view={view} reader={reader} />}
      {view.entries.length === 0 ? null : <Entries view={view} />}
    </>
  );
}

function Unpaid({ view }: { view: Statement }): ReactNode {
  return (
    <Card title="Not paid yet">
      <UnpaidParts parts={view.unpaid} currency={view.currency} />
    </Card>
  );
}

function Payments({ view, reader }: { view: Statement; reader: StatementReader }): ReactNode {
  return (
    <>
      <h2>Payments</h2>
      <DataTable
        label="Payments"
        rows={view.payments}
        rowKey={(payment) => payment.ledger_tx}
        columns={[
          { id: 'charge', title: 'Charge', cell: (payment) => <Id value={payment.charge} what="charge" /> },
          { id: 'invoice', title: 'Invoice', cell: (payment) => <Id value={payment.invoice_id} what="invoice" /> },
          { id: 'at', title: 'Booked', cell: (payment) => <When at={payment.booked_at} /> },
          { id: 'lines', title: 'Lines', right: true, cell: (payment) => payment.lines },
          {
            id: 'you',
            title: WORDS[reader].share,
            right: true,
            cell: (payment) => <Money minor={payment.amount_minor} currency={view.currency} />,
          },
        ]}
      />
    </>
  );
}

function Entries({ view }: { view: Statement }): ReactNode {
  return (
    <>
      <h2>Other bookings</h2>
      <DataTable
        label="Other bookings"
        rows={view.entries}
        rowKey={(entry) => `${entry.ledger_tx} ${entry.kind}`}
        columns={[
          { id: 'what', title: 'What', cell: (entry) => entry.title },
          { id: 'source', title: 'Source', cell: (entry) => <Id value={entry.source_id} what={entry.source_type} /> },
          {
            id: 'lines',
            title: 'Lines',
            wrap: true,
            cell: (entry) =>
              entry.lines.length === 0
                ? '–'
                : entry.lines.map((link) => <Id key={link.line_id} value={link.line_id} what="line" />),
          },
          { id: 'at', title: 'Booked', cell: (entry) => <When at={entry.booked_at} /> },
          {
            id: 'amount',
            title: 'Amount',
            right: true,
            cell: (entry) => <Money minor={entry.amount_minor} currency={view.currency} />,
          },
        ]}
      />
    </>
  );
}

/** Where the statement stands among all of its month, for whoever wants to check it without us. */
export function InclusionProof({ view }: { view: Statement }): ReactNode {
  const { proof } = view;
  if (proof === null)
    return <p className="dim">The statement is preliminary until the payout run of the month is complete.</p>;
  return (
    <>
      <Facts
        items={[
          ['Root of the month', <Id key="r" value={proof.root} what="root" />],
          ['Root before', <Id key="p" value={proof.previous_root} what="root" />],
          ['Place', `${proof.position + 1} of ${proof.size}`],
        ]}
      />
      <p className="dim">
        The JSON contains the proof. Verify it on your own machine with{' '}
        <code>drive verify-statement statement.json --root …</code>; the roots are on{' '}
        <Link to="/statement-roots">a public page</Link>.
      </p>
    </>
  );
}
