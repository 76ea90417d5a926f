import type { ErrorDef } from '@portal/kernel';
import { refusalOf } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';

/** What the database refuses when the use case let it pass: it knows criteria newer than the code. */
const REFUSED_BY: Readonly<Record<string, ErrorDef>> = {
  appeals_other_person: listingsErrors.appeal_of_own_decision,
  review_judgements_reason: listingsErrors.judgement_reason_missing,
  submissions_all_judged: listingsErrors.criteria_unjudged,
  submissions_none_against: listingsErrors.criteria_against,
  submissions_unblocked: listingsErrors.checks_block,
  submissions_some_against: listingsErrors.nothing_against,
  submissions_some_failed: listingsErrors.nothing_failed,
};

/** Converts an error of the database into its refusal. */
export function reviewRefusal(error: unknown): unknown {
  return refusalOf(error, REFUSED_BY);
}
