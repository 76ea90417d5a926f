import { Button, Checkbox } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useGet, useSend, type InstallView, type UpgradeView } from '../../../api/hooks.js';
import { AuthorsText } from '../../../components/drives/listing-content.js';
import { ChangeList, TechnicalDiff } from '../../../components/drives/change-list.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, Loading, SendError, StatusBadge, ActionButton } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate } from '../../../lib/format.js';
import { upgradeReason } from '../../../text/vocabulary.js';
import { priceText } from '../../../components/drives/price.js';
import { texts } from '../texts/upgrades.js';
import { common, rich } from '../../../text/common.js';
import { ticked } from '../../../lib/use-form.js';

const SchemaForm = lazy(() => import('../../../schema-form/schema-form.js'));

/** A newer version asks: the change list, one checkbox for each new permission, accept by digest or keep. */
export function UpgradePrompt({ install }: { install: InstallView }) {
  const upgrade = useGet('/api/v1/operator/installs/{id}/upgrade', { path: { id: install.id } });
  return (
    <Resource of={upgrade} what={common.theUpgrade}>
      {(view) => (view.state === 'open' ? <Prompt key={view.digest} install={install} view={view} /> : null)}
    </Resource>
  );
}

/** A newer version that was declined is shown without emphasis until there is a newer one. */
export function DeclinedUpgrade({ install }: { install: InstallView }) {
  const upgrade = useGet('/api/v1/operator/installs/{id}/upgrade', { path: { id: install.id } });
  const again = useSend('/api/v1/operator/installs/{id}/upgrade/reconsider', { path: { id: install.id } });
  return (
    <Resource of={upgrade} what={common.theUpgrade}>
      {({ to_version: to }) => (
        <Card
          title={texts.upgradePrompt.declinedUpgradeTitle(
            install.version ?? common.theCurrentVersion,
            to ?? texts.upgradePrompt.aNewerVersion,
          )}
          actions={
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              {texts.upgradePrompt.reviewAgain}
            </Button>
          }
        >
          <SendError error={again.error} />
          <p className="dim">{texts.upgradePrompt.declinedUpgradeExplanation}</p>
        </Card>
      )}
    </Resource>
  );
}

/** Price now and afterwards. */
function priceChange(
  { price_before, price_after, price_known: known }: UpgradeView,
  { billing_model }: InstallView,
): string {
  const [now, then] = [price_before, price_after].map((price) => priceText({ price, billing_model }));
  if (!known) return texts.upgradePrompt.noPriceOfNewVersion(now);
  return now === then ? texts.upgradePrompt.asBefore(now) : texts.upgradePrompt.nowAfterTheUpgrade(now, then);
}

