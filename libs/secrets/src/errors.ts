import { defineErrors } from '@portal/kernel';

export const secretsErrors = defineErrors({
  signing_key_missing: { status: 409, message: 'This Drive has no valid signing secret. Issue one first.' },
  signing_key_exists: { status: 409, message: 'This Drive already has a valid signing secret. Rotate it instead.' },
  rotation_in_progress: {
    status: 409,
    message: 'Two secrets are already valid. Wait until the older one expires, or use force to end it now.',
  },
  signing_key_not_found: { status: 404, message: 'Secret not found.' },
  signing_key_not_ending: {
    status: 409,
    message: 'Only the older of two valid secrets can be ended. Reload the page, or rotate the secret.',
  },
  dry_run_running: {
    status: 409,
    message: 'A dry run for this Drive is already running. Results appear as they come in.',
  },
  signing_clock_ahead: {
    status: 503,
    message: 'Too many requests were signed with this secret in the last minute. Try again in a moment.',
  },
  drive_path_invalid: { status: 500, message: 'The request to the Drive was not sent because its path is not valid.' },
});
