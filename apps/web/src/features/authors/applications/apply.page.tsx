import { Button, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { post } from '../../../api/calls.js';
import { ApiError } from '../../../api/errors.js';
import { useGet, useSend } from '../../../api/hooks.js';
import type { ValidationView } from '../../../api/schema.js';
import { useMe } from '../../../api/session.js';
import { validateManifest } from '../../../api/validate.js';
import type { ApplicationView } from '../../../api/schema.js';
import { CountryField } from '../../../components/forms/country-field.js';
import { Card } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { EditError, useEdited } from '../../../components/forms/edit-error.js';
import { Alert, SendError, ActionButton, SendButton } from '../../../components/feedback/feedback.js';
import { Steps, type Step } from '../../../components/layout/timeline.js';
import { formatUtc } from '../../../lib/format.js';
import { manifestUrlOf, useSandbox } from '../../../shell/sandbox/sandbox.js';
import { useForm, type Form, submitting } from '../../../lib/use-form.js';
import { CATEGORIES } from '../../../../../../libs/contract/src/browser.js';
import { answersOf, bodyOf, useDraft, type Answers, type Draft } from './apply-draft.js';
import { usualTime } from './usual-time.js';
import { texts } from '../texts/applications.js';
import { common, rich } from '../../../text/common.js';

/** Apply to publish Drives; also where the answers are changed when the reviewer asks. */
export function ApplyPage() {
  const own = useGet('/api/v1/applications');
  const outlook = useGet('/api/v1/applications/outlook');
  const { round, reload } = useEdited(own);
  return (
    <ResourcePage of={own} title={common.applyToPublishDrives}>
      {(list) => {
        const open = list.items.find((one) => ['draft', 'changes_requested'].includes(one.state));
        const from = outlook.data?.may_apply_from;
        if (!open && from)
          return (
            <Alert tone="warn">
              {rich(texts.apply.notice, {
                date: formatUtc(from),
                link: (text) => <Link to="/author/application">{text}</Link>,
              })}
            </Alert>
          );
        return (
          <MemberMay do="develop">
            <ApplyForm key={round} application={open} reload={reload} />
          </MemberMay>
        );
      }}
    </ResourcePage>
  );
}

/** Which answers belong to which step. */
const parts: readonly (readonly [title: string, answers: readonly (keyof Answers)[]])[] = [
  [common.youAndYourCompany, ['founder_name', 'company_name', 'country', 'website', 'github']],
  [
    common.whatYouWillBuild,
    ['drive_name', 'drive_slug', 'description', 'category', 'intended_scopes', 'data_classes', 'manifest_url'],
  ],
  [common.securityContact, ['security_contact']],
];

/** A step is done when the server has all of its answers and would take them. */
export function applySteps(fieldState: Draft['fieldState']): Step[] {
  const taken = (key: keyof Answers): boolean => {
    const state = fieldState(key);
    return state !== undefined && state.problem === undefined;
  };
  const done = parts.map(([, answers]) => answers.every(taken));
  const now = done.indexOf(false);
  return parts.map(([title], i) => ({ id: title, title, state: done[i] ? 'done' : i === now ? 'now' : 'next' }));
}

function ApplyForm({ application, reload }: { application: ApplicationView | undefined; reload: () => void }) {
  const navigate = useNavigate();
  const start = answersOf(application, useMe()?.user.name ?? '');
  const draft = useDraft(application, start);
  const submit = useSend('/api/v1/applications', {
    send: async (answers) => {
      const { id } = await draft.saveAll(answers);
      return post('/api/v1/applications/{id}/submit', { path: { id } });
    },
    onDone: () => void navigate({ to: '/author/application' }),
  });
  const plain = useForm(start, submit.error);
  draft.follow(plain.values);
  // Errors of the saved answer take precedence over those of the submission.
  const field: Form<Answers>['field'] = (name) => {
    const one = plain.field(name);
    const state = draft.fieldState(name);
    return state && (one.value !== '' || state.problem === undefined) ? { ...one, error: state.problem } : one;
  };
  const form = { ...plain, field };
  return (
    <div className="detail-columns">
      <form
        className="card stack"
        onSubmit={submitting(() => submit.mutate(bodyOf(form.values)))}
        onBlur={draft.save}
        noValidate
      >
        <Steps steps={applySteps(draft.fieldState)} />
        {application?.decision ? <Alert tone="warn">{application.decision.text}</Alert> : null}
        <EditError
          error={submit.error}
          rest={form.rest}
          onTheirs={() => {
            draft.drop();
            reload();
          }}
        />
        <h2>{common.youAndYourCompany}</h2>
        <TextInput
          label={common.yourNameLabel}
          description={texts.apply.yourNameHelp}
          {...form.field('founder_name')}
        />
        <TextInput label={common.company} description={texts.apply.companyHelp} {...form.field('company_name')} />
        <CountryField
          label={common.country}
          description={texts.apply.countryHelp}
          value={form.values.country}
          error={form.field('country').error}
          onChange={(country) => form.set({ country })}
        />
        <TextInput label={common.website} description={texts.apply.websiteHelp} type="url" {...form.field('website')} />
        <TextInput label={texts.apply.gitHubLabel} description={texts.apply.gitHubHelp} {...form.field('github')} />
        <h2>{common.whatYouWillBuild}</h2>
        <ReferenceDrive onFound={form.set} />
        <TextInput
          label={texts.apply.nameDriveLabel}
          description={texts.apply.nameDriveHelp}
          {...form.field('drive_name')}
        />
        <TextInput label={common.slug} description={texts.apply.slugHelp} {...form.field('drive_slug')} />
        <Textarea
          label={common.whatItDoes}
          description={texts.apply.whatItDoesHelp}
          rows={4}
          {...form.field('description')}
        />
        <NativeSelect
          label={texts.apply.categoryLabel}
          description={texts.apply.categoryHelp}
          data={[{ value: '', label: texts.apply.options.undecided }, ...CATEGORIES]}
          {...form.field('category')}
        />
        <TextInput
          label={texts.apply.permissionsLabel}
          description={texts.apply.permissionsHelp}
          {...form.field('intended_scopes')}
        />
        <TextInput label={texts.apply.dataLabel} description={texts.apply.dataHelp} {...form.field('data_classes')} />
        <ManifestAddress form={form} />
        <h2>{common.securityContact}</h2>
        <TextInput
          label={common.email}
          description={texts.apply.eMailHelp}
          type="email"
          {...form.field('security_contact')}
        />
        <p className="small dim" role="status">
          {draft.words}
        </p>
        <div className="row">
          <Button type="submit" loading={submit.isPending}>
            {texts.apply.submitApplication}
          </Button>
          <Button
            variant="default"
            onClick={() => void draft.save().then(() => navigate({ to: '/author/application' }))}
          >
            {texts.apply.saveAndLeave}
          </Button>
        </div>
      </form>
      <Ahead />
    </div>
  );
}

/** The criteria, the duration, the next steps. */
function Ahead() {
  const outlook = useGet('/api/v1/applications/outlook');
  return (
    <div className="stack">
      <Card title={common.whatWeCheck}>
        <ul className="prose">
          <li>{texts.apply.identityAndProduct}</li>
          <li>{texts.apply.nameAndSlug}</li>
          <li>{texts.apply.permissionsAndData}</li>
          <li>{texts.apply.securityContact}</li>
        </ul>
        {outlook.data ? (
          <p>
            {usualTime(outlook.data)} {texts.apply.waiting(outlook.data.waiting)}
          </p>
        ) : null}
      </Card>
      <Card title={texts.apply.whatHappensNextTitle}>
        <ul className="prose">
          <li>{texts.apply.afterApproval}</li>
          <li>{texts.apply.afterSigning}</li>
        </ul>
      </Card>
    </div>
  );
}

/** An address that may already answer: checked here for information, it decides nothing. */
function ManifestAddress({ form }: { form: Form<Answers> }) {
  const url = form.values.manifest_url.trim();
  const check = useMutation<ValidationView, ApiError>({ mutationFn: () => validateManifest(url) });
  return (
    <div className="stack stack-8">
      <TextInput
        label={texts.apply.manifestOptionalLabel}
        description={texts.apply.manifestOptionalHelp}
        type="url"
        {...form.field('manifest_url')}
      />
      <ActionButton
        whyNot={url === '' ? common.enterAUrlFirst : null}
        variant="default"
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {texts.apply.checkTheManifest}
      </ActionButton>
      <SendError error={check.error} />
      {check.data ? (
        <Alert tone={check.data.ok ? 'ok' : 'warn'}>
          {check.data.ok
            ? texts.apply.passed
            : texts.apply.errorsToFix(check.data.findings.filter((one) => one.level === 'error').length)}{' '}
          <a href={`/validate?url=${encodeURIComponent(url)}`} target="_blank" rel="noreferrer">
            {texts.apply.seeTheFindings}
          </a>
        </Alert>
      ) : null}
    </div>
  );
}

/** Sandbox: fills in the reference Drive's own data, so that the story can be tried without a Drive of one's own. */
function ReferenceDrive({ onFound }: { onFound: (answers: Partial<Answers>) => void }) {
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
    <SendButton send={read} variant="default" onClick={() => read.mutate()}>
      {texts.apply.fillIn}
    </SendButton>
  );
}
