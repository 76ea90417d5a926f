import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { InstallView, UpgradeView } from '../../api/views.js';
import { ChangeList, TechnicalDiff } from '../../components/change-list.js';
import { Card } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { SendError } from '../../components/states.js';
import { useToast } from '../../components/toasts.js';

const UPGRADE = '/api/v1/operator/installs/{id}/upgrade';

/** A newer version asks: the change list, one checkbox for each new permission, accept by digest or keep. */
export function UpgradePrompt({ install }: { install: InstallView }): ReactNode {
  const upgrade = useGet(UPGRADE, { path: { id: install.id } });
  return (
    <Resource of={upgrade} what="the upgrade">
      {(view) => (view.state === 'open' ? <Prompt install={install} view={view} /> : null)}
    </Resource>
  );
}

function Prompt({ install, view }: { install: InstallView; view: UpgradeView }): ReactNode {
  const toast = useToast();
  const [granted, setGranted] = useState<readonly string[]>([]);
  const path = { id: install.id };
  const accept = useSend('/api/v1/operator/installs/{id}/upgrade/accept', {
    path,
    onDone: () => toast(`${install.drive_name} now runs ${view.to_version}.`),
  });
  const decline = useSend('/api/v1/operator/installs/{id}/upgrade/decline', {
    path,
    onDone: () => toast(`Kept ${view.from_version}.`),
  });
  const missing = view.permissions_added.filter((one) => !granted.includes(one.name));
  const toggle = (name: string, on: boolean): void =>
    setGranted(on ? [...granted, name] : granted.filter((one) => one !== name));
  return (
    <Card title={`${view.to_version} is available. You run ${view.from_version}.`}>
      <p className="dim">Nothing changes until you act.</p>
      <ChangeList changes={view.changes} />
      {view.permissions_added.map((permission) => (
        <Checkbox
          key={permission.name}
          label={`Grant: ${permission.text} (${permission.name})`}
          checked={granted.includes(permission.name)}
          onChange={(event) => toggle(permission.name, event.currentTarget.checked)}
        />
      ))}
      {view.manifest_before && view.manifest_after ? (
        <TechnicalDiff before={view.manifest_before} after={view.manifest_after} />
      ) : null}
      <SendError error={accept.error ?? decline.error} />
      <div className="row">
        <Button
          loading={accept.isPending}
          disabled={missing.length > 0}
          onClick={() =>
            accept.mutate({ digest: view.digest, permissions: view.permissions_added.map((one) => one.name) })
          }
        >
          Upgrade to {view.to_version}
        </Button>
        <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
          Keep {view.from_version}
        </Button>
      </div>
    </Card>
  );
}
