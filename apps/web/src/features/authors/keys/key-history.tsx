import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Resource } from '../../../components/feedback/resource.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts/keys.js';

const WORDS: Readonly<Record<string, string>> = texts.keyHistory.words;

/** Who changed the secrets, when and why. */
export function KeyHistory({ driveId }: { driveId: string }): ReactNode {
  const history = useGet('/api/v1/author/drives/{driveId}/keys/history', { path: { driveId } });
  return (
    <section className="stack stack-8" aria-labelledby="history">
      <h2 id="history">{texts.keyHistory.heading}</h2>
      <Resource of={history} what={texts.keyHistory.names.history}>
        {({ items }) => (
          <DataTable
            label={texts.keyHistory.tableLabel}
            rows={items}
            empty={texts.keyHistory.empty}
            titles={texts.keyHistory.columns}
            columns={[
              { id: 'at', cell: (change) => <When at={change.at} /> },
              {
                id: 'what',
                cell: (change) =>
                  `${WORDS[change.action] ?? change.action}${change.forced ? texts.keyHistory.forced : ''}`,
              },
              { id: 'label', cell: (change) => change.label ?? '' },
              { id: 'who', cell: (change) => change.actor },
              { id: 'why', wrap: true, cell: (change) => change.reason ?? '' },
            ]}
          />
        )}
      </Resource>
    </section>
  );
}
