import type { ReactNode } from 'react';
import type { LineReversal } from '../../api/views.js';
import { DataTable } from '../tables/data-table.js';
import { Money } from '../values/money.js';

/** What goes back of which line, and whose parts of it. */
export function ReversalsTable({ lines, currency }: { lines: readonly LineReversal[]; currency: string }): ReactNode {
  const amount = (id: string, title: string, of: (line: LineReversal) => string) => ({
    id,
    title,
    right: true,
    cell: (line: LineReversal) => <Money minor={of(line)} currency={currency} />,
  });
  return (
    <DataTable
      label="By line"
      rows={[...lines]}
      rowKey={(line) => line.line_id}
      columns={[
        { id: 'drive', title: 'Drive', cell: (line) => line.drive_name },
        { id: 'venture', title: 'Venture', cell: (line) => line.venture_name },
        amount('author', 'From the author', (line) => line.author_minor),
        amount('platform', 'From us', (line) => line.platform_minor),
        amount('tax', 'Tax', (line) => line.tax_minor),
      ]}
    />
  );
}
