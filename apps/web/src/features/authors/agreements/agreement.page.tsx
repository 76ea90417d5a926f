import { Button, Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { AgreementEntry, AgreementText } from '../../../api/views.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatUtc } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useForm } from '../../../lib/use-form.js';
import { visible } from '../../../lib/visible.js';
import { ClauseDifferences } from './clause-differences.js';

/** Every version of the developer agreement: what it says, what it changes, signature by name on exactly this digest. */
export function AgreementPage(): ReactNode {
  const versions = useGet('/api/v1/author/agreements');
  const [chosen] = useUrlState('version');
  const inForce = versions.data?.items.find((one) => one.state === 'in_force');
  return (
    <Page
      title="Developer agreement"
      badges={
        inForce ? (
          <ToneBadge tone={inForce.signed ? 'ok' : 'warn'}>{inForce.signed ? 'Signed' : 'To sign'}</ToneBadge>
        ) : null
      }
    >
      <Resource of={versions} page>
        {({ items }) => (
          <>
            {items
              .filter((one) => one.state === 'upcoming' && one.signed === null)
              .map((one) => (
                <Alert key={one.version} tone="info">
                  Version {one.version} takes effect on {formatUtc(one.effective_at)}
                  {one.sign_until === null ? '' : ` and must be signed by ${formatUtc(one.sign_until)}`}. You can read
                  and sign it now. Installs and payouts continue in any case.{' '}
                  <Link to="/author/agreement" search={{ version: one.version }}>
                    Read version {one.version}
                  </Link>
                </Alert>
              ))}
            <Version
              version={chosen === '' ? (inForce?.version ?? '') : chosen}
              signedInForce={inForce?.signed !== null}
            />
            <Versions items={items} />
          </>
        )}
      </Resource>
    </Page>
  );
}

function Version({ version, signedInForce }: { version: string; signedInForce: boolean }): ReactNode {
  const text = useGet('/api/v1/author/agreements/{version}', { path: { version } });
  return (
    <Resource of={text}>
      {(view) => (
        <div className="detail-columns">
          <Card title={`Version ${view.version}`} actions={<StatusBadge kind="agreement" code={view.state} />}>
            <ul className="prose">
              {view.summary.map((line, i) => (
                <li key={i}>{line}</li>
              ))}
            </ul>
            {view.compared_with === null ? null : (
              <ClauseDifferences against={view.compared_with} differences={view.differences} />
            )}
            <div className="scroll-text" tabIndex={0} role="region" aria-label="Full text of the agreement">
              {view.text}
            </div>
          </Card>
          <Card title={view.signed ? 'Signature' : 'Sign'}>
            <Facts
              items={[
                ['In force from', formatUtc(view.effective_at)],
                [
                  'Superseded',
                  view.superseded_at === null
                    ? null
                    : `${formatUtc(view.superseded_at)}, by version ${view.superseded_by}`,
                ],
                ['Digest', <Id key="digest" value={view.digest} what="digest" />],
                ['Signed by', view.signed ? visible(view.signed.signed_name) : null],
                ['Signed', view.signed ? <When key="at" at={view.signed.signed_at} /> : null],
                ['From', view.signed ? visible(view.signed.ip ?? 'Not recorded') : null],
                ['Browser', view.signed ? visible(view.signed.user_agent ?? 'Not recorded') : null],
              ]}
            />
            {view.signed ? <SignedCopy of={view} /> : <ToSign view={view} signedInForce={signedInForce} />}
          </Card>
        </div>
      )}
    </Resource>
  );
}

function SignedCopy({ of: { version } }: { of: AgreementEntry }): ReactNode {
  const at = `/api/v1/author/agreements/${encodeURIComponent(version)}/signed-copy`;
  return (
    <div className="row">
      <ExportButton href={`${at}/pdf`}>Signed copy (PDF)</ExportButton>
      <ExportButton href={`${at}/json`}>Signed copy (JSON)</ExportButton>
    </div>
  );
}

function ToSign({ view, signedInForce }: { view: AgreementText; signedInForce: boolean }): ReactNode {
  if (view.state === 'superseded')
    return <p>Your organisation did not sign this version. It can no longer be signed.</p>;
  if (view.state === 'upcoming' && !signedInForce) return <p>Sign the version in force first.</p>;
  return <SignForm view={view} />;
}

function SignForm({ view }: { view: AgreementText }): ReactNode {
  const toast = useToast();
  const [allowed, setAllowed] = useState(false);
  const sign = useSend('/api/v1/author/agreement/sign', {
    onDone: () =>
      toast(
        view.state === 'upcoming'
          ? `Signed. It takes effect on ${formatUtc(view.effective_at)}.`
          : 'Signed. You can now get your signing secret.',
      ),
  });
  const form = useForm({ signed_name: '' }, sign.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    sign.mutate({ version: view.version, digest: view.digest, signed_name: form.values.signed_name });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <SendError error={sign.error} rest={form.rest} />
      <Checkbox
        label="I may sign for the company"
        checked={allowed}
        onChange={(event) => setAllowed(event.currentTarget.checked)}
      />
      <TextInput label="Your full name" autoComplete="name" {...form.field('signed_name')} />
      <div>
        <WhyNot
          reason={
            !allowed
              ? 'Confirm that you may sign for the company.'
              : form.values.signed_name.trim() === ''
                ? 'Enter your full name.'
                : null
          }
        >
          {(described) => (
            <Button type="submit" loading={sign.isPending} {...described}>
              Sign version {view.version}
            </Button>
          )}
        </WhyNot>
      </div>
    </form>
  );
}

function Versions({ items }: { items: readonly AgreementEntry[] }): ReactNode {
  return (
    <Card title="All versions">
      <DataTable
        label="Versions of the agreement"
        rows={items}
        rowKey={(row) => row.version}
        columns={[
          {
            id: 'version',
            title: 'Version',
            cell: (row) => (
              <Link to="/author/agreement" search={{ version: row.version }}>
                {row.version}
              </Link>
            ),
          },
          { id: 'state', title: 'State', cell: (row) => <StatusBadge kind="agreement" code={row.state} /> },
          { id: 'from', title: 'From', cell: (row) => formatUtc(row.effective_at) },
          { id: 'by', title: 'Superseded by', cell: (row) => row.superseded_by ?? 'None' },
          {
            id: 'signed',
            title: 'Signed',
            cell: (row) =>
              row.signed ? (
                <>
                  <When at={row.signed.signed_at} /> by {visible(row.signed.signed_name)}
                </>
              ) : (
                'No'
              ),
          },
          { id: 'digest', title: 'Digest', cell: (row) => <Id value={row.digest} what="digest" /> },
        ]}
      />
    </Card>
  );
}
