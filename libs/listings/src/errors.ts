import { defineErrors } from '@portal/kernel';

export const listingsErrors = defineErrors({
  manifest_url_refused: { status: 400, message: 'This manifest address cannot be used. See details.' },
  validation_not_found: { status: 404, message: 'No such result. Results are kept for 30 days; check again.' },
  submission_notes_closed: {
    status: 409,
    message: 'This submission is decided. What was told about it stays as it is.',
  },
  findings_unanswered: { status: 409, message: 'Answer every finding of the reviewer. See details.' },
  submission_not_found: { status: 404, message: 'No such submission.' },
  report_not_found: { status: 404, message: 'No report is shared under this address, or its time is over.' },
  version_not_found: { status: 404, message: 'This Drive has no such version.' },
  not_live_then: {
    status: 404,
    message: 'Nothing of this Drive was live at that time: its first version went live later, or never.',
  },
  submission_open: { status: 409, message: 'A submission of this Drive is being checked. Wait until the checks end.' },
  listing_appeal_not_found: { status: 404, message: 'No such appeal.' },
  not_appealable: {
    status: 409,
    message: 'Only a refused submission and a removal can be appealed. Load the page again.',
  },
  appeal_heard_once: { status: 409, message: 'This decision was appealed before. An appeal is heard once.' },
  appeal_time_over: { status: 409, message: 'A decision can be appealed within 30 days. That time is over.' },
  appeal_superseded: {
    status: 409,
    message: 'Something newer of this Drive is under review, was approved or is live, so this submission is history.',
  },
  appeal_ended: { status: 409, message: 'This appeal has ended already. See details, then load it again.' },
  appeal_of_own_decision: {
    status: 403,
    message: 'You had a part in the decision that is appealed. Another reviewer decides on the appeal and after it.',
  },
  digest_mismatch: {
    status: 409,
    message: 'The digest is not the one under review. Load the submission again and decide on what it shows.',
  },
  author_suspended: {
    status: 409,
    message: 'The author is suspended, so nothing of theirs goes live. Resume the account first, or decide otherwise.',
  },
  own_submission: {
    status: 403,
    message: 'You belong to this organisation, or did within the last 180 days. Another reviewer must decide.',
  },
  own_payee_submitted: {
    status: 403,
    message: 'An organisation of yours is paid as the same legal person as this one. Another reviewer must decide.',
  },
  review_outdated: {
    status: 409,
    message: 'Another version went live since this one was compared. The author must submit again.',
  },
  recheck_running: {
    status: 409,
    message: 'The checks of this submission are running again already. Wait until they end.',
  },
  review_not_open: { status: 409, message: 'This submission is not under review now. Load it again.' },
  case_claimed: {
    status: 409,
    message: 'Another reviewer works on this case. See details; take it over only after speaking with them.',
  },
  no_case_waiting: {
    status: 404,
    message: 'No case waits for you: what is open is held by a reviewer, or is of an organisation of yours.',
  },
  case_not_claimed: {
    status: 409,
    message: 'You do not hold this case. Take it first, so that nobody else decides at the same time.',
  },
  criterion_unknown: { status: 400, message: 'This is not a criterion of the review. See details.' },
  criterion_applies: {
    status: 409,
    message: 'The criterion applies to this manifest and must be judged. See details.',
  },
  judgement_note_missing: {
    status: 400,
    message: 'A criterion that fails or needs a change takes a note for the author. See details.',
  },
  criteria_unjudged: { status: 409, message: 'Every criterion is judged before a decision. See details.' },
  criteria_against: {
    status: 409,
    message: 'A criterion stands against it and has no exception. It cannot be approved. See details.',
  },
  nothing_against: { status: 409, message: 'Every criterion is in order: there is no change to request.' },
  nothing_failed: { status: 409, message: 'No criterion failed: there is nothing to reject it for.' },
  decision_reason_missing: { status: 400, message: 'This decision takes a reason that the author reads.' },
  rejection_code_missing: { status: 400, message: 'A rejection takes a reason of the catalogue.' },
  review_exception_not_found: { status: 404, message: 'No such exception.' },
  exception_not_allowed: {
    status: 409,
    message: 'No exception is made of this: what proves who calls and what the host forbids always holds.',
  },
  exception_without_need: {
    status: 409,
    message: 'This check found nothing to make an exception of, or has one already. Load the submission again.',
  },
  exception_end_invalid: { status: 400, message: 'An exception ends on a day to come, within a year.' },
  exception_same_person: { status: 403, message: 'You proposed this exception. Another reviewer must confirm it.' },
  review_exception_closed: { status: 409, message: 'This exception is confirmed or has ended already. Load it again.' },
  evidence_not_found: { status: 404, message: 'No such evidence.' },
  evidence_file_refused: {
    status: 400,
    message:
      'This is not a plain PDF, PNG or JPEG file, or not of the type it was sent as. Export it anew and send only that.',
  },
  evidence_end_invalid: { status: 400, message: 'Evidence ends on a day to come, within three years.' },
  evidence_full: { status: 409, message: 'This Drive has as many evidence files as we keep. Write to us.' },
  claim_unknown: {
    status: 409,
    message: 'Neither the live manifest nor the newest one submitted claims this. Load the page again.',
  },
  price_missing: { status: 409, message: 'The host has no price for what this Drive asks. It cannot be listed yet.' },
  listing_fee_missing: {
    status: 409,
    message: 'Its author bills by itself, and finance has not set the listing fee. It cannot be listed yet.',
  },
  commercial_proposal_not_found: { status: 404, message: 'No such proposal, or it is decided already.' },
  commercial_proposal_open: { status: 409, message: 'Another change of this waits for a decision.' },
  commercial_second_person: { status: 403, message: 'Somebody else has to approve what you proposed.' },
  commercial_out_of_order: { status: 409, message: 'A later change of this is approved already.' },
  listing_not_found: { status: 404, message: 'No such Drive in the catalogue.' },
  icon_not_found: { status: 404, message: 'No such icon.' },
  listing_not_live: { status: 409, message: 'This Drive has no live version yet. Submit its manifest first.' },
  deprecation_too_soon: {
    status: 400,
    message:
      'Too soon. Installs may close from today on; the end must be at least 90 days away and not before closing.',
  },
  deprecation_not_announced: { status: 404, message: 'No sunset of this Drive is announced.' },
  removal_not_proposed: { status: 404, message: 'No removal of this Drive is proposed.' },
  removal_proposed: {
    status: 409,
    message: 'A removal of this Drive is proposed already. Another person can confirm it.',
  },
  removal_needs_second_person: {
    status: 403,
    message: 'You proposed this removal. Another reviewer or administrator must confirm it.',
  },
  validator_busy: { status: 503, message: 'Too many checks are waiting. Try again in a moment.' },
  validation_timeout: { status: 504, message: 'This check took too long and was ended. Try again later.' },
  validation_crashed: {
    status: 500,
    message: 'This check ended our checker and gave no verdict. The fault is ours; nothing else was harmed.',
  },
  validation_interrupted: { status: 503, message: 'The portal restarted while this check ran. Check again.' },
  validation_running: { status: 409, message: 'This check is still running. Its result will be at this address.' },
  validation_failed: { status: 409, message: 'This check ended without a verdict. See details, then check again.' },
  too_many_watchers: { status: 429, message: 'Too many checks are being watched. The result can still be opened.' },
});
