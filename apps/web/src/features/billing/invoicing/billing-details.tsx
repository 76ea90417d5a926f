import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type BillingDetailsView } from '../../../api/hooks.js';
import { CountryField } from '../../../components/forms/country-field.js';
import { EditError, expectedRevision, useEdited } from '../../../components/forms/edit-error.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { TaxIdCheck } from '../../../components/forms/tax-id-check.js';
import { useForm } from '../../../lib/use-form.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';

const FIELDS = [
  ['legal_name', common.nameOnTheInvoice],
  ['line1', texts.billingDetails.streetAndNumber],
  ['postal_code', texts.billingDetails.postalCode],
  ['city', texts.billingDetails.city],
  ['region', texts.billingDetails.regionCodeOptional],
  ['country', common.country],
  ['tax_id_type', texts.billingDetails.taxIdTypeEu],
  ['tax_id', texts.billingDetails.taxIdOptional],
] as const;

/** Where a tenant is billed; tax follows from it. */
export function BillingDetails({ tenantId, tenantName }: { tenantId: string; tenantName: string }) {
  const path = { tenantId };
  const details = useGet('/api/v1/operator/tenants/{tenantId}/billing-details', { path });
  const { round, reload } = useEdited(details);
  return (
    <Card title={texts.billingDetails.title(tenantName)}>
      <Resource of={details} what={texts.billingDetails.names.billingDetails} lines={2}>
        {(view) => <DetailsForm key={round} tenantId={tenantId} view={view} reload={reload} />}
      </Resource>
    </Card>
  );
}

function DetailsForm({ tenantId, view, reload }: { tenantId: string; view: BillingDetailsView; reload: () => void }) {
  const [edited] = useState(view.revision);
  const save = useSend('/api/v1/operator/tenants/{tenantId}/billing-details', {
    path: { tenantId },
    toast: texts.billingDetails.toast,
    onDone: reload,
  });
  const start = Object.fromEntries(FIELDS.map(([name]) => [name, view[name] ?? '']));
  const form = useForm<Record<string, string>>(start, save.error);
  const filled = Object.fromEntries(Object.entries(form.values).filter(([, value]) => value.trim() !== ''));
  const checked = view.tax_id_check ? { description: <TaxIdCheck check={view.tax_id_check} vies={view.vies} /> } : {};
  return (
    <>
      <div className="filters">
        {FIELDS.map(([name, label]) =>
          name === 'country' ? (
            <CountryField
              key={name}
              label={label}
              value={form.values.country ?? ''}
              onChange={(country) => form.set({ country })}
            />
          ) : (
            <TextInput key={name} label={label} {...(name === 'tax_id' ? checked : {})} {...form.field(name)} />
          ),
        )}
      </div>
      <EditError error={save.error} labels={Object.fromEntries(FIELDS)} onTheirs={reload} rest={form.rest} />
      <div>
        <Button
          loading={save.isPending}
          onClick={() => save.mutate({ ...filled, revision: expectedRevision(edited, save.error) } as never)}
        >
          {texts.billingDetails.saveBillingDetails}
        </Button>
      </div>
    </>
  );
}
