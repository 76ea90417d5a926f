import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../api/errors.js';
import type { EarningLineView, StatementVerdictView, StatementView } from '../../api/schema.js';
import { Resource } from '../../components/feedback/resource.js';
import { ProofList } from '../../components/finance/proof-list.js';
import { formatMonth, formatShare } from '../../lib/format.js';
import { Id, Figure, Money, When } from '../../components/values/values.js';
import { DataTable, type Column } from '../../components/tables/data-table.js';
import { ExportButton } from '../../components/tables/export-button.js';
import { Card, Facts } from '../../components/layout/page.js';
import { StatusBadge } from '../../components/feedback/feedback.js';
import { UnpaidParts } from '../../components/finance/unpaid-parts.js';
import type { Label } from '../../text/labels.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

export type Statement = StatementView;

/** Who reads a statement: the author whose it is, or finance. */
type StatementReader = 'author' | 'finance';

/** Titles of `earningColumns`. */
export const earningTitles = (reader: StatementReader) => ({
  ...texts.statementBody.columns,
  ...texts.statementBody[reader],
});

/** Columns of the lines behind earnings and statements, each with its arithmetic. */
export function earningColumns(
  currency: string,
): Column<EarningLineView, keyof ReturnType<typeof earningTitles> | Label>[] {
  const money = (minor: string) => <Money minor={minor} currency={currency} />;
  return [
    { id: 'drive', cell: (line) => line.drive_name },
    { id: 'venture', cell: (line) => line.venture_name },
    { id: 'install', cell: (line) => <Id value={line.install_id} what={common.installInText} /> },
    { id: 'invoice', cell: (line) => `${line.invoice_number}, ${formatMonth(line.month)}` },
    {
      id: 'time',
      right: true,
      cell: (line) => (
        <span className="num">
          <Money minor={line.price_minor} currency={currency} /> × {line.seconds} / {line.month_seconds}
        </span>
      ),
    },
    { id: 'charged', right: true, cell: (line) => money(line.gross_minor) },
    {
      id: 'running',
      right: true,
      cell: (line) => (
        <span className="num">
          <Money minor={line.share_before_minor} currency={currency} /> →{' '}
          <Money minor={line.share_after_minor} currency={currency} />
        </span>
      ),
    },
    {
      id: 'share',
      right: true,
      cell: (line) => (
        <span className="num">
          {money(line.author_minor)} <span className="dim">({formatShare(line.author_bps)})</span>
        </span>
      ),
    },
    { id: 'state', cell: (line) => <StatusBadge kind="earning" code={line.state} /> },
  ];
}

/** The forms of a statement and what was issued with it; `base` is its address in the API. */
export function StatementDownloads({ base, view }: { base: string; view: Statement | undefined }) {
  return (
    <>
      {view?.self_billing_number ? (
        <ExportButton href={`${base}/self-billing?kind=invoice`}>{texts.statementBody.selfBillingInvoice}</ExportButton>
      ) : null}
      {view?.corrective_number ? (
        <ExportButton href={`${base}/self-billing?kind=corrective`}>{texts.statementBody.corrective}</ExportButton>
      ) : null}
      <ExportButton href={`${base}/pdf`}>{common.pdf}</ExportButton>
      <ExportButton href={`${base}/csv`}>{common.csv}</ExportButton>
      <ExportButton href={`${base}/json`}>{texts.statementBody.jsonWithProof}</ExportButton>
    </>
  );
}

/** One statement: its sums, unpaid amounts with reasons, every payment, line and other booking, and its proof. */
export function StatementBody({
  view,
  reader,
  children,
}: {
  view: Statement;
  reader: StatementReader;
  children: ReactNode;
}) {
  const money = (minor: string) => <Money minor={minor} currency={view.currency} />;
  return (
    <>
      <Card title={texts.statementBody.summaryTitle}>
        <div className="strip">
          <Figure label={texts.statementBody.openingBalance}>{money(view.opening_minor)}</Figure>
          <Figure label={common.earned}>{money(view.earned_minor)}</Figure>
          <Figure label={texts.statementBody.otherBookings}>{money(view.other_minor)}</Figure>
          <Figure label={common.paid}>{money(view.paid_minor)}</Figure>
          <Figure label={texts.statementBody.carriedForward}>{money(view.carried_minor)}</Figure>
          <Figure label={common.held}>{money(view.held_minor)}</Figure>
        </div>
        <Facts
          titles={texts.statementBody.facts}
          items={{
            note: view.reason_text,
            transfer: view.transfer_id ? <Id value={view.transfer_id} /> : texts.statementBody.notMade,
            paidOn: view.settled_at ? <When at={view.settled_at} /> : null,
            notPaidByTenants: money(view.pending_minor),
            inReserve: money(view.reserve_minor),
            disputed: money(view.disputed_minor),
            selfBillingInvoice: view.self_billing_number,
            corrective: view.corrective_number,
          }}
        />
      </Card>
      <Events of={view.later} title={texts.statementBody.laterTitle} view={view} reader={reader} />
      <Events of={view.earlier} title={texts.statementBody.earlierTitle} view={view} reader={reader} />
      {view.unpaid.length === 0 ? null : <Unpaid view={view} />}
      {children}
      <h2>{common.lines}</h2>
      <DataTable
        label={common.lines}
        titles={earningTitles(reader)}
        columns={earningColumns(view.currency)}
        rows={view.lines}
        empty={texts.statementBody.empty(formatMonth(view.month))}
        rowKey={(line) => line.line_id}
      />
      {view.payments.length === 0 ? null : <Payments view={view} reader={reader} />}
      {view.entries.length === 0 ? null : <Entries view={view} />}
    </>
  );
}

