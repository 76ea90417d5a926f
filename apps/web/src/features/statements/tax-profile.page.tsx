import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { TaxProfileView } from '../../api/schema.js';
import { MemberMay } from '../../components/feedback/member-may.js';
import { CountryField } from '../../components/forms/country-field.js';
import { EditError, expectedRevision, useEdited } from '../../components/forms/edit-error.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { ToneBadge } from '../../components/feedback/feedback.js';
import { When } from '../../components/values/values.js';
import { submitting } from '../../lib/use-form.js';
import { texts } from './texts.js';
import { rich } from '../../text/rich.js';
import { common } from '../../text/common.js';
const PROFILE = '/api/v1/author/tax-profile';
const LABELS = texts.taxProfile.labels;

/** The name and tax number on the invoices that we write for the author, and whether we may. */
export function TaxProfilePage(): ReactNode {
  const profile = useGet(PROFILE);
  const { round, reload } = useEdited(profile);
  return (
    <Page
      title={common.taxData}
      badges={
        profile.data ? (
          <ToneBadge tone={profile.data.self_billing_consent ? 'ok' : 'neutral'}>
            {profile.data.self_billing_consent ? texts.taxProfile.selfBillingAgreed : texts.taxProfile.noSelfBilling}
          </ToneBadge>
        ) : null
      }
    >
      <p className="dim">{texts.taxProfile.explanation}</p>
      <Resource of={profile} page>
        {(view) => <ProfileForm key={round} view={view} reload={reload} />}
      </Resource>
    </Page>
  );
}

function ProfileForm({ view, reload }: { view: TaxProfileView; reload: () => void }): ReactNode {
  const [edited] = useState(view.revision);
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
    <Card title={texts.taxProfile.profileFormTitle}>
      <form
        className="stack"
        onSubmit={submitting(() => {
          const { tax_id, vat_id, ...rest } = values;
          save.mutate({
            ...rest,
            ...(tax_id === '' ? {} : { tax_id }),
            ...(vat_id === '' ? {} : { vat_id }),
            revision: expectedRevision(edited, save.error),
          });
        })}
      >
        <EditError error={save.error} labels={LABELS} onTheirs={reload} />
        <TextInput
          label={common.legalName}
          value={values.legal_name}
          maxLength={200}
          required
          withAsterisk={false}
          onChange={(event) => set({ legal_name: event.currentTarget.value })}
        />
        <Textarea
          label={common.address}
          value={values.address}
          maxLength={500}
          required
          withAsterisk={false}
          autosize
          minRows={2}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
        <CountryField label={common.country} value={values.country} onChange={(country) => set({ country })} />
        <TextInput
          label={common.taxNumberOptional}
          value={values.tax_id}
          maxLength={40}
          onChange={(event) => set({ tax_id: event.currentTarget.value })}
        />
        <TextInput
          label={texts.taxProfile.vatNumberOptionalLabel}
          description={texts.taxProfile.vatNumberOptionalHelp}
          value={values.vat_id}
          maxLength={20}
          onChange={(event) => set({ vat_id: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.taxProfile.valueAddedTaxLabel}
          value={values.vat_treatment}
          data={[
            { value: 'not_registered', label: texts.taxProfile.options.notRegistered },
            { value: 'reverse_charge', label: texts.taxProfile.options.reverseCharge },
            { value: 'exempt', label: texts.taxProfile.options.exempt },
          ]}
          onChange={(event) => set({ vat_treatment: event.currentTarget.value as TaxProfileView['vat_treatment'] })}
        />
        <Checkbox
          label={texts.taxProfile.selfBillingConsent}
          checked={values.self_billing_consent}
          onChange={(event) => set({ self_billing_consent: event.currentTarget.checked })}
        />
        <div className="row">
          <MemberMay do="manage_money">
            <Button type="submit" loading={save.isPending}>
              {texts.taxProfile.saveTaxData}
            </Button>
          </MemberMay>
          {view.saved_at ? (
            <span className="small dim">
              {rich(texts.taxProfile.savedBy, { time: <When at={view.saved_at} />, savedBy: view.saved_by })}
            </span>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
