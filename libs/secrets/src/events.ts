import { defineEvent } from '@portal/platform';

/** A Drive has its first key, or a first one again after all others ended. */
export const SigningKeyIssued = defineEvent<{ drive_id: string; key_id: string; version: number }>(
  'signing_key.issued',
  1,
);

/** A new key signs from now on. `previous_ends_at`: ISO 8601 UTC, null when no older key stays valid. */
export const SigningKeyRotated = defineEvent<{
  drive_id: string;
  key_id: string;
  version: number;
  mode: 'overlap' | 'leaked';
  previous_ends_at: string | null;
}>('signing_key.rotated', 1);

/** The Drive accepted a key for the first time. */
export const SigningKeyAdopted = defineEvent<{ drive_id: string; key_id: string; version: number }>(
  'signing_key.adopted',
  1,
);
