import { useGet } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Figure, Money, When } from '../../../components/values/values.js';
import { formatMonth, formatUtc } from '../../../lib/format.js';
import { rich } from '../../../text/rich.js';
import { texts as areaTexts } from '../texts/invoicing.js';

const texts = areaTexts.runningBill;

const money = ({ currency }: { currency: string }, minor: string) => <Money minor={minor} currency={currency} />;

/** Cost of an install in the current month so far, for its operator. */
export function RunningBill({ installId }: { installId: string }) {
  const bill = useGet(
    '/api/v1/operator/installs/{id}/running-bill',
    { path: { id: installId } },
    { refreshMs: 60_000 },
  );
  return (
    <Card title={bill.data ? texts.title(formatMonth(bill.data.month)) : texts.loadingTitle}>
      <Resource of={bill} what={texts.name} lines={2}>
        {(view) =>
          view.lines.length === 0 ? (
            <p className="dim">{texts.nothing}</p>
          ) : (
            <>
              <div className="row">
                {view.totals.map(({ currency, amount_minor: amount }) => (
                  <Figure key={currency} label={texts.total}>
                    <Money minor={amount} currency={currency} />
                  </Figure>
                ))}
              </div>
              <DataTable
                label={texts.linesLabel}
                rows={view.lines}
                rowKey={(line) => `${line.currency} ${line.from_at}`}
                titles={texts.columns}
                columns={[
                  { id: 'from', cell: (line) => formatUtc(line.from_at) },
                  { id: 'to', cell: (line) => formatUtc(line.to_at) },
                  { id: 'price', right: true, cell: (line) => money(line, line.price_minor) },
                  { id: 'amount', right: true, cell: (line) => money(line, line.amount_minor) },
                ]}
              />
              <p className="small dim">{rich(texts.note, { time: <When at={view.until} /> })}</p>
            </>
          )
        }
      </Resource>
    </Card>
  );
}
