import { Button, TextInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { patch, post } from '../../api/calls.js';
import type { ApiError } from '../../api/errors.js';
import { useGet, useSend } from '../../api/hooks.js';
import { validateManifest } from '../../api/validate.js';
import type { ValidationView } from '../../api/validate.js';
import type { ApplicationView } from '../../api/views.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { Alert, SendError } from '../../components/states.js';
import { manifestUrlOf, useSandbox } from '../../shell/sandbox.js';
import { useForm } from '../../lib/use-form.js';

const empty = {
  company_name: '',
  country: '',
  website: '',
  drive_name: '',
  drive_slug: '',
  description: '',
  security_contact: '',
};

type Answers = typeof empty;

function answersOf(application: ApplicationView | undefined): Answers {
  if (!application) return empty;
  return Object.fromEntries(Object.keys(empty).map((key) => [key, application[key as keyof Answers] ?? ''])) as Answers;
}

/** Apply to publish Drives; also where the answers are changed when the reviewer asks. */
export function ApplyPage(): ReactNode {
  const own = useGet('/api/v1/applications');
  return (
    <Page title="Apply to publish Drives">
      <Resource of={own} page>
        {(list) => (
          <ApplyForm application={list.items.find((one) => ['draft', 'changes_requested'].includes(one.state))} />
        )}
      </Resource>
    </Page>
  );
}

function ApplyForm({ application }: { application: ApplicationView | undefined }): ReactNode {
  const navigate = useNavigate();
  // Known from the first save on, so that correcting a refused answer never makes a second application.
  const saved = useRef(application?.id);
  const submit = useSend('/api/v1/applications', {
    send: async (answers, first) => {
      if (saved.current) await patch('/api/v1/applications/{id}', { path: { id: saved.current } }, answers);
      else saved.current = (await first()).id;
      return post('/api/v1/applications/{id}/submit', { path: { id: saved.current } });
    },
    onDone: () => void navigate({ to: '/author/application' }),
  });
  const form = useForm(answersOf(application), submit.error);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit.mutate(form.values);
  };
  return (
    <div className="detail-columns">
      <form className="card stack" onSubmit={onSubmit} noValidate>
        {application?.decision ? <Alert tone="warn">{application.decision.text}</Alert> : null}
        <SendError error={submit.error} rest={form.rest} />
        <h2>You and your company</h2>
        <TextInput
          label="Company"
          description="As it stands on your invoices: statements carry this name."
          {...form.field('company_name')}
        />
        <TextInput
          label="Country"
          description="Two letters, such as US. It decides how you can be paid."
          maxLength={2}
          {...form.field('country')}
        />
        <TextInput
          label="Website"
          description="We look whether the product is real."
          type="url"
          {...form.field('website')}
        />
        <h2>What you will build</h2>
        <ReferenceDrive onFound={form.set} />
        <TextInput label="Name of the Drive" description="What operators will read." {...form.field('drive_name')} />
        <TextInput
          label="Short name"
          description="Lower-case letters, digits and dashes; part of addresses and never changed."
          {...form.field('drive_slug')}
        />
        <Textarea
          label="What it does"
          description="Reviewers compare it with what the manifest asks for."
          rows={4}
          {...form.field('description')}
        />
        <h2>Security contact</h2>
        <TextInput
          label="E-mail"
          description="Used only when a secret leaks or a fault is reported."
          type="email"
          {...form.field('security_contact')}
        />
        <div>
          <Button type="submit" loading={submit.isPending}>
            Submit application
          </Button>
        </div>
      </form>
      <Card title="What happens then">
        <ul className="prose">
          <li>A reviewer checks who you are and that the product is real.</li>
          <li>When approved, you sign the agreement and get your signing secret, shown once.</li>
          <li>Then you submit the address of your manifest; the checks run while you watch.</li>
        </ul>
      </Card>
    </div>
  );
}

/** Sandbox: fills in what the reference Drive says about itself, so that the story can be played without a Drive of one's own. */
function ReferenceDrive({ onFound }: { onFound: (answers: Partial<Answers>) => void }): ReactNode {
  const url = useSandbox()?.reference_drive_url;
  const read = useMutation<ValidationView, ApiError>({
    mutationFn: () => validateManifest(manifestUrlOf(url ?? '')),
    onSuccess: ({ manifest }) => {
      if (manifest)
        onFound({ drive_name: manifest.name, drive_slug: manifest.id ?? '', description: manifest.tagline });
    },
  });
  if (!url) return null;
  return (
    <div>
      <SendError error={read.error} />
      <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
        Fill in for the reference Drive
      </Button>
    </div>
  );
}
