import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { When } from '../../../components/values/when.js';

const WORDS: Readonly<Record<string, string>> = {
  'signing_key.issued': 'Issued',
  'signing_key.rotated': 'Rotated',
  'signing_key.revoked_as_leaked': 'Leaked: old secrets revoked',
  'signing_key.ended': 'Old secret ended early',
  'signing_key.ended_with_install': 'Tenant’s secret ended with its last install',
  'signing_key.scope_changed': 'Choice of one secret or one per tenant',
};

/** Who changed the secrets, when and why. */
export function KeyHistory({ driveId }: { driveId: string }): ReactNode {
  const history = useGet('/api/v1/author/drives/{driveId}/keys/history', { path: { driveId } });
  return (
    <section className="stack stack-8" aria-labelledby="history">
      <h2 id="history">Rotation history</h2>
      <Resource of={history} what="the history">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No events yet.</EmptyState>
          ) : (
            <DataTable
              label="Changes of the secrets"
              rows={items}
              rowKey={(change) => change.id}
              columns={[
                { id: 'at', title: 'When', cell: (change) => <When at={change.at} /> },
                {
                  id: 'what',
                  title: 'What',
                  cell: (change) => `${WORDS[change.action] ?? change.action}${change.forced ? ' (forced)' : ''}`,
                },
                { id: 'label', title: 'Secret', cell: (change) => change.label ?? '' },
                { id: 'who', title: 'Who', cell: (change) => change.actor },
                { id: 'why', title: 'Reason', wrap: true, cell: (change) => change.reason ?? '' },
              ]}
            />
          )
        }
      </Resource>
    </section>
  );
}
