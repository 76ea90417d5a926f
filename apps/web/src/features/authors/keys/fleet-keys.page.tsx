import { useState } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { Reason } from '../../../components/forms/post-button.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { OwnedKeys, type RotateProps } from './owned-keys.js';
import { DriveScopes } from './drive-scopes.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';

const KEYS = '/api/v1/admin/fleet-keys';
const READ_BY = common.keptInTheRotationHistory;

/** The secrets that all first-party Drives share. */
export function FleetKeysPage() {
  const keys = useGet(KEYS, {}, { refreshMs: 15_000 });
  const [secret, setSecret] = useState<string | null>(null);
  const issue = useSend('/api/v1/admin/fleet-keys/issue', { onDone: (issued) => setSecret(issued.secret) });
  return (
    <Page title={common.fleetSecrets}>
      <p className="dim">{texts.fleetKeys.explanation}</p>
      <Resource of={keys} page>
        {({ items }) => (
          <div className="stack">
            <OwnedKeys
              rows={items}
              issue={issue}
              secret={secret}
              onSecret={setSecret}
              empty={texts.fleetKeys.empty}
              onEnd={() => void keys.refetch()}
              rotate={(props) => <Rotate {...props} />}
              end={({ id, label }) => (
                <Reason
                  to="/api/v1/admin/fleet-keys/{keyId}/end"
                  options={{ path: { keyId: id } }}
                  title={texts.ownedKeys.endNow(label)}
                  effect={texts.fleetKeys.effect(label)}
                  readBy={READ_BY}
                  confirm={texts.ownedKeys.endNow(label)}
                  danger
                />
              )}
            />
            <DriveScopes />
          </div>
        )}
      </Resource>
    </Page>
  );
}

function Rotate({ mode, overlap, onRotated }: RotateProps) {
  const rotate = useSend('/api/v1/admin/fleet-keys/rotate', { onDone: onRotated });
  const leaked = mode === 'leaked';
  const force = !leaked && overlap !== undefined;
  return (
    <ReasonDialog
      title={leaked ? texts.fleetKeys.reportLeakedFleetTitle : texts.fleetKeys.rotateFleetSecretTitle}
      effect={texts.fleetKeys.newSecretCreated(leaked, force ? texts.fleetKeys.overlapEnds(overlap.label) : '')}
      readBy={READ_BY}
      confirm={
        leaked
          ? texts.rotateDialog.createAndEnd
          : force
            ? texts.fleetKeys.createAndEnd(overlap.label)
            : common.createANewSecret
      }
      danger={leaked || force}
      send={rotate}
      onConfirm={({ text }) => rotate.mutate({ mode, force, reason: text })}
    />
  );
}
