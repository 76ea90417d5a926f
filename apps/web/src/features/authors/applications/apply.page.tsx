import { Button, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { post } from '../../../api/calls.js';
import { ApiError } from '../../../api/errors.js';
import { useGet, useSend } from '../../../api/hooks.js';
import { validateManifest } from '../../../api/validate.js';
import type { ValidationView } from '../../../api/validate.js';
import type { ApplicationView } from '../../../api/views.js';
import { CountryField } from '../../../components/forms/country-field.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EditError, useEdited } from '../../../components/forms/edit-error.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { Steps, type Step } from '../../../components/layout/timeline.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatUtc } from '../../../lib/format.js';
import { manifestUrlOf, useSandbox } from '../../../shell/sandbox.js';
import { useForm, type Form } from '../../../lib/use-form.js';
import { answersOf, bodyOf, categories, useDraft, type Answers, type Draft } from './apply-draft.js';
import { usualTime } from './usual-time.js';

/** Apply to publish Drives; also where the answers are changed when the reviewer asks. */
export function ApplyPage(): ReactNode {
  const own = useGet('/api/v1/applications');
  const outlook = useGet('/api/v1/applications/outlook');
  const { round, reload } = useEdited(own);
  return (
    <Page title="Apply to publish Drives">
      <Resource of={own} page>
        {(list) => {
          const open = list.items.find((one) => ['draft', 'changes_requested'].includes(one.state));
          const from = outlook.data?.may_apply_from;
          if (!open && from)
            return (
              <Alert tone="warn">
                Your last application was rejected. You can apply again from {formatUtc(from)}.{' '}
                <Link to="/author/application">See the reasons</Link>
              </Alert>
            );
          return <ApplyForm key={round} application={open} reload={reload} />;
        }}
      </Resource>
    </Page>
  );
}

interface ApplyFormProps {
  application: ApplicationView | undefined;
  reload: () => void;
}

/** Which answers belong to which step. */
const parts: readonly (readonly [title: string, answers: readonly (keyof Answers)[]])[] = [
  ['You and your company', ['founder_name', 'company_name', 'country', 'website', 'github']],
  [
    'What you will build',
    ['drive_name', 'drive_slug', 'description', 'category', 'intended_scopes', 'data_classes', 'manifest_url'],
  ],
  ['Security contact', ['security_contact']],
];

/** A step is done when the server has all of its answers and would take them. */
export function applySteps(saidOf: Draft['saidOf']): Step[] {
  const taken = (key: keyof Answers): boolean => {
    const said = saidOf(key);
    return said !== undefined && said.problem === undefined;
  };
  const done = parts.map(([, answers]) => answers.every(taken));
  const now = done.indexOf(false);
  return parts.map(([title], i) => ({ id: title, title, state: done[i] ? 'done' : i === now ? 'now' : 'next' }));
}

function ApplyForm({ application, reload }: ApplyFormProps): ReactNode {
  const navigate = useNavigate();
  const draft = useDraft(application);
  const submit = useSend('/api/v1/applications', {
    send: async (answers) => {
      const { id } = await draft.saveAll(answers);
      return post('/api/v1/applications/{id}/submit', { path: { id } });
    },
    onDone: () => void navigate({ to: '/author/application' }),
  });
  const plain = useForm(answersOf(application), submit.error);
  draft.follow(plain.values);
  // What the server says about the answer that it has goes before what it said when something was submitted.
  const field: Form<Answers>['field'] = (name) => {
    const one = plain.field(name);
    const said = draft.saidOf(name);
    return said && (one.value !== '' || said.problem === undefined) ? { ...one, error: said.problem } : one;
  };
  const form = { ...plain, field };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit.mutate(bodyOf(form.values));
  };
  return (
    <div className="detail-columns">
      <form className="card stack" onSubmit={onSubmit} onBlur={draft.save} noValidate>
        <Steps steps={applySteps(draft.saidOf)} />
        {application?.decision ? <Alert tone="warn">{application.decision.text}</Alert> : null}
        <EditError
          error={submit.error}
          rest={form.rest}
          onTheirs={() => {
            draft.drop();
            reload();
          }}
        />
        <h2>You and your company</h2>
        <TextInput label="Your name" description="The person behind the Drive." {...form.field('founder_name')} />
        <TextInput
          label="Company"
          description="As on your invoices. Shown on statements."
          {...form.field('company_name')}
        />
        <CountryField
          label="Country"
          description="Where you are paid. Some countries are not supported yet."
          value={form.values.country}
          error={form.field('country').error}
          onChange={(country) => form.set({ country })}
        />
        <TextInput
          label="Website"
          description="We check that the product exists."
          type="url"
          {...form.field('website')}
        />
        <TextInput
          label="GitHub (optional)"
          description="A user name or a repository URL. Helps us verify your work."
          {...form.field('github')}
        />
        <h2>What you will build</h2>
        <ReferenceDrive onFound={form.set} />
        <TextInput label="Name of the Drive" description="The name operators see." {...form.field('drive_name')} />
        <TextInput
          label="Slug"
          description="Lowercase letters, digits and hyphens. Part of URLs; it cannot be changed."
          {...form.field('drive_slug')}
        />
        <Textarea
          label="What it does"
          description="Reviewers compare it with the manifest."
          rows={4}
          {...form.field('description')}
        />
        <NativeSelect
          label="Category (optional)"
          description="Where operators find it. Reviewers compare it with similar listings."
          data={[{ value: '', label: 'Undecided' }, ...categories]}
          {...form.field('category')}
        />
        <TextInput
          label="Permissions it will ask for (optional)"
          description="Comma-separated, for example venture.read, events.emit."
          {...form.field('intended_scopes')}
        />
        <TextInput
          label="Data it will process (optional)"
          description="Comma-separated classes, for example contact, payment, phi."
          {...form.field('data_classes')}
        />
        <ManifestAddress form={form} />
        <h2>Security contact</h2>
        <TextInput
          label="E-mail"
          description="Used only when a secret leaks or a vulnerability is reported."
          type="email"
          {...form.field('security_contact')}
        />
        <p className="small dim" role="status">
          {draft.words}
        </p>
        <div className="row">
          <Button type="submit" loading={submit.isPending}>
            Submit application
          </Button>
          <Button
            variant="default"
            onClick={() => void draft.save().then(() => navigate({ to: '/author/application' }))}
          >
            Save and leave
          </Button>
        </div>
      </form>
      <Ahead />
    </div>
  );
}

