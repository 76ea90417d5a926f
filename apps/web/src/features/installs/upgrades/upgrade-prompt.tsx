import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { InstallView, UpgradeView } from '../../../api/views.js';
import { ChangeList, TechnicalDiff } from '../../../components/drives/change-list.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { permissionText } from '../../../components/drives/permission-list.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatUtcDate } from '../../../lib/format.js';
import { upgradeReason } from '../../../text/vocabulary.js';
import { priceText } from '../../../components/drives/price.js';

/** A newer version asks: the change list, one checkbox for each new permission, accept by digest or keep. */
export function UpgradePrompt({ install }: { install: InstallView }): ReactNode {
  const upgrade = useGet('/api/v1/operator/installs/{id}/upgrade', { path: { id: install.id } });
  return (
    <Resource of={upgrade} what="the upgrade">
      {(view) => (view.state === 'open' ? <Prompt key={view.digest} install={install} view={view} /> : null)}
    </Resource>
  );
}

/** A newer version that was declined stands there quietly until a newer one asks. */
export function DeclinedUpgrade({ install }: { install: InstallView }): ReactNode {
  const upgrade = useGet('/api/v1/operator/installs/{id}/upgrade', { path: { id: install.id } });
  const again = useSend('/api/v1/operator/installs/{id}/upgrade/reconsider', { path: { id: install.id } });
  return (
    <Resource of={upgrade} what="the upgrade">
      {({ to_version: to }) => (
        <Card
          title={`You kept ${install.version ?? 'the current version'}. ${to ?? 'A newer version'} is still available.`}
          actions={
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              Review again
            </Button>
          }
        >
          <SendError error={again.error} />
          <p className="dim">Nothing changes until you accept it. You will be asked again for the next version.</p>
        </Card>
      )}
    </Resource>
  );
}

/** What it costs now and afterwards, in numbers. */
function priceChange(
  { price_before, price_after, price_known: known }: UpgradeView,
  { billing_model }: InstallView,
): string {
  const [now, then] = [price_before, price_after].map((price) => priceText({ price, billing_model }));
  if (!known) return `${now} now. The host has no price for the new version yet.`;
  return now === then ? `${now}, as before` : `${now} now, ${then} after the upgrade`;
}

function Prompt({ install, view }: { install: InstallView; view: UpgradeView }): ReactNode {
  const toast = useToast();
  const [granted, setGranted] = useState<readonly string[]>([]);
  const to = view.to_version ?? 'the new version';
  const from = view.from_version ?? 'the current version';
  const path = { id: install.id };
  const accept = useSend('/api/v1/operator/installs/{id}/upgrade/accept', {
    path,
    onDone: () => toast(`${install.name} now runs ${to}.`),
  });
  const decline = useSend('/api/v1/operator/installs/{id}/upgrade/decline', {
    path,
    onDone: () => toast(`Kept ${from}.`),
  });
  const snooze = useSend('/api/v1/operator/installs/{id}/upgrade/snooze', {
    path,
    onDone: () => toast('We will remind you in 7 days.'),
  });
  const blocked = view.outcome === 'blocked';
  const held = install.permissions.map((one) => one.name);
  const added = view.permissions.filter((one) => !held.includes(one.name));
  const missing = blocked
    ? 'It is blocked. See what is missing above.'
    : !view.price_known
      ? 'The host has no price for the new version yet.'
      : added.every((one) => granted.includes(one.name))
        ? null
        : 'Grant the new permissions first.';
  const toggle = (name: string, on: boolean): void =>
    setGranted(on ? [...granted, name] : granted.filter((one) => one !== name));
  return (
    <Card title={`${to} is available. You run ${from}.`} actions={<StatusBadge kind="outcome" code={view.outcome} />}>
      {blocked ? (
        <Alert tone="bad">
          This upgrade cannot be accepted yet. {view.reasons.map(upgradeReason).join(' ')} Ask the administrator of the
          host platform. {from} keeps running.
        </Alert>
      ) : (
        <p className="dim">Nothing changes until you act. {view.reasons.map(upgradeReason).join(' ')}</p>
      )}
      <Facts items={[['Price', priceChange(view, install)]]} />
      <ChangeList changes={view.changes} />
      <TechnicalDiff before={view.manifest_before} after={view.manifest_after} />
      {added.map((permission) => (
        <Checkbox
          key={permission.name}
          label={`Grant: ${permissionText(permission)} (${permission.name})`}
          checked={granted.includes(permission.name)}
          onChange={(event) => toggle(permission.name, event.currentTarget.checked)}
        />
      ))}
      <p className="small dim">
        Offered <When at={view.opened_at} />
        {view.reminded_at ? (
          <>
            , last reminder <When at={view.reminded_at} />
          </>
        ) : null}
        {view.remind_at ? `, next reminder on ${formatUtcDate(view.remind_at)}` : ''}
      </p>
      <SendError error={accept.error ?? decline.error ?? snooze.error} />
      <div className="row">
        <WhyNot reason={missing}>
          {(described) => (
            <Button
              loading={accept.isPending}
              {...described}
              onClick={() =>
                accept.mutate({
                  digest: view.digest,
                  permissions: view.permissions.map((one) => one.name),
                  amount_minor: view.price_after?.amount_minor ?? '0',
                  ...(view.price_after ? { currency: view.price_after.currency } : {}),
                })
              }
            >
              Upgrade to {to}
            </Button>
          )}
        </WhyNot>
        <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
          Keep {from}
        </Button>
        {blocked ? null : (
          <Button variant="default" loading={snooze.isPending} onClick={() => snooze.mutate()}>
            Remind in 7 days
          </Button>
        )}
      </div>
    </Card>
  );
}
