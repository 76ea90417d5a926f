import { defineErrors } from '@portal/kernel';

export const listingsErrors = defineErrors({
  manifest_url_refused: { status: 400, message: 'This manifest address cannot be used. See details.' },
  validation_not_found: { status: 404, message: 'No such result. Results are kept for 30 days; check again.' },
  submission_not_found: { status: 404, message: 'No such submission.' },
  submission_open: { status: 409, message: 'A submission of this Drive is being checked. Wait until the checks end.' },
  digest_mismatch: {
    status: 409,
    message: 'The digest is not the one under review. Load the submission again and decide on what it shows.',
  },
  own_submission: {
    status: 403,
    message: 'You belong to this organisation, or did within the last 180 days. Another reviewer must decide.',
  },
  review_outdated: {
    status: 409,
    message: 'Another version went live since this one was compared. The author must submit again.',
  },
  price_missing: { status: 409, message: 'The host has no price for what this Drive asks. It cannot be listed yet.' },
  listing_not_found: { status: 404, message: 'No such Drive in the catalogue.' },
  icon_not_found: { status: 404, message: 'No such icon.' },
  listing_not_live: { status: 409, message: 'This Drive has no live version yet. Submit its manifest first.' },
  validator_busy: { status: 429, message: 'Too many validations are waiting. Try again in a moment.' },
});
