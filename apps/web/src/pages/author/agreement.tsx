import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { AgreementView } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { Card, Facts, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { SendError } from '../../components/states.js';
import { ToneBadge } from '../../components/status-badge.js';
import { useToast } from '../../components/toasts.js';
import { When } from '../../components/when.js';
import { WhyNot } from '../../components/why-not.js';
import { useForm } from '../../lib/use-form.js';

/** The developer agreement: summary, full text, signature by name on exactly this digest. */
export function AgreementPage(): ReactNode {
  const agreement = useGet('/api/v1/author/agreement');
  return (
    <Page
      title="Developer agreement"
      badges={
        agreement.data ? (
          <ToneBadge tone={agreement.data.signed ? 'ok' : 'warn'}>
            {agreement.data.signed ? 'Signed' : 'To sign'}
          </ToneBadge>
        ) : null
      }
    >
      <Resource of={agreement} page>
        {(view) => (
          <div className="detail-columns">
            <Card title={`Version ${view.version}`}>
              <ul className="prose">
                {view.summary.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <div className="scroll-text" tabIndex={0} role="region" aria-label="Full text of the agreement">
                {view.text}
              </div>
            </Card>
            <Card title={view.signed ? 'Signature' : 'Sign'}>
              <Facts
                items={[
                  ['Digest', <Id key="digest" value={view.digest} what="digest" />],
                  ['Signed by', view.signed?.signed_name],
                  ['Signed', view.signed ? <When key="at" at={view.signed.signed_at} /> : null],
                ]}
              />
              {view.signed ? null : <SignForm view={view} />}
            </Card>
          </div>
        )}
      </Resource>
    </Page>
  );
}

function SignForm({ view }: { view: AgreementView }): ReactNode {
  const toast = useToast();
  const [allowed, setAllowed] = useState(false);
  const sign = useSend('/api/v1/author/agreement/sign', {
    onDone: () => toast('Signed. You can now get your signing secret.'),
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
              ? 'Say that you may sign for the company.'
              : form.values.signed_name.trim() === ''
                ? 'Write your full name.'
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