type EventsOf = { of: Statement['later']; title: string; view: Statement; reader: StatementReader };

/** What happened to a payout after its statement was final, with the other statement. */
function Events({ of, title, view, reader }: EventsOf) {
  if (of.length === 0) return null;
  return (
    <Card title={title}>
      {of.map((event) => (
        <div key={`${event.kind} ${event.ref}`} className="row">
          <span className="strong">{event.label}</span> <When at={event.at} />
          <Money minor={event.amount_minor} currency={view.currency} /> <Id value={event.ref} what={event.label} />
          {event.statement_id === null || event.month === null ? (
            texts.statementBody.nextStatement
          ) : (
            <Link
              to={reader === 'author' ? '/author/payouts/$id' : '/finance/statements/$id'}
              params={{ id: event.statement_id }}
            >
              {formatMonth(event.month)}
            </Link>
          )}
        </div>
      ))}
    </Card>
  );
}

function Unpaid({ view }: { view: Statement }) {
  return (
    <Card title={common.notPaidYet}>
      <UnpaidParts parts={view.unpaid} currency={view.currency} />
    </Card>
  );
}

function Payments({ view, reader }: { view: Statement; reader: StatementReader }) {
  return (
    <>
      <h2>{common.payments}</h2>
      <DataTable
        label={common.payments}
        rows={view.payments}
        rowKey={(payment) => payment.ledger_tx}
        titles={{ ...texts.statementBody.paymentsColumns, share: texts.statementBody[reader].share }}
        columns={[
          { id: 'charge', cell: (payment) => <Id value={payment.charge} what={texts.statementBody.names.charge} /> },
          {
            id: 'invoice',
            cell: (payment) => <Id value={payment.invoice_id} what={texts.statementBody.names.invoice} />,
          },
          { id: 'booked', cell: (payment) => <When at={payment.booked_at} /> },
          { id: 'lines', right: true, cell: (payment) => payment.lines },
          {
            id: 'share',
            right: true,
            cell: (payment) => <Money minor={payment.amount_minor} currency={view.currency} />,
          },
        ]}
      />
    </>
  );
}

function Entries({ view }: { view: Statement }) {
  return (
    <>
      <h2>{texts.statementBody.otherBookings}</h2>
      <DataTable
        label={texts.statementBody.otherBookings}
        rows={view.entries}
        rowKey={(entry) => `${entry.ledger_tx} ${entry.kind}`}
        columns={[
          { id: 'what', cell: (entry) => entry.title },
          { id: 'source', cell: (entry) => <Id value={entry.source_id} what={entry.source_type} /> },
          {
            id: 'lines',
            cell: (entry) =>
              entry.lines.length === 0
                ? '–'
                : entry.lines.map((link) => (
                    <Id key={link.line_id} value={link.line_id} what={texts.statementBody.names.line} />
                  )),
          },
          { id: 'booked', cell: (entry) => <When at={entry.booked_at} /> },
          { id: 'amount', right: true, cell: (entry) => <Money minor={entry.amount_minor} currency={view.currency} /> },
        ]}
      />
    </>
  );
}

/** Position of the statement in the tree of its month, to verify it without us. */
export function InclusionProof({ view }: { view: Statement }) {
  const { proof } = view;
  if (proof === null) return <p className="dim">{texts.statementBody.preliminary}</p>;
  return (
    <>
      <Facts
        titles={texts.statementBody.inclusionProofFacts}
        items={{
          rootMonth: <Id value={proof.root} what={common.rootInText} />,
          rootBefore: <Id value={proof.previous_root} what={common.rootInText} />,
          place: texts.statementBody.placeOfCount(proof.position + 1, proof.size),
        }}
      />
      <p className="dim">
        {rich(texts.statementBody.howToVerify, {
          driveVerify: <code>drive verify-statement statement.json --root …</code>,
          link: (text) => <Link to="/statement-roots">{text}</Link>,
        })}
      </p>
    </>
  );
}

/** What verifying the statement now found. */
export function Verdict({ of }: { of: UseQueryResult<StatementVerdictView, ApiError> }) {
  return (
    <Resource of={of} what={common.theProof}>
      {({ ok, checks }) => (
        <ProofList ok={ok} checks={checks.map((check) => ({ ...check, code: check.name, title: check.name }))} />
      )}
    </Resource>
  );
}
