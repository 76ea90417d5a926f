import { defineErrors } from '@portal/kernel';

export const listingsErrors = defineErrors({
  contract_version_not_found: { status: 404, message: 'There is no such contract version.' },
  contract_sunset_refused: { status: 409, message: 'This contract version cannot end then. See details.' },
  manifest_url_refused: { status: 400, message: 'This manifest URL cannot be used. See details.' },
  validation_not_found: {
    status: 404,
    message: 'Result not found. Results are kept for 30 days. Run the check again.',
  },
  submission_notes_closed: {
    status: 409,
    message: 'This submission has been decided, so its notes can no longer be changed.',
  },
  findings_unanswered: {
    status: 409,
    message: "Answer each of the reviewer's findings before you submit. See details.",
  },
  submission_not_found: { status: 404, message: 'Submission not found.' },
  report_not_found: {
    status: 404,
    message: 'This report is not shared, or the link has expired. Ask the author for a new link.',
  },
  version_not_found: { status: 404, message: 'This Drive has no such version.' },
  not_live_then: { status: 404, message: 'No version of this Drive was live at that time. Choose a later time.' },
  submission_open: {
    status: 409,
    message: 'A submission of this Drive is being checked. Wait until the checks finish.',
  },
  listing_appeal_not_found: { status: 404, message: 'Appeal not found.' },
  not_appealable: { status: 409, message: 'You can only appeal a rejected submission or a removal. Reload the page.' },
  appeal_heard_once: {
    status: 409,
    message: 'This decision has already been appealed. Each decision can be appealed once.',
  },
  appeal_time_over: { status: 409, message: 'The time to appeal is over: a decision can be appealed within 30 days.' },
  appeal_superseded: {
    status: 409,
    message:
      'A newer version of this Drive is in review, approved or live, so this submission can no longer be appealed.',
  },
  appeal_ended: { status: 409, message: 'This appeal has already ended. See details, then reload the page.' },
  appeal_of_own_decision: {
    status: 403,
    message: 'You took part in the decision under appeal. Another reviewer must decide the appeal.',
  },
  digest_mismatch: {
    status: 409,
    message: 'This is no longer the digest under review. Reload the submission and decide on what it shows.',
  },
  author_suspended: {
    status: 409,
    message:
      'The author is suspended, so nothing of theirs can go live. Resume the account first, or choose another decision.',
  },
  own_submission: {
    status: 403,
    message: 'You are a member of this organisation, or were within the last 180 days. Another reviewer must decide.',
  },
  own_payee_submitted: {
    status: 403,
    message: 'One of your organisations is paid as the same legal entity as this one. Another reviewer must decide.',
  },
  review_outdated: {
    status: 409,
    message: 'Another version went live after this one was compared. The author must submit again.',
  },
  route_namespace_taken: {
    status: 409,
    message:
      'Pages of this version begin with a path segment that the host or another Drive uses. The author must move them and submit again. See details.',
  },
  recheck_running: {
    status: 409,
    message: 'The checks of this submission are already running again. Wait until they finish.',
  },
  review_not_open: { status: 409, message: 'This submission is not in review. Reload the page.' },
  case_claimed: {
    status: 409,
    message: 'Another reviewer is working on this case. See details, and talk to them before you take it over.',
  },
  no_case_waiting: {
    status: 404,
    message:
      'There is no case waiting that you can review: open cases are claimed, or belong to an organisation of yours.',
  },
  case_not_claimed: {
    status: 409,
    message: 'You have not claimed this case. Claim it first, so that nobody else decides at the same time.',
  },
  criterion_unknown: { status: 400, message: 'This is not a review criterion. See details.' },
  criterion_applies: {
    status: 409,
    message: 'This criterion applies to the manifest, so you must assess it. See details.',
  },
  judgement_note_missing: {
    status: 400,
    message: 'Add a note for the author to each criterion that fails or needs changes. See details.',
  },
  criteria_unjudged: { status: 409, message: 'Assess every criterion before you decide. See details.' },
  criteria_against: {
    status: 409,
    message: 'This submission cannot be approved: a criterion has not passed and has no exception. See details.',
  },
  nothing_against: { status: 409, message: 'Every criterion has passed, so there are no changes to request.' },
  nothing_failed: { status: 409, message: 'No criterion failed. Mark at least one as failed before you reject.' },
  decision_reason_missing: { status: 400, message: 'Add a reason. The author will read it.' },
  rejection_code_missing: { status: 400, message: 'Choose a rejection reason from the list.' },
  review_exception_not_found: { status: 404, message: 'Exception not found.' },
  exception_not_allowed: {
    status: 409,
    message: 'No exception can be made here: checks of identity and of what the host forbids always apply.',
  },
  exception_without_need: {
    status: 409,
    message: 'This check has no finding to except, or already has an exception. Reload the submission.',
  },
  exception_end_invalid: { status: 400, message: 'Choose an end date in the future, at most one year away.' },
  exception_same_person: { status: 403, message: 'You proposed this exception. Another reviewer must confirm it.' },
  review_exception_closed: {
    status: 409,
    message: 'This exception has already been confirmed or has ended. Reload the page.',
  },
  evidence_not_found: { status: 404, message: 'Evidence not found.' },
  evidence_file_refused: {
    status: 400,
    message:
      'This is not a plain PDF, PNG or JPEG file, or its type does not match its content. Export the file again and upload only that.',
  },
  evidence_end_invalid: { status: 400, message: 'Choose an end date in the future, at most three years away.' },
  evidence_full: { status: 409, message: 'This Drive has reached the maximum number of evidence files. Contact us.' },
  claim_unknown: {
    status: 409,
    message: 'Neither the live manifest nor the latest submission makes this claim. Reload the page.',
  },
  price_missing: { status: 409, message: 'The host has not set a price for this Drive, so it cannot be listed yet.' },
  listing_fee_missing: {
    status: 409,
    message: 'The author bills customers directly, and finance has not set the listing fee. It cannot be listed yet.',
  },
  commercial_proposal_not_found: { status: 404, message: 'Proposal not found, or already decided.' },
  commercial_proposal_open: { status: 409, message: 'Another change to this is waiting for a decision.' },
  commercial_second_person: { status: 403, message: 'You proposed this change. Another person must approve it.' },
  commercial_out_of_order: { status: 409, message: 'A later change to this has already been approved.' },
  listing_not_found: { status: 404, message: 'Drive not found in the catalogue.' },
  icon_not_found: { status: 404, message: 'Icon not found.' },
  listing_not_live: { status: 409, message: 'This Drive has no live version yet. Submit its manifest first.' },
  deprecation_too_soon: {
    status: 400,
    message:
      'These dates are too soon. Installs can close from today on; end of life must be at least 90 days away and not before that.',
  },
  deprecation_not_announced: { status: 404, message: 'No retirement is announced for this Drive.' },
  removal_not_proposed: { status: 404, message: 'No removal is proposed for this Drive.' },
  removal_proposed: {
    status: 409,
    message: 'A removal of this Drive is already proposed. Another person can confirm it.',
  },
  removal_needs_second_person: {
    status: 403,
    message: 'You proposed this removal. Another reviewer or admin must confirm it.',
  },
  validator_busy: { status: 503, message: 'Too many checks are waiting. Try again in a moment.' },
  validation_timeout: { status: 504, message: 'This check took too long and was stopped. Try again later.' },
  validation_crashed: {
    status: 500,
    message:
      'This check crashed the checker, so there is no verdict. The fault is ours, and nothing else was affected.',
  },
  validation_interrupted: { status: 503, message: 'The portal restarted while this check was running. Run it again.' },
  validation_running: { status: 409, message: 'This check is still running. Its result will appear at this address.' },
  validation_failed: { status: 409, message: 'This check ended without a verdict. See details, then run it again.' },
});
