import { signatureReasons, type SignatureReason } from '../signing/reasons.js';

/** A refusal that the contract requires from a Drive (contract: Errors). */
export interface DriveRefusal {
  readonly status: 400 | 401 | 402 | 404;
  /** The `error` value; null where the contract gives none and any text is allowed. */
  readonly error: string | null;
  /** Every spelling that the host accepts, the preferred one first. */
  readonly spellings: readonly string[];
  readonly clause: string;
  readonly meaning: string;
  /** Common mistake because of which a Drive returns it wrongly. */
  readonly cause: string;
  readonly fix: string;
}

const spellingsOf = (reason: SignatureReason): string[] =>
  Object.keys(signatureReasons).filter((spelling) => signatureReasons[spelling] === reason);

const refused = (reason: SignatureReason, rest: Pick<DriveRefusal, 'clause' | 'meaning' | 'cause' | 'fix'>) =>
  ({ status: 401, error: reason, spellings: spellingsOf(reason), ...rest }) satisfies DriveRefusal;

/** Refusals of a Drive, in the order of its checks. */
export const driveRefusals: readonly DriveRefusal[] = [
  refused('missing_signature_headers', {
    clause: 'Authentication 5.1; Errors',
    meaning: 'One of the two signature headers is not there.',
    cause: 'A proxy drops headers that begin with X-, or the Drive looks them up in one letter case only.',
    fix: 'Let both headers through, and look them up in any letter case.',
  }),
  refused('stale_timestamp', {
    clause: 'Authentication 5.2; Errors',
    meaning: 'The timestamp is more than 300000 ms from the Drive’s clock, or is no decimal number.',
    cause: 'The Drive’s clock is off, or it reads the timestamp as seconds.',
    fix: 'Keep the clock by NTP, and compare milliseconds with milliseconds.',
  }),
  refused('bad_signature', {
    clause: 'Authentication 5.3 and 5.4; Errors',
    meaning: 'The signature has another length, or does not match.',
    cause:
      'Another secret, or something else than "<timestamp>:<path>" was signed, such as the path without its query.',
    fix: 'Take the path as it is on the request line, and the secret byte for byte as it was shown.',
  }),
  {
    status: 400,
    error: 'missing tenant_id',
    spellings: ['missing tenant_id'],
    clause: 'Errors; Install request variant 2',
    meaning: 'The install body names no tenant.',
    cause: 'The Drive reads only the names of the other variant.',
    fix: 'Read merkava_tenant_id, else tenant_id.',
  },
  {
    status: 402,
    error: null,
    spellings: [],
    clause: 'Errors; Manifest shape B: quota',
    meaning: 'The tenant has used up a quota whose overage_policy is "block".',
    cause: 'The cap of the manifest is reached.',
    fix: 'Answer 402 until the period ends; with "meter" go on and count.',
  },
  {
    status: 404,
    error: 'not-found',
    spellings: ['not-found'],
    clause: 'Errors',
    meaning: 'No install has this id, or no longer.',
    cause: 'The id was revoked before, or the Drive looks it up by another one than it answered.',
    fix: 'Find an install by every id that the install answer names, and nothing once it is revoked.',
  },
];
