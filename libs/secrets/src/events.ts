import { defineEvent } from '@portal/platform/events';
import type { RingFacts } from './keys/ring-facts.js';

/** A new key signs from now on. `previous_ends_at`: ISO 8601 UTC, null when no older key stays valid. */
export const SigningKeyRotated = defineEvent<
  RingFacts & { key_id: string; version: number; mode: 'overlap' | 'leaked'; previous_ends_at: string | null }
>('signing_key.rotated', 1);

/** The older of two keys was ended before its time. `ended_at`: ISO 8601 UTC. */
export const SigningKeyEnded = defineEvent<RingFacts & { version: number; ended_at: string }>('signing_key.ended', 1);

/**
 * An old key ends within `hours` although it is still needed. `newest_accepted`: the Drive has accepted the newest key
 * at least once. `ends_at`: ISO 8601 UTC.
 */
export const SigningKeyEnding = defineEvent<
  RingFacts & {
    key_id: string;
    version: number;
    hours: 12 | 1;
    ends_at: string;
    newest_version: number;
    newest_accepted: boolean;
  }
>('signing_key.ending', 1);

/** The Drive accepted a key for the first time. */
export const SigningKeyAdopted = defineEvent<RingFacts & { key_id: string; version: number }>('signing_key.adopted', 1);

/** A dry run of a rotation was requested. */
export const RotationDryRunRequested = defineEvent<{ dry_run_id: string; drive_id: string }>(
  'rotation_dry_run.requested',
  1,
);
