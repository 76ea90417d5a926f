import { useGet } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import type { SetupStepView } from '../../api/schema.js';
import { PostButton } from '../../components/forms/post-button.js';
import { ResourcePage } from '../../components/feedback/resource.js';
import { ToneBadge } from '../../components/feedback/feedback.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { CopyButton, When } from '../../components/values/values.js';
import { visible } from '../../lib/visible.js';
import { texts as layoutTexts } from '../../components/texts/layout.js';
import { common } from '../../text/common.js';
import { rich } from '../../text/rich.js';
import { texts } from './texts.js';

type Step = SetupStepView['step'];

/** Where a step is done; mail and payment provider are settings of the processes, and tested here. */
const PLACES: Readonly<Partial<Record<Step, string>>> = {
  second_admin: '/admin/people',
  reviewer: '/admin/people',
  finance: '/admin/people',
  agreement: '/admin/agreements',
  terms: '/admin/documents',
  privacy: '/admin/documents',
  contact: '/admin/documents',
  host_token: '/admin/people',
  seller: '/finance/policies/operator_identity',
  tax: '/finance/policies/tax',
  listing_fee: '/finance/policies/listing_fee',
  prices: '/finance/prices',
};

/** What tests a step, and what confirms that it works. */
const TESTS = {
  mail: ['/api/v1/admin/setup/test-mail', texts.testMailSent, texts.testMail],
  payment_provider: ['/api/v1/admin/setup/test-payment-provider', texts.providerAnswers, texts.testProvider],
} as const;

/** What a new portal still lacks, and what each missing step stops. */
export function SetupPage() {
  const setup = useGet('/api/v1/admin/setup');
  return (
    <ResourcePage of={setup} title={common.setup}>
      {({ steps, finance }) => (
        <>
          <p>{texts.progress(steps.filter((one) => one.done).length, steps.length)}</p>
          <ul className="card checks" aria-label={common.setup}>
            {steps.map((one) => (
              <StepRow key={one.step} step={one} finance={finance} />
            ))}
          </ul>
        </>
      )}
    </ResourcePage>
  );
}

function StepRow({ step: { step, done, seen_at }, finance }: { step: SetupStepView; finance: readonly string[] }) {
  const { name, stops } = texts.steps[step];
  const isFinance = useMe()?.areas.includes('finance') ?? false;
  const place = PLACES[step];
  const forFinance = !isFinance && place?.startsWith('/finance');
  return (
    <li className="row row-between">
      <span className="stack stack-4 setup-step">
        <span className="row">
          <span className="strong">{name}</span>
          <ToneBadge tone={done ? 'ok' : 'warn'}>{done ? texts.done : common.missing}</ToneBadge>
        </span>
        {done ? null : <span className="small dim">{stops}</span>}
        {forFinance && !done && finance.length > 0 ? (
          <span className="row small dim">
            {texts.askFinance(finance.map((one) => visible(one)))}
            <CopyButton text={`${location.origin}${place}`} label={texts.copyLink(name)} />
          </span>
        ) : null}
        {seen_at ? <span className="small dim">{rich(texts.seen, { when: <When at={seen_at} /> })}</span> : null}
        {done && step === 'host_token' && !seen_at ? <span className="small dim">{texts.unseen}</span> : null}
      </span>
      {forFinance ? null : <Act step={step} name={name} />}
      {forFinance && finance.length === 0 ? (
        <LinkButton to="/admin/people" variant="default" aria-label={texts.inviteNamed(name)}>
          {texts.inviteFinance}
        </LinkButton>
      ) : null}
    </li>
  );
}

function Act({ step, name }: { step: Step; name: string }) {
  const place = PLACES[step];
  if (step === 'mail' || step === 'payment_provider') {
    const [to, toast, text] = TESTS[step];
    return (
      <PostButton to={to} options={{ toast }} body={undefined}>
        {text}
      </PostButton>
    );
  }
  return place ? (
    <LinkButton to={place} search={{} as never} variant="default" aria-label={layoutTexts.home.openNamed(name)}>
      {layoutTexts.home.open}
    </LinkButton>
  ) : null;
}
