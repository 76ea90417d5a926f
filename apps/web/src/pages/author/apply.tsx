import { Button, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { patch, post } from '../../api/calls.js';
import { ApiError } from '../../api/errors.js';
import { useGet, useSend } from '../../api/hooks.js';
import { validateManifest } from '../../api/validate.js';
import type { ValidationView } from '../../api/validate.js';
import type { Schemas } from '../../api/types.js';
import type { ApplicationView } from '../../api/views.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { EditError, seenRevision, useEdited } from '../../components/edit-error.js';
import { Alert, SendError } from '../../components/states.js';
import { WhyNot } from '../../components/why-not.js';
import { manifestUrlOf, useSandbox } from '../../shell/sandbox.js';
import { useForm, type Form } from '../../lib/use-form.js';

const empty = {
  founder_name: '',
  company_name: '',
  country: '',
  website: '',
  github: '',
  drive_name: '',
  drive_slug: '',
  description: '',
  category: '',
  intended_scopes: '',
  data_classes: '',
  security_contact: '',
  manifest_url: '',
};
type Category = NonNullable<Schemas['ApplicationDto']['category']>;
/** The catalogue's own list, by its own names. */
const categories: readonly Exclude<Category, ''>[] = [
  'Productivity',
  'Sales',
  'Content',
  'Operations',
  'Intelligence',
  'Marketing',
  'Compliance',
  'Utilities',
];
/** Written in one line, words apart from each other by commas or blanks. */
type ListField = 'intended_scopes' | 'data_classes';
const wordsOf = (line: string): string[] => line.split(/[\s,;]+/).filter((word) => word !== '');

type Answers = typeof empty;

function answersOf(application: ApplicationView | undefined): Answers {
  if (!application) return empty;
  const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  return Object.fromEntries(
    Object.keys(empty).map((key) => [key, shown(application[key as keyof Answers])]),
  ) as Answers;
}

/** The form's lines as the API wants them. */
function bodyOf(
  values: Answers,
): Omit<Answers, ListField | 'category'> & Record<ListField, string[]> & { category: Category } {
  return {
    ...values,
    category: values.category as Category,
    intended_scopes: wordsOf(values.intended_scopes),
    data_classes: wordsOf(values.data_classes),
  };
}

type Saved = Pick<ApplicationView, 'id' | 'revision'>;

/** When a colleague was faster, the page shows both, and the next attempt is made in the knowledge of both. */
async function change(saved: Saved, answers: Partial<ReturnType<typeof bodyOf>>): Promise<Saved> {
  try {
    const { id, revision } = saved;
    return await patch('/api/v1/applications/{id}', { path: { id } }, { ...answers, revision });
  } catch (error) {
    if (error instanceof ApiError) saved.revision = seenRevision(saved.revision, error);
    throw error;
  }
}

/** Apply to publish Drives; also where the answers are changed when the reviewer asks. */
export function ApplyPage(): ReactNode {
  const own = useGet('/api/v1/applications');
  const { round, reload } = useEdited(own);
  return (
    <Page title="Apply to publish Drives">
      <Resource of={own} page>
        {(list) => (
          <ApplyForm
            key={round}
            application={list.items.find((one) => ['draft', 'changes_requested'].includes(one.state))}
            reload={reload}
          />
        )}
      </Resource>
    </Page>
  );
}

interface ApplyFormProps {
  application: ApplicationView | undefined;
  reload: () => void;
}

function ApplyForm({ application, reload }: ApplyFormProps): ReactNode {
  const navigate = useNavigate();
  // Known from the first save on, so that correcting a refused answer never makes a second application.
  const saved = useRef(application && { id: application.id, revision: application.revision });
  const submit = useSend('/api/v1/applications', {
    send: async (answers, first) => {
      const now = saved.current ? await change(saved.current, answers) : await first();
      saved.current = { id: now.id, revision: now.revision };
      return post('/api/v1/applications/{id}/submit', { path: { id: now.id } });
    },
    onDone: () => void navigate({ to: '/author/application' }),
  });
  const form = useForm(answersOf(application), submit.error);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit.mutate(bodyOf(form.values));
  };
  return (
    <div className="detail-columns">
      <form className="card stack" onSubmit={onSubmit} noValidate>
        {application?.decision ? <Alert tone="warn">{application.decision.text}</Alert> : null}
        <EditError error={submit.error} rest={form.rest} onTheirs={reload} />
        <h2>You and your company</h2>
        <TextInput label="Your name" description="The person behind the Drive." {...form.field('founder_name')} />
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
        <TextInput
          label="GitHub (optional)"
          description="A name, or the address of a repository. It helps us see that you build."
          {...form.field('github')}
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
        <NativeSelect
          label="Category (optional)"
          description="Where operators will look for it. Reviewers compare it with what is listed there."
          data={[{ value: '', label: 'Not decided yet' }, ...categories]}
          {...form.field('category')}
        />
        <TextInput
          label="Permissions it will ask for (optional)"
          description="With commas between, such as venture.read, events.emit."
          {...form.field('intended_scopes')}
        />
        <TextInput
          label="Data it will process (optional)"
          description="Classes with commas between, such as contact, payment, phi."
          {...form.field('data_classes')}
        />
        <ManifestAddress form={form} />
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

/** An address that may already answer: checked here for information, it decides nothing. */
function ManifestAddress({ form }: { form: Form<Answers> }): ReactNode {
  const url = form.values.manifest_url.trim();
  const check = useMutation<ValidationView, ApiError>({ mutationFn: () => validateManifest(url) });
  return (
    <div className="stack stack-8">
      <TextInput
        label="Manifest (optional)"
        description="If it runs somewhere already. Reviewers look at it; it decides nothing yet."
        type="url"
        {...form.field('manifest_url')}
      />
      <div>
        <WhyNot reason={url === '' ? 'Write an address first.' : null}>
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
            : `${check.data.findings.filter((one) => one.level === 'error').length} errors to repair before you submit it for listing.`}{' '}
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