function Prompt({ install, view }: { install: InstallView; view: UpgradeView }) {
  const [granted, setGranted] = useState<readonly string[]>([]);
  const [config, setConfig] = useState<Record<string, unknown> | null>(null);
  const asked = view.settings && view.settings.missing.length > 0 ? view.settings : null;
  const to = view.to_version ?? texts.upgradePrompt.theNewVersion;
  const from = view.from_version ?? common.theCurrentVersion;
  const path = { id: install.id };
  const accept = useSend('/api/v1/operator/installs/{id}/upgrade/accept', {
    path,
    toast: texts.upgradePrompt.toastNowRuns(install.name, to),
  });
  const decline = useSend('/api/v1/operator/installs/{id}/upgrade/decline', {
    path,
    toast: texts.upgradePrompt.toastKept(from),
  });
  const snooze = useSend('/api/v1/operator/installs/{id}/upgrade/snooze', {
    path,
    toast: texts.upgradePrompt.toastRemind,
  });
  const blocked = view.outcome === 'blocked';
  const held = install.permissions.map((one) => one.name);
  const added = view.permissions.filter((one) => !held.includes(one.name));
  const missing = blocked
    ? texts.upgradePrompt.blocked
    : !view.price_known
      ? texts.upgradePrompt.noPriceYet
      : !added.every((one) => granted.includes(one.name))
        ? texts.upgradePrompt.permissionsNotGranted
        : asked && config === null
          ? texts.upgradePrompt.settingsMissing
          : null;
  const toggle = (name: string, on: boolean): void =>
    setGranted(on ? [...granted, name] : granted.filter((one) => one !== name));
  return (
    <Card
      title={texts.upgradePrompt.promptTitle(to, from)}
      actions={<StatusBadge kind="outcome" code={view.outcome} />}
    >
      {blocked ? (
        <Alert tone="bad">{texts.upgradePrompt.promptNotice(view.reasons.map(upgradeReason).join(' '), from)}</Alert>
      ) : (
        <p className="dim">{texts.upgradePrompt.promptExplanation(view.reasons.map(upgradeReason).join(' '))}</p>
      )}
      <Facts items={{ price: priceChange(view, install) }} />
      {view.notes ? (
        <section className="stack stack-4">
          <h3>{texts.upgradePrompt.notesHeading}</h3>
          <AuthorsText>{view.notes}</AuthorsText>
        </section>
      ) : null}
      <ChangeList changes={view.changes} />
      <TechnicalDiff before={view.manifest_before} after={view.manifest_after} />
      {added.map((permission) => (
        <Checkbox
          key={permission.name}
          label={texts.upgradePrompt.grant(permission.text, permission.name)}
          {...ticked(granted.includes(permission.name), (on) => toggle(permission.name, on))}
        />
      ))}
      {asked && !blocked ? <NeededSettings of={asked} config={config} onConfig={setConfig} /> : null}
      <p className="small dim">
        {rich(texts.upgradePrompt.offered, {
          time: <When at={view.opened_at} />,
          lastReminder: view.reminded_at
            ? rich(texts.upgradePrompt.lastReminder, { time: <When at={view.reminded_at} /> })
            : null,
          nextReminder: view.remind_at ? texts.upgradePrompt.nextReminderOn(formatUtcDate(view.remind_at)) : '',
        })}
      </p>
      <SendError
        error={accept.error ?? decline.error ?? snooze.error}
        rest={accept.error?.details.map(({ pointer, message }) => `${pointer}: ${message}`).join(' ')}
      />
      <div className="row">
        <ActionButton
          whyNot={missing}
          loading={accept.isPending}
          onClick={() =>
            accept.mutate({
              digest: view.digest,
              permissions: view.permissions.map((one) => one.name),
              amount_minor: view.price_after?.amount_minor ?? '0',
              ...(view.price_after ? { currency: view.price_after.currency } : {}),
              ...(asked && config ? { config, settings_version: asked.version } : {}),
            })
          }
        >
          {texts.upgradePrompt.upgradeTo(to)}
        </ActionButton>
        <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
          {texts.upgradePrompt.keep(from)}
        </Button>
        {blocked ? null : (
          <Button variant="default" loading={snooze.isPending} onClick={() => snooze.mutate()}>
            {texts.upgradePrompt.remind7Days}
          </Button>
        )}
      </div>
    </Card>
  );
}

interface NeededSettingsProps {
  of: NonNullable<UpgradeView['settings']>;
  /** Null until they are entered. */
  config: Record<string, unknown> | null;
  onConfig: (config: Record<string, unknown> | null) => void;
}

/** The form of the new version, filled in as far as the install has settings. */
function NeededSettings({ of: settings, config, onConfig }: NeededSettingsProps) {
  const [entered, setEntered] = useState(settings.config as Record<string, unknown>);
  return (
    <section className="stack stack-8" aria-label={texts.upgradePrompt.settingsTitle}>
      <p className="strong">{texts.upgradePrompt.settingsTitle}</p>
      {config ? (
        <div className="row">
          <span>{texts.upgradePrompt.settingsReady}</span>
          <Button variant="default" onClick={() => onConfig(null)}>
            {texts.upgradePrompt.editSettings}
          </Button>
        </div>
      ) : (
        <Suspense fallback={<Loading />}>
          <SchemaForm
            schema={settings.config_schema}
            value={entered}
            kept={settings.secrets}
            submitText={texts.upgradePrompt.useSettings}
            onSubmit={(value) => {
              setEntered(value);
              onConfig(value);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
