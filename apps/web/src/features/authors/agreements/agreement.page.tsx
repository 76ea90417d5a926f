import { Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useSend, type AgreementEntryView, type AgreementTextView } from '../../../api/hooks.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { Id, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import {
  Alert,
  EmptyState,
  SendError,
  StatusBadge,
  ToneBadge,
  ActionButton,
} from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { visible } from '../../../lib/visible.js';
import { ClauseDifferences } from './clause-differences.js';
import { texts } from '../texts/agreements.js';
import { common, rich } from '../../../text/common.js';

/** Every version of the developer agreement: its text, its changes, signature by name on exactly this digest. */
export function AgreementPage() {
  const versions = useGet('/api/v1/author/agreements');
  const [chosen] = useUrlState('version');
  const inForce = versions.data?.items.find((one) => one.state === 'in_force');
  return (
    <ResourcePage
      of={versions}
      title={common.developerAgreement}
      badges={
        inForce ? (
          <ToneBadge tone={inForce.signed ? 'ok' : 'warn'}>
            {inForce.signed ? common.signed : texts.agreement.toSign}
          </ToneBadge>
        ) : null
      }
    >
      {({ items }) => (
        <>
          {items
            .filter((one) => one.state === 'upcoming' && one.signed === null)
            .map((one) => (
              <Alert key={one.version} tone="info">
                {rich(texts.agreement.notice, {
                  version: one.version,
                  date: formatUtc(one.effective_at),
                  deadline: one.sign_until === null ? '' : texts.agreement.andMustBeSignedBy(formatUtc(one.sign_until)),
                  link: (text) => (
                    <Link to="/author/agreement" search={{ version: one.version }}>
                      {text}
                    </Link>
                  ),
                })}
              </Alert>
            ))}
          {inForce || chosen !== '' ? (
            <Version
              version={chosen === '' ? (inForce?.version ?? '') : chosen}
              signedInForce={inForce?.signed !== null}
            />
          ) : (
            <EmptyState>{texts.agreement.noneYet}</EmptyState>
          )}
          {items.length > 0 ? <Versions items={items} /> : null}
        </>
      )}
    </ResourcePage>
  );
}

function Version({ version, signedInForce }: { version: string; signedInForce: boolean }) {
  const text = useGet('/api/v1/author/agreements/{version}', { path: { version } });
  return (
    <Resource of={text}>
      {(view) => (
        <div className="detail-columns">
          <Card title={common.versionNumber(view.version)} actions={<StatusBadge kind="agreement" code={view.state} />}>
            <ul className="prose">
              {view.summary.map((line, i) => (
                <li key={i}>{line}</li>
              ))}
            </ul>
            {view.compared_with === null ? null : (
              <ClauseDifferences against={view.compared_with} differences={view.differences} />
            )}
            <div className="scroll-text" tabIndex={0} role="region" aria-label={texts.agreement.fullTextAgreementLabel}>
              {view.text}
            </div>
          </Card>
          <Card title={view.signed ? texts.agreement.signatureTitle : texts.agreement.signTitle}>
            <Facts
              titles={texts.agreement.versionFacts}
              items={{
                inForceFrom: formatUtc(view.effective_at),
                superseded:
                  view.superseded_at === null
                    ? null
                    : texts.agreement.byVersion(formatUtc(view.superseded_at), view.superseded_by),
                digest: <Id value={view.digest} what={common.digestInText} />,
                signedBy: view.signed ? visible(view.signed.signed_name) : null,
                signed: view.signed ? <When at={view.signed.signed_at} /> : null,
                from: view.signed ? visible(view.signed.ip ?? common.notRecorded) : null,
                browser: view.signed ? visible(view.signed.user_agent ?? common.notRecorded) : null,
              }}
            />
            {view.signed ? <SignedCopy of={view} /> : <ToSign view={view} signedInForce={signedInForce} />}
          </Card>
        </div>
      )}
    </Resource>
  );
}

function SignedCopy({ of: { version } }: { of: AgreementEntryView }) {
  const at = `/api/v1/author/agreements/${encodeURIComponent(version)}/signed-copy`;
  return (
    <div className="row">
      <ExportButton href={`${at}/pdf`}>{texts.agreement.signedCopyPdf}</ExportButton>
      <ExportButton href={`${at}/json`}>{texts.agreement.signedCopyJson}</ExportButton>
    </div>
  );
}

function ToSign({ view, signedInForce }: { view: AgreementTextView; signedInForce: boolean }) {
  if (view.state === 'superseded') return <p>{texts.agreement.notSignedByOrganisation}</p>;
  if (view.state === 'upcoming' && !signedInForce) return <p>{texts.agreement.signVersionInForceFirst}</p>;
  return (
    <MemberMay do="own">
      <SignForm view={view} />
    </MemberMay>
  );
}

function SignForm({ view }: { view: AgreementTextView }) {
  const [allowed, setAllowed] = useState(false);
  const sign = useSend('/api/v1/author/agreement/sign', {
    toast:
      view.state === 'upcoming'
        ? texts.agreement.toastSignedTakes(formatUtc(view.effective_at))
        : texts.agreement.toastSignedNow,
  });
  const form = useForm({ signed_name: '' }, sign.error);
  return (
    <form
      className="stack"
      onSubmit={submitting(() =>
        sign.mutate({ version: view.version, digest: view.digest, signed_name: form.values.signed_name }),
      )}
      noValidate
    >
      <SendError error={sign.error} rest={form.rest} />
      <Checkbox
        label={texts.agreement.maySign}
        checked={allowed}
        onChange={(event) => setAllowed(event.currentTarget.checked)}
      />
      <TextInput label={texts.agreement.yourFullNameLabel} autoComplete="name" {...form.field('signed_name')} />
      <ActionButton
        whyNot={
          !allowed
            ? texts.agreement.whyNot.maySignMissing
            : form.values.signed_name.trim() === ''
              ? texts.agreement.whyNot.nameMissing
              : null
        }
        type="submit"
        loading={sign.isPending}
      >
        {texts.agreement.signVersion(view.version)}
      </ActionButton>
    </form>
  );
}

function Versions({ items }: { items: readonly AgreementEntryView[] }) {
  return (
    <Card title={texts.agreement.versionsTitle}>
      <DataTable
        label={texts.agreement.versionsTableLabel}
        rows={items}
        rowKey={(row) => row.version}
        titles={texts.agreement.versionsColumns}
        columns={[
          {
            id: 'version',
            cell: (row) => (
              <Link to="/author/agreement" search={{ version: row.version }}>
                {row.version}
              </Link>
            ),
          },
          { id: 'state', cell: (row) => <StatusBadge kind="agreement" code={row.state} /> },
          { id: 'from', cell: (row) => formatUtc(row.effective_at) },
          { id: 'by', cell: (row) => row.superseded_by ?? common.noneTitle },
          {
            id: 'signed',
            cell: (row) =>
              row.signed
                ? rich(texts.agreement.signedBy, {
                    time: <When at={row.signed.signed_at} />,
                    signedName: visible(row.signed.signed_name),
                  })
                : common.no,
          },
          { id: 'digest', cell: (row) => <Id value={row.digest} what={common.digestInText} /> },
        ]}
      />
    </Card>
  );
}
