import { Id, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { Countdown } from './countdown.js';
import { texts } from '../texts/keys.js';
import { common, rich } from '../../../text/common.js';
import { useGet, type KeyAdoptionView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { ReasonButton } from '../../../components/forms/post-button.js';

/** What live traffic shows: whether the old secret is still needed, and which one each install accepted last. */
export function KeyAdoption({ adoption, onEnd }: { adoption: KeyAdoptionView; onEnd: () => void }) {
  const { overlap, installs } = adoption;
  return (
    <section className="stack stack-8" aria-labelledby="adoption">
      <h2 id="adoption">{common.adoption}</h2>
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
          { id: 'install', cell: (install) => <Id value={install.install_id} what={common.installInText} /> },
          {
            id: 'secret',
            cell: (install) =>
              install.label === null
                ? texts.keyAdoption.noCallYet
                : `${install.label}${install.scope === 'tenant' ? texts.keyAdoption.ofItsTenant : ''}`,
          },
          { id: 'at', cell: (install) => <When last at={install.last_accepted_at} /> },
        ]}
      />
    </section>
  );
}

const WORDS: Readonly<Record<string, string>> = texts.keyHistory.words;

/** Who changed the secrets, when and why. */
export function KeyHistory({ driveId }: { driveId: string }) {
  const history = useGet('/api/v1/author/drives/{driveId}/keys/history', { path: { driveId } });
  return (
    <section className="stack stack-8" aria-labelledby="history">
      <h2 id="history">{texts.keyHistory.heading}</h2>
      <Resource of={history} what={common.theHistory}>
        {({ items }) => (
          <DataTable
            label={texts.keyHistory.tableLabel}
            rows={items}
            empty={common.noEventsYet}
            titles={texts.keyHistory.columns}
            columns={[
              { id: 'at', cell: (change) => <When at={change.at} /> },
              {
                id: 'what',
                cell: (change) =>
                  `${WORDS[change.action] ?? change.action}${change.forced ? texts.keyHistory.forced : ''}`,
              },
              { id: 'secret', cell: (change) => change.label ?? '' },
              { id: 'who', cell: (change) => change.actor },
              { id: 'why', cell: (change) => change.reason ?? '' },
            ]}
          />
        )}
      </Resource>
    </section>
  );
}

const SENTENCES: Readonly<Record<string, string>> = texts.keyScope.sentences;

/** One secret for all installs, or one per tenant for a Drive that reads `signing_key`. */
export function KeyScope({ driveId, scope }: { driveId: string; scope: string }) {
  const develops = useMemberMay('develop');
  const verb = scope === 'tenant' ? texts.keyScope.useOneSecret : texts.keyScope.useSecretPer;
  const other = scope === 'tenant' ? 'drive' : 'tenant';
  return (
    <section className="stack stack-8" aria-labelledby="scope">
      <h2 id="scope">{common.signingSecret}</h2>
      <p>{SENTENCES[scope]}</p>
      {scope === 'fleet' || !develops ? null : (
        <ReasonButton
          to="/api/v1/author/drives/{driveId}/keys/scope"
          options={{ path: { driveId } }}
          more={{ scope: other }}
          title={other === 'tenant' ? texts.keyScope.secretPerTenantTitle : texts.keyScope.secretInstallsTitle}
          effect={other === 'tenant' ? texts.keyScope.newInstallsEffect : texts.keyScope.nowCallsEffect}
          readBy={common.keptInTheRotationHistory}
          confirm={verb}
        >
          {verb}
        </ReasonButton>
      )}
    </section>
  );
}
