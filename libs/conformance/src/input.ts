import type { ManifestOptions } from '@portal/contract';
import type { Mac, Signer, Transport } from './probe/transport.js';
import type { Finding } from './report/finding.js';

/**
 * Scope of a run: the document only; everything without a secret; signed reads as well; or also installs and uninstalls
 * on a probe tenant.
 */
export type ConformanceMode = 'schema' | 'public' | 'full' | 'lifecycle';

/** Dependencies of a run. */
export interface ConformanceInput {
  /** Absolute address of the manifest. */
  readonly manifestUrl: string;
  readonly transport: Transport;
  /** Real signatures for the checks that need the Drive's key; used in mode `full` and above. */
  readonly signer?: Signer;
  /** Signs with the previous key during a rotation; both keys are checked then. */
  readonly previousSigner?: Signer;
  /**
   * Lets a run name the wrong recipe of a Drive that refuses correct signatures, and check edge cases of verification.
   */
  readonly mac?: Mac;
  /** The tenant on which mode `lifecycle` may install and uninstall. Nothing is written elsewhere. */
  readonly probeTenant?: ProbeTenantIds;
  /** A second one, with which mode `lifecycle` checks that the token of one tenant cannot read the other's data. */
  readonly otherProbeTenant?: ProbeTenantIds;
  /** A tenant that its Drive's author has brought over its quota; mode `lifecycle` requests an install there. */
  readonly overQuotaTenant?: ProbeTenantIds;
  /** Waits this many milliseconds, so that a Drive can write its events after responding. */
  readonly pause?: (ms: number) => Promise<void>;
  /** The clock, Unix milliseconds. */
  readonly now: () => number;
  readonly mode: ConformanceMode;
  /** Origin of the host that shows the Drive's pages, if the caller knows it. */
  readonly host?: string;
  /** Accept plain http and loopback where the contract requires public https addresses (an author's own machine). */
  readonly allowLoopback?: boolean;
  /** Known contract versions and the time of the check, for a host that knows more versions than this library. */
  readonly contract?: Pick<ManifestOptions, 'at' | 'contractVersions'>;
  /** Whether the manifest must be in an envelope, as from a URL (the default), or may be bare, as in a file. */
  readonly envelope?: 'required' | 'optional';
  /** Called when a check broke that a verdict does not need. */
  readonly onError?: (checkId: string, error: unknown) => void;
  /** Called once after each check, in order. */
  readonly onCheck?: (result: CheckResult) => void;
}

/** Ids of a tenant and a venture that are used for probing only. */
export interface ProbeTenantIds {
  readonly tenantId: string;
  readonly ventureId: string;
}

/**
 * Why a check was not run: the Drive has nothing of its kind; the signer signs no such time for any Drive; an earlier step
 * did not get that far; or this run could not, for want of a key or a tenant, or because it was to do less.
 */
export const NOT_RUN_REASONS = ['nothing_to_check', 'never_signed', 'not_reached', 'not_in_this_run'] as const;
export type NotRunReason = (typeof NOT_RUN_REASONS)[number];
export const [NOTHING_TO_CHECK, NEVER_SIGNED] = NOT_RUN_REASONS;
/** What a check answers; `false`: an earlier step did not get that far. `error`: it broke, which is not the Drive's fault. */
export type Tried = boolean | typeof NOTHING_TO_CHECK | typeof NEVER_SIGNED | 'error';

/** Result of one check. */
export interface CheckResult {
  readonly id: string;
  readonly rule: string;
  readonly check: Finding['check'];
  readonly status: 'pass' | 'warn' | 'fail' | 'error' | 'observed' | 'skipped';
  /** Of a check that was not run. */
  readonly reason?: NotRunReason;
  readonly findings: readonly Finding[];
  /** The call that shows it, of a check that is evidence of a capability. */
  readonly call?: SeenCall;
}

/** Its answer is the first bytes, secrets masked. */
export type SeenCall = Readonly<Record<'endpoint' | 'sent' | 'received', string>>;
