import type { AccountState } from '../../offboarding/domain/account-state.js';
import type { ApplicationState } from './application-state.js';

/** An author's tasks in order; done ones stay in the list. */
interface NextStep {
  readonly code:
    | 'apply'
    | 'submit_application'
    | 'answer_review'
    | 'read_decision'
    | 'sign_agreement'
    | 'issue_secret'
    | 'submit_manifest'
    | 'setup_payouts';
  readonly title: string;
  readonly done: boolean;
}

export interface AuthorSituation {
  /** State of the newest application; null when there is none. */
  readonly application: ApplicationState | null;
  readonly account: AccountState | null;
  readonly agreementSigned: boolean;
  readonly drives: number;
  /** Drives with a signing secret. */
  readonly drivesWithSecret: number;
  /** Null when this process does not know it. */
  readonly manifestSubmitted: boolean | null;
  readonly payoutsReady: boolean | null;
}

/** The list on the author's home page. */
export function nextSteps(now: AuthorSituation): NextStep[] {
  const steps: NextStep[] = [];
  const step = (code: NextStep['code'], title: string, done: boolean): void => void steps.push({ code, title, done });
  const approved = now.account !== null;
  const { application } = now;
  // The page of the decision shows what is possible next, and when: an appeal or another application.
  if (!approved && application === 'rejected') step('read_decision', 'Read the decision on your application', false);
  else if (!approved || application === 'draft') {
    const applied = application !== null && application !== 'withdrawn';
    step('apply', 'Apply to publish Drives', applied);
    if (applied) step('submit_application', 'Submit the application', application !== 'draft');
  }
  if (application === 'changes_requested') step('answer_review', 'Answer the reviewer and submit again', false);
  if (!approved || now.account === 'terminated') return steps;
  step('sign_agreement', 'Sign the developer agreement', now.agreementSigned);
  if (now.drives > 0) {
    step('issue_secret', 'Get your signing secret', now.drivesWithSecret >= now.drives);
    if (now.manifestSubmitted !== null) step('submit_manifest', 'Submit your manifest URL', now.manifestSubmitted);
  }
  if (now.payoutsReady !== null) step('setup_payouts', 'Set up payouts', now.payoutsReady);
  return steps;
}
