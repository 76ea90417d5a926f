import { useState } from 'react';
import { useGet, useSend, type SigningKeyView } from '../../../api/hooks.js';
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
              end={(ending, close) => <End ending={ending} onClose={close} />}
            />
            <DriveScopes issued={items.length > 0} />
          </div>
        )}
      </Resource>
    </Page>
  );
}

function Rotate({ mode, overlap, onClose, onRotated }: RotateProps) {
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
      onClose={onClose}
      onConfirm={({ text }) => rotate.mutate({ mode, force, reason: text })}
    />
  );
}

function End({ ending, onClose }: { ending: SigningKeyView; onClose: () => void }) {
  const end = useSend('/api/v1/admin/fleet-keys/{keyId}/end', { path: { keyId: ending.id }, onDone: onClose });
  return (
    <ReasonDialog
      title={texts.ownedKeys.endNow(ending.label)}
      effect={texts.fleetKeys.effect(ending.label)}
      readBy={READ_BY}
      confirm={texts.ownedKeys.endNow(ending.label)}
      danger
      send={end}
      onClose={onClose}
      onConfirm={({ text }) => end.mutate({ reason: text })}
    />
  );
}
