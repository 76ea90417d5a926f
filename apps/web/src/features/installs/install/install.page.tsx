import { Button, Checkbox } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useGet, useSend, type PluginView, type VentureView } from '../../../api/hooks.js';
import { namedValues } from './named-values.js';
import { Card, Facts, NamedFacts } from '../../../components/layout/page.js';
import { PermissionList } from '../../../components/drives/permission-list.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Loading, SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { Steps } from '../../../components/layout/timeline.js';
import { useParam, useUrlState } from '../../../lib/url-state.js';
import { EndsNotice } from '../../../components/drives/ends-notice.js';
import { InstallBlockers } from '../../../components/drives/install-blockers.js';
import { chargedText, pluginPriceText, trialText } from '../../../components/drives/price.js';
import { texts } from '../texts/install.js';
import { blockedFor, VentureStep } from './venture-step.js';
import { common } from '../../../text/common.js';
import { stepsAt } from '../../../lib/steps.js';
import { ticked } from '../../../lib/use-form.js';

const SchemaForm = lazy(() => import('../../../schema-form/schema-form.js'));

type Config = Record<string, unknown>;

/** Four steps, each with its own address: venture, permissions, settings, confirm. */
export function InstallPage() {
  const slug = useParam('slug');
  const plugin = useGet('/api/v1/operator/plugins/{slug}', { path: { slug } });
  return (
    <ResourcePage of={plugin} title={plugin.data ? texts.install.title(plugin.data.name) : common.install}>
      {(view) => (view.blockers.length > 0 ? <InstallBlockers view={view} /> : <Wizard plugin={view} />)}
    </ResourcePage>
  );
}

const titles = [common.venture, common.permissions, common.settings, common.confirm] as const;

function Wizard({ plugin }: { plugin: PluginView }) {
  const [stepText, setStep] = useUrlState('step', '1');
  const [ventureId, setVentureId] = useUrlState('venture');
  const [chosen, setChosen] = useState<VentureView | null>(null);
  const [granted, setGranted] = useState(false);
  const [config, setConfig] = useState<Config | null>(plugin.config_schema ? null : {});
  const [shown, setShown] = useState<Config>({});
  const copied = ventureId !== '' && chosen?.id !== ventureId;
  const linked = useGet('/api/v1/operator/ventures', { query: { q: ventureId } }, { enabled: copied });
  const named = copied ? linked.data?.items.find((one) => one.id === ventureId) : chosen;
  const venture = named?.id === ventureId && blockedFor(plugin, named).length === 0 ? named : undefined;
  // A copied link may name a step whose answers are missing: the first open step is shown instead.
  const open = !venture ? 1 : !granted ? 2 : config === null ? 3 : 4;
  const step = Math.min(Math.max(Number(stepText) || 1, 1), open);
  const go = (to: number): void => setStep(String(to));
  if (copied && linked.isLoading) return <Loading />;
  return (
    <>
      <EndsNotice of={plugin} what={common.installsWillEnd} />
      <Steps steps={stepsAt(titles, step - 1)} />
      <Card title={titles[step - 1]}>
        {step === 1 ? (
          <VentureStep
            plugin={plugin}
            chosen={venture}
            onChoose={(one) => {
              setChosen(one);
              setVentureId(one.id);
            }}
            onNext={() => go(2)}
          />
        ) : null}
        {step === 2 ? (
          <PermissionStep
            plugin={plugin}
            granted={granted}
            onGranted={setGranted}
            onNext={() => go(3)}
            onBack={() => go(1)}
          />
        ) : null}
        {step === 3 ? (
          <SettingsStep
            plugin={plugin}
            value={config ?? {}}
            onBack={() => go(2)}
            onDone={(value, ofIt) => {
              setConfig(value);
              setShown(ofIt);
              go(4);
            }}
          />
        ) : null}
        {step === 4 && venture && config ? (
          <ConfirmStep plugin={plugin} venture={venture} config={config} shown={shown} onBack={() => go(3)} />
        ) : null}
      </Card>
    </>
  );
}

