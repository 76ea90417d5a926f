import { useGet, type ClosePreviewView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, Loading, SendError } from '../../../components/feedback/feedback.js';
import { Card } from '../../../components/layout/page.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Money, When } from '../../../components/values/values.js';
import { formatCount } from '../../../lib/format.js';
import { rich } from '../../../text/rich.js';
import { texts } from '../texts/invoicing.js';

const PREVIEW = '/api/v1/finance/periods/{month}/preview';
const words = texts.closePreview;

/** What the close of an open month would invoice now: totals, what is missing, and by tenant, Drive and author. */
export function ClosePreview({ month }: { month: string }) {
  const preview = useGet(PREVIEW, { path: { month } });
  return (
    <Card title={words.title}>
      <Resource of={preview}>
        {(view) =>
          view.totals.length === 0 ? (
            <p className="dim">{words.nothing}</p>
          ) : (
            <div className="stack">
              <p className="small dim">{rich(words.explanation, { time: <When at={view.at} /> })}</p>
              <Totals view={view} />
              <Gaps gaps={view.gaps} />
              {(['tenants', 'drives', 'authors'] as const).map((part) => (
                <Parts key={part} title={words.parts[part]} of={view[part]} />
              ))}
            </div>
          )
        }
      </Resource>
    </Card>
  );
}

/** The totals and what is missing, before somebody confirms the close. */
export function CloseSummary({ month }: { month: string }) {
  const preview = useGet(PREVIEW, { path: { month } });
  if (preview.error) return <SendError error={preview.error} />;
  if (!preview.data) return <Loading lines={3} />;
  return (
    <div className="stack stack-8">
      <p>{texts.closeDialog.explanation}</p>
      <Totals view={preview.data} />
      <Gaps gaps={preview.data.gaps} />
      {preview.data.needs_approval ? <Alert tone="warn">{texts.closeDialog.needsApproval}</Alert> : null}
    </div>
  );
}

function Totals({ view: { totals, tax_at_close } }: { view: ClosePreviewView }) {
  const money = (id: string, minor: (row: ClosePreviewView['totals'][number]) => string) => {
    const cell = (row: ClosePreviewView['totals'][number]) => <Money minor={minor(row)} currency={row.currency} />;
    return { id, right: true, cell } as const;
  };
  return (
    <>
      <DataTable
        label={words.title}
        rows={totals}
        rowKey={(row) => row.currency}
        titles={words.columns}
        columns={[
          { id: 'currency', cell: (row) => row.currency.toUpperCase() },
          { id: 'invoices', right: true, cell: (row) => formatCount(row.invoices) },
          money('total', (row) => row.total_minor),
          money('tax', (row) => row.tax_minor),
          money('fees', (row) => row.fees_minor),
          money('authors', (row) => row.author_minor),
          money('platform', (row) => row.platform_minor),
          money('gross', (row) => row.gross_minor),
          money('before', (row) => row.before_minor),
        ]}
      />
      {tax_at_close ? <p className="small dim">{words.taxAtClose}</p> : null}
    </>
  );
}

function Gaps({ gaps }: Pick<ClosePreviewView, 'gaps'>) {
  if (gaps.length === 0) return null;
  return (
    <DataTable
      label={words.gapsLabel}
      rows={gaps}
      rowKey={(row) => `${row.code}${row.id}${row.currency}`}
      columns={[
        { id: 'problem', cell: (row) => words.gaps[row.code] },
        { id: 'name', cell: (row) => row.name },
        { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
      ]}
    />
  );
}

function Parts({ title, of }: { title: string; of: ClosePreviewView['tenants'] }) {
  return (
    <details>
      <summary>
        {title} ({formatCount(of.count)})
      </summary>
      <DataTable
        label={title}
        rows={of.items}
        rowKey={(row) => `${row.id}${row.currency}`}
        titles={words.columns}
        columns={[
          { id: 'name', cell: (row) => (row.id === null ? words.firstParty : row.name) },
          { id: 'lines', right: true, cell: (row) => formatCount(row.lines) },
          { id: 'gross', right: true, cell: (row) => <Money minor={row.gross_minor} currency={row.currency} /> },
          { id: 'authors', right: true, cell: (row) => <Money minor={row.author_minor} currency={row.currency} /> },
          { id: 'before', right: true, cell: (row) => <Money minor={row.before_minor} currency={row.currency} /> },
          {
            id: 'change',
            right: true,
            cell: ({ gross_minor, before_minor, currency }) => (
              <Money minor={String(BigInt(gross_minor) - BigInt(before_minor))} currency={currency} />
            ),
          },
        ]}
      />
      {of.items.length < of.count ? (
        <p className="small dim">{words.shownOf(formatCount(of.items.length), formatCount(of.count))}</p>
      ) : null}
    </details>
  );
}
