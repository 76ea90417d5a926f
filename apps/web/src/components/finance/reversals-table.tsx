import type { LineReversalView } from '../../api/schema.js';
import { DataTable } from '../tables/data-table.js';
import { Money } from '../values/values.js';
import { texts } from '../texts/finance.js';
import { common } from '../../text/common.js';

/** Reversed amounts by line, and the parts of each party. */
export function ReversalsTable({ lines, currency }: { lines: readonly LineReversalView[]; currency: string }) {
  const amount = <Id extends string>(id: Id, of: (line: LineReversalView) => string) => ({
    id,
    right: true,
    cell: (line: LineReversalView) => <Money minor={of(line)} currency={currency} />,
  });
  return (
    <DataTable
      label={common.byLine}
      rows={[...lines]}
      rowKey={(line) => line.line_id}
      titles={texts.reversalsTable.columns}
      columns={[
        { id: 'drive', cell: (line) => line.drive_name },
        { id: 'venture', cell: (line) => line.venture_name },
        amount('author', (line) => line.author_minor),
        amount('platform', (line) => line.platform_minor),
        amount('tax', (line) => line.tax_minor),
      ]}
    />
  );
}
