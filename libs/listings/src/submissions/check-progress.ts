import { Injectable } from '@nestjs/common';
import { conformanceChecks, type CheckResult } from '@portal/conformance';
import { Transactor, type Tx } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import { LISTING_CHECKS, type ListingCheck } from './domain/listing-checks.js';
import { SubmissionsRepository, type CheckRow } from './submissions.repository.js';
import { submissionStream } from './submission-transitions.js';

/** Progress while the checks of a case under review run again. */
export const recheckStream = (recheckId: string): string => `recheck:${recheckId}`;

const ORDER = new Map([...conformanceChecks, ...LISTING_CHECKS].map((check, ordinal) => [check.id, ordinal]));

export const checkRow = (result: CheckResult | ListingCheck): CheckRow & { ordinal: number } => ({
  id: result.id,
  ordinal: ORDER.get(result.id) ?? ORDER.size,
  rule: result.rule,
  group: result.check,
  status: result.status,
  findings: result.findings,
});

/** Shows the checks of a submission while they run. */
@Injectable()
export class CheckProgress {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly live: LiveFeed,
  ) {}

  /** All checks, none of them run yet. */
  async queue(tx: Tx, submissionId: string): Promise<void> {
    const queued = { status: 'queued' as const, findings: [] };
    await this.submissions.saveChecks(tx, submissionId, [
      ...conformanceChecks.map((check) => ({ ...checkRow({ ...check, ...queued, status: 'skipped' }), ...queued })),
      ...LISTING_CHECKS.map((check) => ({
        ...checkRow({ ...check, check: 'listing', status: 'skipped', findings: [] }),
        ...queued,
      })),
    ]);
  }

  /**
   * `onCheck` takes results as they come; `drained` waits until all of them are written. In a re-check they are only
   * reported: the evidence of the case stays until all of them are known.
   */
  follow(
    submissionId: string,
    recheckId?: string,
  ): { onCheck: (result: CheckResult) => void; drained: () => Promise<void> } {
    let waiting: CheckResult[] = [];
    let writing: Promise<void> | undefined;
    let failure: unknown;
    const write = async (): Promise<void> => {
      while (waiting.length > 0 && failure === undefined) {
        const batch = waiting;
        waiting = [];
        await this.write(submissionId, batch, recheckId).catch((error: unknown) => (failure = error));
      }
      writing = undefined;
    };
    return {
      onCheck: (result) => {
        waiting.push(result);
        writing ??= write();
      },
      drained: async () => {
        await writing;
        if (failure !== undefined) throw failure;
      },
    };
  }

  private write(submissionId: string, batch: readonly CheckResult[], recheckId?: string): Promise<void> {
    const stream = recheckId === undefined ? submissionStream(submissionId) : recheckStream(recheckId);
    return this.transactor.run(async (tx) => {
      if (recheckId === undefined) await this.submissions.saveChecks(tx, submissionId, batch.map(checkRow));
      for (const { id, rule, status } of batch)
        await this.live.append(tx, stream, 'check', { id, rule, state: status });
    });
  }
}
