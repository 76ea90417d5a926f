import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/types.js';
import { Id, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { Countdown } from './countdown.js';
import { texts } from '../texts/keys.js';
import { rich } from '../../../text/rich.js';
import { common } from '../../../text/common.js';

interface KeyAdoptionProps {
  adoption: Schemas['KeyAdoptionView'];
  onEnd: () => void;
}

/** What live traffic shows: whether the old secret is still needed, and which one each install accepted last. */
export function KeyAdoption({ adoption, onEnd }: KeyAdoptionProps): ReactNode {
  const { overlap, installs } = adoption;
  return (
    <section className="stack stack-8" aria-labelledby="adoption">
      <h2 id="adoption">{texts.keyAdoption.heading}</h2>
      {overlap ? (
        <Alert tone={overlap.still_needed ? 'warn' : 'ok'}>
          {rich(texts.keyAdoption.notice(overlap.still_needed), {
            label: overlap.label,
            duration: <Countdown until={overlap.ends_at} onEnd={onEnd} />,
          })}
        </Alert>
      ) : null}
      <DataTable
        label={texts.keyAdoption.tableLabel}
        rows={installs}
        empty={texts.keyAdoption.empty}
        rowKey={(install) => install.install_id}
        titles={texts.keyAdoption.columns}
        columns={[
          {
            id: 'install',
            cell: (install) => <Id value={install.install_id} what={common.install} />,
          },
          {
            id: 'secret',
            cell: (install) =>
              install.label === null
                ? texts.keyAdoption.noCallYet
                : `${install.label}${install.scope === 'tenant' ? texts.keyAdoption.ofItsTenant : ''}`,
          },
          { id: 'at', cell: (install) => <When at={install.last_accepted_at} /> },
        ]}
      />
    </section>
  );
}
