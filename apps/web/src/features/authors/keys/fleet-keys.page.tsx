import { useState, type ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { KeyView } from '../../../api/views.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SecretReveal } from '../../../components/forms/secret-reveal.js';
import { EmptyState, SendError } from '../../../components/feedback/feedback.js';
import { KeyTable, SECRET_VARIABLE } from './secrets.page.js';
import { DriveScopes } from './drive-scopes.js';
import { KeyActions } from './key-actions.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';

const KEYS = '/api/v1/admin/fleet-keys';
const READ_BY = common.keptInTheRotationHistory;

/** The secrets that all first-party Drives share: issue, show once, rotate with overlap, end the older one. */
export function FleetKeysPage(): ReactNode {
  const keys = useGet(KEYS, {}, { refreshMs: 15_000 });
  const [secret, setSecret] = useState<string | null>(null);
  const [rotating, setRotating] = useState<'overlap' | 'leaked' | null>(null);
  const [ending, setEnding] = useState<KeyView | null>(null);
  const issue = useSend('/api/v1/admin/fleet-keys/issue', { onDone: (issued) => setSecret(issued.secret) });
  const rows = keys.data?.items ?? [];
  return (
    <Page title={texts.fleetKeys.title}>
      <p className="dim">{texts.fleetKeys.explanation}</p>
      <Resource of={keys} page>
        {() => (
          <div className="stack">
            <KeyActions hasKey={rows.some((key) => key.state === 'active')} issue={issue} onRotate={setRotating} />
            <SendError error={issue.error} />
            {rows.length === 0 ? (
              <EmptyState>{texts.fleetKeys.empty}</EmptyState>
            ) : (
              <KeyTable rows={rows} onEnd={() => void keys.refetch()} onEndNow={setEnding} />
            )}
            <DriveScopes issued={rows.length > 0} />
          </div>
        )}
      </Resource>
      {rotating ? (
        <Rotate
          mode={rotating}
          overlap={rows.find((key) => key.state === 'retiring')}
          onClose={() => setRotating(null)}
          onRotated={(value) => {
            setRotating(null);
            setSecret(value);
          }}
        />
      ) : null}
      {ending ? <End ending={ending} onClose={() => setEnding(null)} /> : null}
      {secret ? <SecretReveal secret={secret} variable={SECRET_VARIABLE} onStored={() => setSecret(null)} /> : null}
    </Page>
  );
}

interface RotateProps {
  mode: 'overlap' | 'leaked';
  /** The secret that is ending already, if one is. */
  overlap: KeyView | undefined;
  onClose: () => void;
  onRotated: (secret: string) => void;
}

function Rotate({ mode, overlap, onClose, onRotated }: RotateProps): ReactNode {
  const rotate = useSend('/api/v1/admin/fleet-keys/rotate', { onDone: (issued) => onRotated(issued.secret) });
  const leaked = mode === 'leaked';
  const force = !leaked && overlap !== undefined;
  return (
    <ReasonDialog
      title={leaked ? texts.fleetKeys.reportLeakedFleetTitle : texts.fleetKeys.rotateFleetSecretTitle}
      effect={<>{texts.fleetKeys.newSecretCreated(leaked, force ? texts.fleetKeys.overlapEnds(overlap.label) : '')}</>}
      readBy={READ_BY}
      confirm={
        leaked
          ? texts.fleetKeys.createNewConfirm
          : force
            ? texts.fleetKeys.createAndEnd(overlap.label)
            : texts.fleetKeys.createANewSecret
      }
      danger={leaked || force}
      send={rotate}
      onClose={onClose}
      onConfirm={({ text }) => rotate.mutate({ mode, force, reason: text })}
    />
  );
}

function End({ ending, onClose }: { ending: KeyView; onClose: () => void }): ReactNode {
  const end = useSend('/api/v1/admin/fleet-keys/{keyId}/end', { path: { keyId: ending.id }, onDone: onClose });
  return (
    <ReasonDialog
      title={texts.fleetKeys.endNowTitle(ending.label)}
      effect={texts.fleetKeys.effect(ending.label)}
      readBy={READ_BY}
      confirm={texts.fleetKeys.endNowTitle(ending.label)}
      danger
      send={end}
      onClose={onClose}
      onConfirm={({ text }) => end.mutate({ reason: text })}
    />
  );
}
