import type { ListResult, UnpaidNoteView } from '../../api/hooks.js';
import { texts } from '../texts/finance.js';
import { Card } from '../layout/page.js';
import { ListTable } from '../tables/data-table.js';
import { Money, When } from '../values/values.js';
import { AuthorLink } from './author-link.js';
import { UnpaidParts } from './unpaid-parts.js';

/** Why something was not paid, with all reasons at once: of one pay day by author, or of one author by pay day. */
export function UnpaidNotes({ list, of }: { list: ListResult<UnpaidNoteView>; of: 'run' | 'author' }) {
  return (
    <Card title={texts.unpaidNotes.title}>
      <ListTable
        label={texts.unpaidNotes.title}
        list={list}
        rowKey={(row) => `${row.run_id} ${row.org_id} ${row.currency}`}
        empty={texts.unpaidNotes.empty}
        titles={texts.unpaidNotes.columns}
        columns={[
          of === 'run'
            ? { id: 'author', cell: (row) => <AuthorLink id={row.org_id} name={row.author} /> }
            : { id: 'payDay', cell: (row) => <When at={row.pay_day} /> },
          { id: 'paid', right: true, cell: (row) => <Money minor={row.paid_minor} currency={row.currency} /> },
          { id: 'why', cell: (row) => <UnpaidParts parts={row.reasons} currency={row.currency} /> },
        ]}
      />
    </Card>
  );
}
