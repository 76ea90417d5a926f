import { Button, Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { TenantComplianceView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Page } from '../../../components/layout/page.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatUtcDate } from '../../../lib/format.js';
import { keepFocus } from '../../../lib/keep-focus.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useUrlState } from '../../../lib/url-state.js';

const YEAR_MS = 365 * 86_400_000;

/** What each tenant has on file about regulated data, asks of plugins, and is billed in. */
export function TenantsPage(): ReactNode {
  const [q, setQ] = useUrlState('q');
  const tenants = useList('/api/v1/host/tenants/compliance', { query: { ...(q && { q }) } });
  const [changing, setChanging] = useState<TenantComplianceView | null>(null);
  const [billing, setBilling] = useState<TenantComplianceView | null>(null);
  return (
    <Page title="Tenants">
      <p className="dim">
        Plugins can be installed or upgraded only if all required agreements are on file. Running installs are not
        stopped. New installs are billed in the tenant’s currency; existing installs keep theirs.
      </p>
      <div className="filters">
        <TextInput label="Name or host ID" value={q} onChange={(event) => setQ(event.currentTarget.value)} />
      </div>
      <ListTable
        label="Tenants"
        list={tenants}
        rowKey={(row) => row.tenant_id}
        onClearFilters={q ? () => setQ('') : undefined}
        empty={<EmptyState>No tenants yet. The host platform reports them.</EmptyState>}
        columns={[
          { id: 'name', title: 'Tenant', wrap: true, cell: (row) => row.tenant_name },
          { id: 'currency', title: 'Billed in', cell: (row) => row.currency.toUpperCase() },
          { id: 'baa', title: 'Agreement (BAA)', wrap: true, cell: (row) => <Agreement of={row} /> },
          { id: 'residency', title: 'Data region', wrap: true, cell: (row) => row.residency ?? 'anywhere' },
          { id: 'regulated', title: 'Regulated', cell: (row) => (row.regulated ? 'Yes' : 'No') },
          {
            id: 'blocked',
            title: 'Blocked upgrades',
            right: true,
            cell: (row) => <span className="num">{row.blocked_upgrades}</span>,
          },
          {
            id: 'operators',
            title: 'Operators',
            cell: (row) => (
              <Link
                to="/admin/tenants/$id/operators"
                params={{ id: row.tenant_id }}
                aria-label={`Operators of ${row.tenant_name}`}
              >
                Operators
              </Link>
            ),
          },
          { id: 'changed', title: 'Changed', cell: (row) => (row.changed_at ? <When at={row.changed_at} /> : 'never') },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) => (
              <div className="row">
                <Button variant="default" aria-label={`Change: ${row.tenant_name}`} onClick={() => setChanging(row)}>
                  Change
                </Button>
                <Button variant="default" aria-label={`Currency: ${row.tenant_name}`} onClick={() => setBilling(row)}>
                  Currency
                </Button>
              </div>
            ),
          },
        ]}
      />
      {changing ? (
        <ComplianceDialog key={changing.tenant_id} tenant={changing} onClose={() => setChanging(null)} />
      ) : null}
      {billing ? <CurrencyDialog key={billing.tenant_id} tenant={billing} onClose={() => setBilling(null)} /> : null}
    </Page>
  );
}

function Agreement({ of: { baa } }: { of: TenantComplianceView }): ReactNode {
  if (!baa) return 'none';
  const over = new Date(baa.until).getTime() <= serverNowMs();
  return (
    <>
      {baa.reference}, until {formatUtcDate(baa.until)} {over ? <ToneBadge tone="bad">Ended</ToneBadge> : null}
    </>
  );
}

/** Written against what was looked at, as below. */
function CurrencyDialog({ tenant, onClose }: { tenant: TenantComplianceView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [currency, setCurrency] = useState(tenant.currency.toUpperCase());
  const save = useSend('/api/v1/host/tenants/{id}/currency', {
    path: { id: tenant.tenant_id },
    onDone: ({ currency: now }) => {
      onClose();
      toast(`${tenant.tenant_name}: new installs are billed in ${now.toUpperCase()}.`);
    },
  });
  return (
    <Dialog open title={`Billing currency of ${tenant.tenant_name}`} onClose={onClose}>
      <SendError error={save.error} rest={save.error?.details.map((detail) => detail.message).join(' ')} />
      <TextInput
        label="Currency"
        description="A three-letter code, for example EUR. Plugins without a price in this currency cannot be installed. Existing installs keep their currency, including upgrades, until they are uninstalled."
        maxLength={3}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button variant="default" onMouseDown={keepFocus} onClick={onClose}>
          Cancel
        </Button>
        <WhyNot reason={/^[A-Za-z]{3}$/.test(currency.trim()) ? null : 'Enter a three-letter currency code.'}>
          {(described) => (
            <Button
              loading={save.isPending}
              {...described}
              onMouseDown={keepFocus}
              onClick={() => save.mutate({ currency: currency.trim(), revision: tenant.currency_revision })}
            >
              Save
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}

/** Written against what was looked at: when somebody was faster, the answer shows both. */
function ComplianceDialog({ tenant, onClose }: { tenant: TenantComplianceView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [reference, setReference] = useState(tenant.baa?.reference ?? '');
  const [until, setUntil] = useState(
    () => tenant.baa?.until.slice(0, 10) ?? new Date(serverNowMs() + YEAR_MS).toISOString().slice(0, 10),
  );
  const [residency, setResidency] = useState(tenant.residency ?? '');
  const [regulated, setRegulated] = useState(tenant.regulated);
  const save = useSend('/api/v1/host/tenants/{id}/compliance', {
    path: { id: tenant.tenant_id },
    onDone: () => {
      onClose();
      toast(`${tenant.tenant_name}: saved. Pending upgrades are checked again.`);
    },
  });
  return (
    <Dialog open title={`On file for ${tenant.tenant_name}`} onClose={onClose}>
      <SendError error={save.error} />
      <TextInput
        label="Business-associate agreement (optional)"
        description="Where the signed agreement is stored. Leave empty if there is none."
        maxLength={200}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <TextInput
        label="Valid until (UTC)"
        type="date"
        value={until}
        description={reference.trim() === '' ? 'Only with an agreement.' : undefined}
        disabled={reference.trim() === ''}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <TextInput
        label="Data region (optional)"
        description="As named by plugins, for example eu. Leave empty for any region."
        maxLength={100}
        value={residency}
        onChange={(event) => setResidency(event.currentTarget.value)}
      />
      <Checkbox
        label="Regulated: only plugins that state how they handle regulated data"
        checked={regulated}
        onChange={(event) => setRegulated(event.currentTarget.checked)}
      />
      <div className="dialog-actions">
        <Button variant="default" onMouseDown={keepFocus} onClick={onClose}>
          Cancel
        </Button>
        <WhyNot
          reason={reference.trim() !== '' && until === '' ? 'Enter the date until which the agreement is valid.' : null}
        >
          {(described) => (
            <Button
              loading={save.isPending}
              {...described}
              onMouseDown={keepFocus}
              onClick={() =>
                save.mutate({
                  baa: reference.trim() === '' ? null : { reference: reference.trim(), until: `${until}T00:00:00Z` },
                  residency: residency.trim() || null,
                  regulated,
                  revision: tenant.revision,
                })
              }
            >
              Save
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
