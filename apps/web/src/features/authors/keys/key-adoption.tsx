import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/types.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Alert, EmptyState } from '../../../components/feedback/states.js';
import { When } from '../../../components/values/when.js';
import { Countdown } from './countdown.js';

interface KeyAdoptionProps {
  adoption: Schemas['KeyAdoptionView'];
  onEnd: () => void;
}

/** What live traffic shows: whether the old secret is still needed, and which one each install accepted last. */
export function KeyAdoption({ adoption, onEnd }: KeyAdoptionProps): ReactNode {
  const { overlap, installs } = adoption;
  return (
    <section className="stack stack-8" aria-labelledby="adoption">
      <h2 id="adoption">Adoption</h2>
      {overlap ? (
        <Alert tone={overlap.still_needed ? 'warn' : 'ok'}>
          Two secrets are accepted. The old one ({overlap.label}) ends in{' '}
          <Countdown until={overlap.ends_at} onEnd={onEnd} />.{' '}
          {overlap.still_needed
            ? 'The old secret is still in use. Store the new one wherever your Drive runs.'
            : 'Your Drive uses the new secret. No action needed.'}
        </Alert>
      ) : null}
      {installs.length === 0 ? (
        <EmptyState>No active installs yet. Each install appears here with the last secret it accepted.</EmptyState>
      ) : (
        <DataTable
          label="Secret per install"
          rows={installs}
          rowKey={(install) => install.install_id}
          columns={[
            { id: 'install', title: 'Install', cell: (install) => <Id value={install.install_id} what="install" /> },
            {
              id: 'secret',
              title: 'Last accepted',
              cell: (install) =>
                install.label === null
                  ? 'No call yet'
                  : `${install.label}${install.scope === 'tenant' ? ' of its tenant' : ''}`,
            },
            { id: 'at', title: 'When', cell: (install) => <When at={install.last_accepted_at} /> },
          ]}
        />
      )}
    </section>
  );
}
