import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type UpgradePolicyView } from '../../../api/hooks.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { EditError, expectedRevision } from '../../../components/forms/edit-error.js';
import { Resource } from '../../../components/feedback/resource.js';
import { OwnTenants } from '../../../components/tables/own-tenants.js';
import { texts } from '../texts/upgrades.js';
import { rich } from '../../../text/rich.js';

const { now: NOW, effect: EFFECT, button: BUTTON, labels: LABELS } = texts.upgradePolicy;

/** Upgrade policy of each tenant of the operator. */
export function UpgradePolicies() {
  return <OwnTenants>{({ id, name }) => <TenantPolicy key={id} tenantId={id} name={name} />}</OwnTenants>;
}

function TenantPolicy({ tenantId, name }: { tenantId: string; name: string }) {
  const policy = useGet('/api/v1/operator/tenants/{tenantId}/upgrade-policy', { path: { tenantId } });
  return (
    <Resource of={policy} what={texts.upgradePolicy.names.upgradePolicyOf(name)} lines={1}>
      {(view) => <Choice policy={view} name={name} reload={() => void policy.refetch()} />}
    </Resource>
  );
}

function Choice({ policy, name, reload }: { policy: UpgradePolicyView; name: string; reload: () => void }) {
  const [asking, setAsking] = useState(false);
  const other = policy.accepts === 'nothing' ? 'harmless' : 'nothing';
  const set = useSend('/api/v1/operator/tenants/{tenantId}/upgrade-policy', {
    path: { tenantId: policy.tenant_id },
    toast: ({ accepts }) => `${name}: ${NOW[accepts]}`,
    onDone: () => setAsking(false),
  });
  const remind = useSend('/api/v1/operator/tenants/{tenantId}/upgrade-policy', {
    path: { tenantId: policy.tenant_id },
    toast: ({ reminders }) =>
      `${name}: ${reminders ? texts.upgradePolicy.toastRemindersOn : texts.upgradePolicy.toastRemindersOff}`,
  });
  return (
    <div className="row row-between">
      <p>
        {rich(texts.upgradePolicy.summary(policy.reminders), {
          name: <span className="strong">{name}</span>,
          now: NOW[policy.accepts],
        })}
      </p>
      <Button
        variant="default"
        loading={remind.isPending}
        onClick={() =>
          remind.mutate({
            accepts: policy.accepts,
            reminders: !policy.reminders,
            revision: expectedRevision(policy.revision, remind.error),
          })
        }
      >
        {policy.reminders ? texts.upgradePolicy.noReminders : texts.upgradePolicy.remind}
      </Button>
      <EditError
        error={remind.error}
        labels={LABELS}
        onTheirs={() => {
          remind.reset();
          reload();
        }}
      />
      <Button variant="default" onClick={() => setAsking(true)}>
        {BUTTON[other]}
      </Button>
      <Dialog open={asking} title={texts.upgradePolicy.dialogTitle(name)} onClose={() => setAsking(false)}>
        <p>{EFFECT[other]}</p>
        <EditError
          error={set.error}
          labels={LABELS}
          onTheirs={() => {
            set.reset();
            setAsking(false);
            reload();
          }}
        />
        <DialogActions onCancel={() => setAsking(false)}>
          <Button
            loading={set.isPending}
            onClick={() => set.mutate({ accepts: other, revision: expectedRevision(policy.revision, set.error) })}
          >
            {BUTTON[other]}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}
