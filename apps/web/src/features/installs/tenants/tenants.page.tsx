import { Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { TenantComplianceView } from '../../../api/schema.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Page } from '../../../components/layout/page.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { TenantLapses, TenantObjections } from '../compliance/lapses.js';
import { texts } from '../texts/tenants.js';
import { NameDialog } from './name-dialog.js';
import { rich } from '../../../text/rich.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';

const YEAR_MS = 365 * 86_400_000;

/** Compliance record, requirements of plugins and billing currency of each tenant. */
export function TenantsPage(): ReactNode {
  const [q, setQ] = useUrlState('q');
  const tenants = useList('/api/v1/host/tenants/compliance', { query: { ...(q && { q }) } });
  return (
    <Page
      title={common.tenants}
      actions={
        <DialogButton variant="filled" dialog={(close) => <AddTenant onClose={close} />}>
          {texts.tenants.add}
        </DialogButton>
      }
    >
      <p className="dim">
        {texts.tenants.explanation} <Link to="/admin/unfinished">{common.unfinishedInstalls}</Link>
      </p>
      <div className="filters">
        <TextInput label={texts.tenants.nameHostIdLabel} {...controlled(q, setQ)} />
      </div>
      <ListTable
        label={common.tenants}
        list={tenants}
        rowKey={(row) => row.tenant_id}
        onClearFilters={q ? () => setQ('') : undefined}
        empty={texts.tenants.empty}
        titles={texts.tenants.columns}
        columns={[
          {
            id: 'name',
            wrap: true,
            to: '/admin/tenants/$id/ventures',
            toId: (row) => row.tenant_id,
            cell: (row) => row.tenant_name,
          },
          { id: 'currency', cell: (row) => row.currency.toUpperCase() },
          { id: 'baa', wrap: true, cell: (row) => <Agreement of={row} /> },
          { id: 'residency', wrap: true, cell: (row) => row.residency ?? texts.tenants.anywhere },
          { id: 'regulated', cell: (row) => (row.regulated ? common.yes : common.no) },
          { id: 'blocked', right: true, cell: (row) => <span className="num">{row.blocked_upgrades}</span> },
          {
            id: 'operators',
            cell: (row) => (
              <Link
                to="/admin/tenants/$id/operators"
                params={{ id: row.tenant_id }}
                aria-label={texts.tenants.operatorsOfLabel(row.tenant_name)}
              >
                {common.operators}
              </Link>
            ),
          },
          { id: 'changed', cell: (row) => (row.changed_at ? <When at={row.changed_at} /> : common.never) },
          {
            id: 'act',
            cell: (row) => (
              <div className="row">
                <DialogButton
                  aria-label={texts.tenants.changeLabel(row.tenant_name)}
                  dialog={(close) => <ComplianceDialog tenant={row} onClose={close} />}
                >
                  {common.change}
                </DialogButton>
                <DialogButton
                  aria-label={texts.tenants.currencyLabel(row.tenant_name)}
                  dialog={(close) => <CurrencyDialog tenant={row} onClose={close} />}
                >
                  {common.currency}
                </DialogButton>
              </div>
            ),
          },
        ]}
      />
      <TenantLapses />
      <TenantObjections />
    </Page>
  );
}

function AddTenant({ onClose }: { onClose: () => void }): ReactNode {
  const add = useSend('/api/v1/host/tenants', {
    toast: ({ name }) => texts.tenants.toastAdded(name),
    onDone: onClose,
  });
  return (
    <NameDialog
      title={texts.tenants.addTitle}
      withId
      withCurrency
      send={add}
      onClose={onClose}
      onSave={(given) => add.mutate(given)}
    />
  );
}

function Agreement({ of: { baa } }: { of: TenantComplianceView }): ReactNode {
  if (!baa) return common.none;
  const over = new Date(baa.until).getTime() <= serverNowMs();
  return (
    <>
      {rich(texts.tenants.until, {
        reference: baa.reference,
        date: formatUtcDate(baa.until),
        badge: over ? <ToneBadge tone="bad">{common.ended}</ToneBadge> : null,
      })}
    </>
  );
}

/** Written against the version that was read, as below. */
function CurrencyDialog({ tenant, onClose }: { tenant: TenantComplianceView; onClose: () => void }): ReactNode {
  const [currency, setCurrency] = useState(tenant.currency.toUpperCase());
  const save = useSend('/api/v1/host/tenants/{id}/currency', {
    path: { id: tenant.tenant_id },
    toast: ({ currency: now }) => texts.tenants.currencyDialogToast(tenant.tenant_name, now.toUpperCase()),
    onDone: onClose,
  });
  return (
    <SendDialog
      title={texts.tenants.currencyDialogTitle(tenant.tenant_name)}
      send={save}
      rest={save.error?.details.map((detail) => detail.message).join(' ')}
      confirm={common.save}
      whyNot={/^[A-Za-z]{3}$/.test(currency.trim()) ? null : common.enterAThreeLetterCurrencyCode}
      onClose={onClose}
      onConfirm={() => save.mutate({ currency: currency.trim(), revision: tenant.currency_revision })}
    >
      <TextInput
        label={common.currency}
        description={texts.tenants.currencyHelp}
        maxLength={3}
        {...controlled(currency, setCurrency)}
      />
    </SendDialog>
  );
}

/** Written against the version that was read: when somebody was faster, the answer shows both. */
function ComplianceDialog({ tenant, onClose }: { tenant: TenantComplianceView; onClose: () => void }): ReactNode {
  const [reference, setReference] = useState(tenant.baa?.reference ?? '');
  const [until, setUntil] = useState(
    () => tenant.baa?.until.slice(0, 10) ?? new Date(serverNowMs() + YEAR_MS).toISOString().slice(0, 10),
  );
  const [residency, setResidency] = useState(tenant.residency ?? '');
  const [regulated, setRegulated] = useState(tenant.regulated);
  const save = useSend('/api/v1/host/tenants/{id}/compliance', {
    path: { id: tenant.tenant_id },
    toast: texts.tenants.complianceDialogToast(tenant.tenant_name),
    onDone: onClose,
  });
  return (
    <SendDialog
      title={texts.tenants.complianceDialogTitle(tenant.tenant_name)}
      send={save}
      confirm={common.save}
      whyNot={reference.trim() !== '' && until === '' ? texts.tenants.whyNot.dateMissing : null}
      onClose={onClose}
      onConfirm={() =>
        save.mutate({
          baa: reference.trim() === '' ? null : { reference: reference.trim(), until: `${until}T00:00:00Z` },
          residency: residency.trim() || null,
          regulated,
          revision: tenant.revision,
        })
      }
    >
      <TextInput
        label={texts.tenants.businessAssociateAgreementLabel}
        description={texts.tenants.businessAssociateAgreementHelp}
        maxLength={200}
        {...controlled(reference, setReference)}
      />
      <TextInput
        label={common.validUntilUtc}
        type="date"
        {...controlled(until, setUntil)}
        description={reference.trim() === '' ? texts.tenants.validUntilUtcHelp : undefined}
        disabled={reference.trim() === ''}
      />
      <TextInput
        label={texts.tenants.dataRegionOptionalLabel}
        description={texts.tenants.dataRegionOptionalHelp}
        maxLength={100}
        {...controlled(residency, setResidency)}
      />
      <Checkbox
        label={texts.tenants.regulatedOnly}
        checked={regulated}
        onChange={(event) => setRegulated(event.currentTarget.checked)}
      />
    </SendDialog>
  );
}