const waitingText = (n: number): string =>
  n === 0 ? 'No applications are waiting.' : n === 1 ? 'One application is waiting.' : `${n} applications are waiting.`;

/** What is looked at, how long it takes, what comes after. */
function Ahead(): ReactNode {
  const outlook = useGet('/api/v1/applications/outlook');
  return (
    <div className="stack">
      <Card title="What we check">
        <ul className="prose">
          <li>Your identity, and that the product exists.</li>
          <li>That the name and slug cannot be confused with another Drive.</li>
          <li>That the planned permissions and data are necessary.</li>
          <li>That the security contact responds.</li>
        </ul>
        {outlook.data ? (
          <p>
            {usualTime(outlook.data)} {waitingText(outlook.data.waiting)}
          </p>
        ) : null}
      </Card>
      <Card title="What happens next">
        <ul className="prose">
          <li>After approval, you sign the agreement and get your signing secret, which is shown once.</li>
          <li>Then you submit your manifest URL and follow the checks live.</li>
        </ul>
      </Card>
    </div>
  );
}

/** An address that may already answer: checked here for information, it decides nothing. */
function ManifestAddress({ form }: { form: Form<Answers> }): ReactNode {
  const url = form.values.manifest_url.trim();
  const check = useMutation<ValidationView, ApiError>({ mutationFn: () => validateManifest(url) });
  return (
    <div className="stack stack-8">
      <TextInput
        label="Manifest (optional)"
        description="If it is already deployed. Checked when you submit, for information only."
        type="url"
        {...form.field('manifest_url')}
      />
      <div>
        <WhyNot reason={url === '' ? 'Enter a URL first.' : null}>
          {(described) => (
            <Button variant="default" {...described} loading={check.isPending} onClick={() => check.mutate()}>
              Check the manifest
            </Button>
          )}
        </WhyNot>
      </div>
      <SendError error={check.error} />
      {check.data ? (
        <Alert tone={check.data.ok ? 'ok' : 'warn'}>
          {check.data.ok
            ? 'It passes every check that needs no secret.'
            : `${check.data.findings.filter((one) => one.level === 'error').length} errors to fix before you submit it for listing.`}{' '}
          <a href={`/validate?url=${encodeURIComponent(url)}`} target="_blank" rel="noreferrer">
            See the findings
          </a>
        </Alert>
      ) : null}
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
