import { defineErrors } from '@portal/kernel';

export const secretsErrors = defineErrors({
  signing_key_missing: [409, 'This Drive has no valid signing secret. Issue one first.'],
  fleet_first_party_only: [409, 'The fleet secret signs for first-party Drives only. Finance decides which those are.'],
  signing_key_exists: [409, 'This Drive already has a valid signing secret. Rotate it instead.'],
  rotation_in_progress: [
    409,
    'Two secrets are already valid. Wait until the older one expires, or use force to end it now.',
  ],
  signing_key_not_found: [404, 'Secret not found.'],
  signing_key_not_ending: [
    409,
    'Only the older of two valid secrets can be ended. Reload the page, or rotate the secret.',
  ],
  dry_run_running: [409, 'A dry run for this Drive is already running. Results appear as they come in.'],
  signing_clock_ahead: [
    503,
    'Too many requests were signed with this secret in the last minute. Try again in a moment.',
  ],
  drive_path_invalid: [500, 'The request to the Drive was not sent because its path is not valid.'],
});
