import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useGet, useSend } from '../../../api/hooks.js';
import type { KeyView } from '../../../api/views.js';
import { AcceptBoth } from '../../../components/values/accept-both.js';
import { Countdown } from './countdown.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { SecretReveal } from '../../../components/forms/secret-reveal.js';
import { EmptyState, SendError, StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { useSandbox } from '../../../shell/sandbox.js';
import { EndKeyDialog } from './end-key-dialog.js';
import { KeyAdoption } from './key-adoption.js';
import { KeyHistory } from './key-history.js';
import { RotationDryRun } from './rotation-dry-run.js';
import { KeyScope } from './key-scope.js';
import { RotateDialog } from './rotate-dialog.js';
import { KeyActions } from './key-actions.js';
import { texts } from '../texts/keys.js';
import { rich } from '../../../text/rich.js';
import { common } from '../../../text/common.js';

const KEYS = '/api/v1/author/drives/{driveId}/keys';
export const SECRET_VARIABLE = 'PLATFORM_AGENT_SECRET';

/** The signing secrets of one Drive: issue, show once, rotate with overlap, see who has taken the new one. */
export function SecretsPage(): ReactNode {
  const drives = useGet('/api/v1/author/drives');
  const [chosen, setChosen] = useUrlState('drive');
  const list = drives.data?.items ?? [];
  const driveId = list.some((drive) => drive.id === chosen) ? chosen : (list[0]?.id ?? '');
  return (
    <ResourcePage of={drives} title={texts.secrets.title}>
      {() =>
        driveId === '' ? (
          <EmptyState>{texts.secrets.empty}</EmptyState>
        ) : (
          <>
            {list.length > 1 ? (
              <NativeSelect
                className="form"
                label={common.driveLabel}
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

function DriveSecrets({ driveId }: { driveId: string }): ReactNode {
  const keys = useGet(KEYS, { path: { driveId } }, { refreshMs: 15_000 });
  const [secret, setSecret] = useState<string | null>(null);
  const adoption = useGet(
    '/api/v1/author/drives/{driveId}/keys/adoption',
    { path: { driveId } },
    { refreshMs: 15_000 },
  );
  const [rotating, setRotating] = useState<'overlap' | 'leaked' | null>(null);
  const [ending, setEnding] = useState<KeyView | null>(null);
  const sandbox = useSandbox();
  const issue = useSend('/api/v1/author/drives/{driveId}/keys/issue', {
    path: { driveId },
    onDone: (issued) => setSecret(issued.secret),
  });
  const develops = useMemberMay('develop');
  const rows = keys.data?.items ?? [];
  const overlap = rows.find((key) => key.state === 'retiring');
  const hasKey = rows.some((key) => key.state === 'active');
  const readAgain = (): void => {
    void keys.refetch();
    void adoption.refetch();
  };
  return (
    <Resource of={keys} what={texts.secretsDriveSecrets.names.secrets}>
      {() => (
        <div className="stack">
          <KeyActions hasKey={hasKey} issue={issue} onRotate={setRotating} />
          <SendError error={issue.error} />
          {rows.length === 0 ? (
            <EmptyState>{texts.secretsDriveSecrets.empty(SECRET_VARIABLE)}</EmptyState>
          ) : (
            <KeyTable rows={rows} onEnd={readAgain} onEndNow={develops ? setEnding : null} />
          )}
          {hasKey ? (
            <Resource of={adoption} what={texts.secretsDriveSecrets.names.adoption}>
              {(view) => (
                <>
                  <KeyAdoption adoption={view} onEnd={readAgain} />
                  {view.overlap ? (
                    <Card title={texts.secretsDriveSecrets.title}>
                      <AcceptBoth />
                      <p>
                        {rich(texts.secretsDriveSecrets.explanation, {
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
          {ending ? (
            <EndKeyDialog
              driveId={driveId}
              ending={ending}
              stillNeeded={adoption.data?.overlap?.still_needed ?? true}
              onClose={() => setEnding(null)}
            />
          ) : null}
          {rotating ? (
            <RotateDialog
              driveId={driveId}
              overlap={overlap}
              leaked={rotating === 'leaked'}
              onClose={() => setRotating(null)}
              onRotated={(value) => {
                setRotating(null);
                setSecret(value);
              }}
            />
          ) : null}
          {secret ? (
            <SecretReveal
              secret={secret}
              variable={SECRET_VARIABLE}
              console={sandbox?.reference_drive_url}
              onStored={() => setSecret(null)}
            />
          ) : null}
        </div>
      )}
    </Resource>
  );
}

interface KeyTableProps {
  rows: readonly KeyView[];
  onEnd: () => void;
  /** Null for who may not. */
  onEndNow: ((key: KeyView) => void) | null;
}

/** The secrets of one owner, with the state of each and, while there is one, the way to end the older one. */
export function KeyTable({ rows, onEnd, onEndNow }: KeyTableProps): ReactNode {
  const end = {
    id: 'end',
    cell: (key: KeyView) =>
      key.state === 'retiring' && onEndNow ? (
        <Button variant="default" onClick={() => onEndNow(key)}>
          {texts.secretsKeyTable.endNow(key.label)}
        </Button>
      ) : null,
  };
  return (
    <DataTable
      label={texts.secretsKeyTable.tableLabel}
      rows={rows}
      titles={texts.secretsKeyTable.columns}
      columns={[
        { id: 'name', cell: (key) => key.label },
        { id: 'fingerprint', cell: (key) => <code>{key.fingerprint}</code> },
        { id: 'created', cell: (key) => <When at={key.created_at} /> },
        { id: 'used', cell: (key) => <When at={key.last_used_at} /> },
        {
          id: 'state',
          cell: (key) => (
            <StatusBadge
              kind="secret"
              code={key.state}
              detail={
                key.valid_until && key.state === 'retiring' ? (
                  <Countdown until={key.valid_until} onEnd={onEnd} />
                ) : undefined
              }
            />
          ),
        },
        ...(onEndNow && rows.some((key) => key.state === 'retiring') ? [end] : []),
      ]}
    />
  );
}
