import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/tables/data-table.js';
import { rememberName, useFound } from '../../components/forms/directory-names.js';
import { DirectorySearch } from '../../components/forms/directory-search.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { AmountOf } from '../../components/values/values.js';
import { MonthField } from './month-field.js';
import { Page } from '../../components/layout/page.js';
import { StatusBadge } from '../../components/feedback/feedback.js';
import { formatMonth, shiftMonth } from '../../lib/format.js';
import { currentMonth } from '../../lib/server-time.js';
import { useUrlState } from '../../lib/url-state.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** Every author's statement of one month. */
export function StatementsPage() {
  const [chosen, setMonth] = useUrlState('month');
  // Those of the running month come with its run, when it is over.
  const month = chosen || shiftMonth(currentMonth(), -1);
  const [author, setAuthor] = useUrlState('author');
  const found = useFound('author', author);
  const query = { month, ...(author && { author }) };
  const statements = useList('/api/v1/finance/statements', { query }, { refreshMs: 15_000 });
  return (
    <Page
      title={common.statements}
      actions={
        <LinkButton to="/finance/exports" variant="default">
          {common.exports}
        </LinkButton>
      }
    >
      <div className="filters">
        <MonthField month={month} onChange={setMonth} />
        <DirectorySearch
          label={common.author}
          kind="author"
          chosen={found}
          onChoose={(one) => {
            if (one) rememberName(one);
            setAuthor(one?.id ?? '');
          }}
        />
      </div>
      <ListTable
        label={common.statements}
        list={statements}
        onClearFilters={author ? () => setAuthor('') : undefined}
        empty={texts.statements.empty(formatMonth(month))}
        titles={texts.statements.columns}
        columns={[
          { id: 'author', to: '/finance/statements/$id', cell: (row) => row.author_name },
          { id: 'state', cell: (row) => <StatusBadge kind="statement" code={row.outcome} /> },
          { id: 'opening', right: true, cell: (row) => <AmountOf minor={row.opening_minor} currency={row.currency} /> },
          { id: 'earned', right: true, cell: (row) => <AmountOf minor={row.earned_minor} currency={row.currency} /> },
          { id: 'other', right: true, cell: (row) => <AmountOf minor={row.other_minor} currency={row.currency} /> },
          { id: 'paid', right: true, cell: (row) => <AmountOf minor={row.paid_minor} currency={row.currency} /> },
          { id: 'carried', right: true, cell: (row) => <AmountOf minor={row.carried_minor} currency={row.currency} /> },
          { id: 'held', right: true, cell: (row) => <AmountOf minor={row.held_minor} currency={row.currency} /> },
        ]}
      />
    </Page>
  );
}
