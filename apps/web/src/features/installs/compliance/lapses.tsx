import { Alert } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/compliance.js';
import { common, rich } from '../../../text/common.js';
import { useList, type ComplianceLapseView, type InstallView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';

/** The missing requirement, as a sentence. */
function gapText({ gap, claims }: Pick<ComplianceLapseView, 'gap' | 'claims'>): string {
  return gap === 'claims_unproven'
    ? texts.lapses.unproven(claims.map((claim) => visible(claim)).join(', '))
    : texts.lapses.gap[gap];
}

function actionText({ action, acts_at: at, acted_at: acted }: ComplianceLapseView): string {
  if (action === 'warn' || at === null) return texts.lapses.action.warn;
  return acted === null ? texts.lapses.action[action](formatUtcDate(at)) : '';
}

/** Lapses of an install: since when, who must act, and what happens when. */
export function ComplianceLapses({ install }: { install: InstallView }) {
  if (install.compliance_lapses.length === 0) return null;
  return (
    <Alert tone="bad">
      {install.compliance_lapses.map((lapse) => (
        <p key={lapse.gap}>
          {gapText(lapse)} {rich(texts.lapses.since, { since: <When at={lapse.since} /> })}{' '}
          {texts.lapses.actor[lapse.must_act]} {actionText(lapse)}
        </p>
      ))}
      <p>
        {install.paused_at ? texts.lapses.paused : null} {texts.lapses.uninstall}
      </p>
    </Alert>
  );
}

function tenantActionText({ action, acts_at: at, acted_at: acted }: ComplianceLapseView): string {
  if (action === 'warn' || at === null) return texts.tenantLapses.none;
  if (acted !== null) return texts.tenantLapses.acted[action];
  return action === 'pause'
    ? texts.tenantLapses.willPause(formatUtcDate(at))
    : texts.tenantLapses.willRemove(formatUtcDate(at));
}

/** Running installs of all tenants that no longer meet a requirement, for admins. */
export function TenantLapses() {
  const lapses = useList('/api/v1/host/compliance-lapses', {});
  return (
    <section>
      <h2>{texts.tenantLapses.title}</h2>
      <ListTable
        label={texts.tenantLapses.title}
        list={lapses}
        rowKey={(row) => `${row.install_id} ${row.gap}`}
        empty={texts.tenantLapses.empty}
        titles={texts.tenantLapses.columns}
        columns={[
          { id: 'tenant', cell: (row) => row.tenant_name },
          { id: 'plugin', cell: (row) => row.name },
          { id: 'venture', cell: (row) => row.venture_name },
          { id: 'gap', cell: gapText },
          { id: 'since', cell: (row) => <When at={row.since} /> },
          { id: 'actor', cell: (row) => texts.tenantLapses.actor[row.must_act] },
          { id: 'action', cell: tenantActionText },
        ]}
      />
    </section>
  );
}

/** Objections of all tenants to changes of subprocessors, for admins. */
export function TenantObjections() {
  const list = useList('/api/v1/host/subprocessor-objections', {});
  return (
    <section>
      <h2>{texts.tenantObjections.title}</h2>
      <ListTable
        label={texts.tenantObjections.title}
        list={list}
        empty={common.noTenantHasObjected}
        titles={texts.tenantObjections.columns}
        columns={[
          { id: 'tenant', cell: (row) => row.tenant_name },
          { id: 'plugin', cell: (row) => row.drive },
          { id: 'at', cell: (row) => (row.objected_at ? <When at={row.objected_at} /> : null) },
          { id: 'reason', cell: (row) => visible(row.objection ?? '') },
        ]}
      />
    </section>
  );
}
