import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useGet, useSend } from '../../../api/hooks.js';
import { AcceptBoth } from '../../../components/values/accept-both.js';
import { Card } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { Reason } from '../../../components/forms/post-button.js';
import { formatUtc } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { useSandbox } from '../../../shell/sandbox/sandbox.js';
import { OwnedKeys, SECRET_VARIABLE } from './owned-keys.js';
import { KeyAdoption, KeyHistory, KeyScope } from './key-sections.js';
import { RotationDryRun } from './rotation-dry-run.js';
import { RotateDialog } from './rotate-dialog.js';
import { texts } from '../texts/keys.js';
import { common, rich } from '../../../text/common.js';

const KEYS = '/api/v1/author/drives/{driveId}/keys';

/** The signing secrets of one Drive: issue, show once, rotate with overlap, see who has taken the new one. */
export function SecretsPage() {
  const drives = useGet('/api/v1/author/drives');
  const [chosen, setChosen] = useUrlState('drive');
  const list = drives.data?.items ?? [];
  const driveId = list.some((drive) => drive.id === chosen) ? chosen : (list[0]?.id ?? '');
  return (
    <ResourcePage of={drives} title={common.signingSecrets}>
      {() =>
        driveId === '' ? (
          <EmptyState>{texts.secrets.empty}</EmptyState>
        ) : (
          <>
            {list.length > 1 ? (
              <NativeSelect
                className="form"
                label={common.drive}
                {...controlled(driveId, setChosen)}
                data={list.map((drive) => ({ value: drive.id, label: drive.name }))}
              />
            ) : null}
            <DriveSecrets key={driveId} driveId={driveId} />
          </>
        )
      }
    </ResourcePage>
  );
}

function DriveSecrets({ driveId }: { driveId: string }) {
  const path = { driveId };
  const keys = useGet(KEYS, { path }, { refreshMs: 15_000 });
  const adoption = useGet('/api/v1/author/drives/{driveId}/keys/adoption', { path }, { refreshMs: 15_000 });
  const [secret, setSecret] = useState<string | null>(null);
  const issue = useSend('/api/v1/author/drives/{driveId}/keys/issue', {
    path,
    onDone: (issued) => setSecret(issued.secret),
  });
  const sandbox = useSandbox();
  const develops = useMemberMay('develop');
  const rows = keys.data?.items ?? [];
  const readAgain = (): void => {
    void keys.refetch();
    void adoption.refetch();
  };
  return (
    <Resource of={keys} what={texts.secrets.names.secrets}>
      {() => (
        <div className="stack">
          <OwnedKeys
            rows={rows}
            issue={issue}
            secret={secret}
            onSecret={setSecret}
            empty={texts.secrets.driveSecretsEmpty(SECRET_VARIABLE)}
            onEnd={readAgain}
            rotate={(props) => <RotateDialog driveId={driveId} {...props} />}
            end={
              develops
                ? ({ id, label, valid_until: until }) => (
                    <Reason
                      to="/api/v1/author/drives/{driveId}/keys/{keyId}/end"
                      options={{ path: { driveId, keyId: id } }}
                      title={texts.ownedKeys.endNow(label)}
                      effect={texts.endKeyDialog.effect(
                        label,
                        until ? texts.endKeyDialog.insteadOfUntil(formatUtc(until)) : '',
                        adoption.data?.overlap?.still_needed ?? true,
                      )}
                      readBy={common.keptInTheRotationHistory}
                      confirm={texts.ownedKeys.endNow(label)}
                      danger
                    />
                  )
                : null
            }
            console={sandbox?.reference_drive_url}
          />
          {rows.some((key) => key.state === 'active') ? (
            <Resource of={adoption} what={common.theAdoption}>
              {(view) => (
                <>
                  <KeyAdoption adoption={view} onEnd={readAgain} />
                  {view.overlap ? (
                    <Card title={texts.secrets.driveSecretsTitle}>
                      <AcceptBoth />
                      <p>
                        {rich(texts.secrets.driveSecretsExplanation, {
                          link: (text) => (
                            <Link to="/docs/signing" search={{ language: 'Node' }}>
                              {text}
                            </Link>
                          ),
                        })}
                      </p>
                    </Card>
                  ) : null}
                  <RotationDryRun driveId={driveId} keys={rows} />
                  <KeyScope driveId={driveId} scope={view.scope} />
                </>
              )}
            </Resource>
          ) : null}
          {rows.length > 0 ? <KeyHistory driveId={driveId} /> : null}
        </div>
      )}
    </Resource>
  );
}