interface PermissionStepProps {
  plugin: PluginView;
  granted: boolean;
  onGranted: (granted: boolean) => void;
  onNext: () => void;
  onBack: () => void;
}

function PermissionStep({ plugin, granted, onGranted, onNext, onBack }: PermissionStepProps) {
  return (
    <>
      <p>{texts.install.permissionStepExplanation(plugin.name)}</p>
      <PermissionList permissions={plugin.permissions} />
      <Checkbox label={texts.install.consent} {...ticked(granted, onGranted)} />
      <div className="row">
        <Button variant="default" onClick={onBack}>
          {common.back}
        </Button>
        <ActionButton whyNot={granted ? null : texts.install.whyNot.notConfirmed} onClick={onNext}>
          {texts.install.continueToSettings}
        </ActionButton>
      </div>
    </>
  );
}

interface SettingsStepProps {
  plugin: PluginView;
  value: Config;
  /** With the values, and with their shown form. */
  onDone: (value: Config, shown: Config) => void;
  onBack: () => void;
}

function SettingsStep({ plugin, value, onDone, onBack }: SettingsStepProps) {
  return (
    <>
      {plugin.config_schema ? (
        <Suspense fallback={<Loading />}>
          <SchemaForm
            schema={plugin.config_schema as Config}
            value={value}
            submitText={texts.install.continueToConfirm}
            onSubmit={onDone}
          />
        </Suspense>
      ) : (
        <>
          <p>{common.thisPluginHasNoSettings}</p>
          <Button onClick={() => onDone({}, {})}>{texts.install.continueToConfirm}</Button>
        </>
      )}
      <Button variant="default" onClick={onBack}>
        {common.back}
      </Button>
    </>
  );
}

interface ConfirmStepProps {
  plugin: PluginView;
  venture: VentureView;
  config: Config;
  /** Without secrets. */
  shown: Config;
  onBack: () => void;
}

function ConfirmStep({ plugin, venture, config, shown, onBack }: ConfirmStepProps) {
  const navigate = useNavigate();
  const install = useSend('/api/v1/operator/installs', {
    onDone: (made) => void navigate({ to: '/plugins/installed/$id', params: { id: made.id } }),
  });
  const price = pluginPriceText(plugin, venture.tenant_id);
  const own = plugin.tenant_prices.find((one) => one.tenant_id === venture.tenant_id);
  return (
    <>
      <Facts
        titles={texts.install.confirmStepFacts}
        items={{
          plugin: `${plugin.name} ${plugin.version ?? ''}`.trim(),
          venture: `${venture.name} (${venture.tenant_name})`,
          price: price,
          trial: trialText(plugin, venture.tenant_id),
          charged: plugin.price_by_agreement ? texts.install.chargedAsAgreed : chargedText(plugin),
          permissions: plugin.permissions.map((one) => one.name).join(', '),
          settings: Object.keys(shown).length > 0 ? <NamedFacts items={namedValues(shown)} /> : common.none,
          whenYouUninstall:
            plugin.billing_model === 'author_billing'
              ? texts.install.uninstallBilledByAuthor
              : texts.install.uninstallBilledByUs,
        }}
      />
      <SendError
        error={install.error}
        rest={install.error?.details.map((detail) => `${detail.pointer}: ${detail.message}`).join(' ')}
      />
      {install.error?.code.startsWith('payment_method') ? (
        <p>
          <Link to="/plugins/billing">{texts.install.addAPaymentMethod}</Link>
        </p>
      ) : null}
      <div className="row">
        <Button variant="default" onClick={onBack}>
          {common.back}
        </Button>
        <Button
          loading={install.isPending}
          onClick={() =>
            install.mutate({
              venture_id: venture.id,
              drive_id: plugin.drive_id,
              digest: plugin.digest,
              permissions: plugin.permissions.map((one) => one.name),
              config,
              // The operator agrees to what this page shows.
              ...(own ? { amount_minor: own.price?.amount_minor ?? '0', currency: own.currency } : {}),
            })
          }
        >
          {own?.price ? texts.install.installFor(price) : common.install}
        </Button>
      </div>
    </>
  );
}
