import { defineErrors } from '@portal/kernel';

export const secretsErrors = defineErrors({
  signing_key_missing: { status: 409, message: 'This Drive has no valid signing secret. Issue one first.' },
  signing_key_exists: { status: 409, message: 'This Drive already has a valid signing secret. Rotate it instead.' },
  rotation_in_progress: {
    status: 409,
    message: 'Two secrets are valid already. Wait until the older one ends, or force: that ends the older one now.',
  },
  signing_key_not_found: { status: 404, message: 'No such secret.' },
  signing_key_not_ending: {
    status: 409,
    message:
      'This secret is not the older one of two that are valid. Load the page again. The only one has to be rotated.',
  },
  dry_run_running: {
    status: 409,
    message: 'A rehearsal of this Drive is running. Its results show as they come in.',
  },
  signing_clock_ahead: {
    status: 503,
    message: 'This secret has signed too much within the last minute. Try again in a moment.',
  },
  drive_path_invalid: { status: 500, message: 'A request to a Drive was not sent because its path is not plain.' },
});
