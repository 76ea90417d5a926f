import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type TaxProfileView } from '../../api/hooks.js';
import { MemberMay } from '../../components/feedback/member-may.js';
import { TaxIdCheck } from '../../components/forms/tax-id-check.js';
import { CountryField } from '../../components/forms/country-field.js';
import { EditError, expectedRevision, useEdited } from '../../components/forms/edit-error.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { ToneBadge } from '../../components/feedback/feedback.js';
import { When } from '../../components/values/values.js';
import { optionsOf } from '../../lib/options.js';
import { submitting, useForm, ticked } from '../../lib/use-form.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';
const PROFILE = '/api/v1/author/tax-profile';
const LABELS = texts.taxProfile.labels;

/** The name and tax number on the invoices that we write for the author, and whether we may. */
export function TaxProfilePage() {
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

function ProfileForm({ view, reload }: { view: TaxProfileView; reload: () => void }) {
  const [edited] = useState(view.revision);
  const save = useSend(PROFILE, { onDone: reload });
  const { legal_name, address, country, tax_id, vat_id, vat_id_check: check, vat_treatment } = view;
  const start = { legal_name, address, country, tax_id: tax_id ?? '', vat_id: vat_id ?? '', vat_treatment };
  const form = useForm<Record<keyof typeof start, string>>(start, save.error);
  const [consent, setConsent] = useState(view.self_billing_consent);
  return (
    <Card title={texts.taxProfile.profileFormTitle}>
      <form
        className="stack"
        onSubmit={submitting(() => {
          const { tax_id, vat_id, vat_treatment, ...rest } = form.values;
          save.mutate({
            ...rest,
            vat_treatment: vat_treatment as TaxProfileView['vat_treatment'],
            ...(tax_id === '' ? {} : { tax_id }),
            ...(vat_id === '' ? {} : { vat_id }),
            self_billing_consent: consent,
            revision: expectedRevision(edited, save.error),
          });
        })}
      >
        <EditError error={save.error} labels={LABELS} onTheirs={reload} rest={form.rest} />
        <TextInput
          label={common.legalName}
          maxLength={200}
          required
          withAsterisk={false}
          {...form.field('legal_name')}
        />
        <Textarea
          label={common.address}
          maxLength={500}
          required
          withAsterisk={false}
          autosize
          minRows={2}
          {...form.field('address')}
        />
        <CountryField
          label={common.country}
          value={form.values.country}
          onChange={(chosen) => form.set({ country: chosen })}
        />
        <TextInput label={common.taxNumberOptional} maxLength={40} {...form.field('tax_id')} />
        <TextInput
          label={texts.taxProfile.vatNumberOptionalLabel}
          description={check ? <TaxIdCheck check={check} vies={view.vies} /> : texts.taxProfile.vatNumberOptionalHelp}
          maxLength={20}
          {...form.field('vat_id')}
        />
        <NativeSelect
          label={texts.taxProfile.labels.vat_treatment}
          data={optionsOf(texts.taxProfile.options)}
          {...form.field('vat_treatment')}
        />
        <Checkbox label={texts.taxProfile.selfBillingConsent} {...ticked(consent, setConsent)} />
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
