import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { Schemas } from '../../api/types.js';
import { CountryField } from '../../components/forms/country-field.js';
import { EditError, expectedRevision, useEdited } from '../../components/forms/edit-error.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { ToneBadge } from '../../components/feedback/status-badge.js';
import { When } from '../../components/values/when.js';

type Profile = Schemas['TaxProfileView'];
const PROFILE = '/api/v1/author/tax-profile';
const LABELS = {
  tax_id: 'Tax number',
  vat_id: 'VAT number',
  vat_treatment: 'Value added tax',
  self_billing_consent: 'Invoices in my name',
};

/** Whose name and tax number stand on the invoices that we write for the author, and whether we may. */
export function TaxProfilePage(): ReactNode {
  const profile = useGet(PROFILE);
  const { round, reload } = useEdited(profile);
  return (
    <Page
      title="Tax data"
      badges={
        profile.data ? (
          <ToneBadge tone={profile.data.self_billing_consent ? 'ok' : 'neutral'}>
            {profile.data.self_billing_consent ? 'Self-billing agreed' : 'No self-billing'}
          </ToneBadge>
        ) : null
      }
    >
      <p className="dim">
        With your tax data and consent, every payout includes a numbered self-billing invoice. Otherwise you receive a
        statement only. Issued invoices never change.
      </p>
      <Resource of={profile} page>
        {(view) => <ProfileForm key={round} view={view} reload={reload} />}
      </Resource>
    </Page>
  );
}

function ProfileForm({ view, reload }: { view: Profile; reload: () => void }): ReactNode {
  const [looked] = useState(view.revision);
  const [values, setValues] = useState({
    legal_name: view.legal_name,
    address: view.address,
    country: view.country,
    tax_id: view.tax_id ?? '',
    vat_id: view.vat_id ?? '',
    vat_treatment: view.vat_treatment,
    self_billing_consent: view.self_billing_consent,
  });
  const save = useSend(PROFILE, { onDone: reload });
  const set = (change: Partial<typeof values>): void => setValues((old) => ({ ...old, ...change }));
  return (
    <Card title="Supplier">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const { tax_id, vat_id, ...rest } = values;
          save.mutate({
            ...rest,
            ...(tax_id === '' ? {} : { tax_id }),
            ...(vat_id === '' ? {} : { vat_id }),
            revision: expectedRevision(looked, save.error),
          });
        }}
      >
        <EditError error={save.error} labels={LABELS} onTheirs={reload} />
        <TextInput
          label="Legal name"
          value={values.legal_name}
          maxLength={200}
          required
          withAsterisk={false}
          onChange={(event) => set({ legal_name: event.currentTarget.value })}
        />
        <Textarea
          label="Address"
          value={values.address}
          maxLength={500}
          required
          withAsterisk={false}
          autosize
          minRows={2}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
        <CountryField label="Country" value={values.country} onChange={(country) => set({ country })} />
        <TextInput
          label="Tax number (optional)"
          value={values.tax_id}
          maxLength={40}
          onChange={(event) => set({ tax_id: event.currentTarget.value })}
        />
        <TextInput
          label="VAT number (optional)"
          description="Needed for reverse charge"
          value={values.vat_id}
          maxLength={20}
          onChange={(event) => set({ vat_id: event.currentTarget.value })}
        />
        <NativeSelect
          label="Value added tax"
          value={values.vat_treatment}
          data={[
            { value: 'not_registered', label: 'Not registered' },
            { value: 'reverse_charge', label: 'Reverse charge' },
            { value: 'exempt', label: 'Exempt' },
          ]}
          onChange={(event) => set({ vat_treatment: event.currentTarget.value as Profile['vat_treatment'] })}
        />
        <Checkbox
          label="I allow the platform to issue invoices in my name for its payments to me"
          checked={values.self_billing_consent}
          onChange={(event) => set({ self_billing_consent: event.currentTarget.checked })}
        />
        <div className="row">
          <Button type="submit" loading={save.isPending}>
            Save tax data
          </Button>
          {view.saved_at ? (
            <span className="small dim">
              Saved <When at={view.saved_at} /> by {view.saved_by}
            </span>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
