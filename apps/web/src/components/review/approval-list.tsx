import { Link } from '@tanstack/react-router';
import { useList } from '../../api/hooks.js';
import { StatusBadge } from '../feedback/feedback.js';
import { ListTable } from '../tables/data-table.js';
import { Money, When } from '../values/values.js';

interface ApprovalListProps {
  label: string;
  /** Shown while there is none. */
  empty: string;
  kind?: string;
  subject_id?: string;
  state?: 'waiting';
  organization_id?: string;
  /** Given where the reader chose the kind. */
  onClearFilters?: () => void;
}

/** What one person proposed and another decides or decided, the newest first; each leads to its page. */
export function ApprovalList({ label, empty, onClearFilters, ...query }: ApprovalListProps) {
  const list = useList('/api/v1/approvals', { query }, { refreshMs: 15_000 });
  return (
    <ListTable
      label={label}
      list={list}
      empty={empty}
      onClearFilters={onClearFilters}
      columns={[
        {
          id: 'what',
          cell: (row) => (
            <>
              <Link to="/approvals/$id" params={{ id: row.id }} search={(search) => search}>
                {row.title}
              </Link>
              <div className="small dim">
                {row.kind_name}, {row.proposed_by}, <When at={row.proposed_at} />
              </div>
            </>
          ),
        },
        {
          id: 'amount',
          right: true,
          cell: (row) => row.amount_minor && row.currency && <Money minor={row.amount_minor} currency={row.currency} />,
        },
        {
          id: 'decision',
          cell: (row) => <StatusBadge kind="approval" code={row.blocked_by === null ? 'yours' : row.state} />,
        },
      ]}
    />
  );
}
