import { Injectable } from '@nestjs/common';
import { conformanceChecks, type CheckResult } from '@portal/conformance';
import { Transactor, type Tx } from '@portal/platform/database';
import { sendsBack } from '../conformance/submission-passes.js';
import { criterionOfCheck } from '../review/domain/review-criteria.js';
import { LISTING_CHECKS } from './listing-checks.js';
import { SubmissionsRepository, type NewCheckRow } from './submissions.repository.js';

const ORDER = new Map([...conformanceChecks, ...LISTING_CHECKS].map((check, ordinal) => [check.id, ordinal]));

export const checkRow = (result: CheckResult): NewCheckRow => ({
  id: result.id,
  ordinal: ORDER.get(result.id) ?? ORDER.size,
  rule: result.rule,
  group: result.check,
  criterion: criterionOfCheck({ id: result.id, group: result.check }),
  blocks: sendsBack(result.id),
  status: result.status,
  reason: result.reason ?? (result.status === 'skipped' ? 'not_reached' : null),
  findings: result.findings,
});

/** Shows the checks of a submission while they run. */
@Injectable()
export class CheckProgress {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
  ) {}

  /** All checks, none of them run yet. */
  async queue(tx: Tx, submissionId: string): Promise<void> {
    const queued = { status: 'queued' as const, reason: null, findings: [] };
    const all = [...conformanceChecks, ...LISTING_CHECKS.map((check) => ({ ...check, check: 'listing' as const }))];
    const rows = all.map(({ id, rule, check }) => checkRow({ id, rule, check, status: 'skipped', findings: [] }));
    await this.submissions.saveChecks(
      tx,
      submissionId,
      rows.map((row) => ({ ...row, ...queued })),
    );
  }

  /**
   * `onCheck` takes results as they come; `drained` waits until all of them are written. In a re-check they are only
   * counted: the evidence of the case stays until all of them are known.
   */
  follow(submissionId: string, recheckId?: string) {
    let waiting: CheckResult[] = [];
    let checked = 0;
    let writing: Promise<void> | undefined;
    let failure: unknown;
    const write = async (): Promise<void> => {
      while (waiting.length > 0 && failure === undefined) {
        const batch = waiting;
        waiting = [];
        checked += batch.length;
        await this.write(submissionId, batch, recheckId === undefined ? undefined : { id: recheckId, checked }).catch(
          (error: unknown) => (failure = error),
        );
      }
      writing = undefined;
    };
    return {
      onCheck: (result: CheckResult): void => {
        waiting.push(result);
        writing ??= write();
      },
      drained: async (): Promise<void> => {
        await writing;
        if (failure !== undefined) throw failure;
      },
    };
  }

  private write(
    submissionId: string,
    batch: readonly CheckResult[],
    recheck: { id: string; checked: number } | undefined,
  ): Promise<void> {
    return this.transactor.run(async (tx) => {
      if (recheck)
        await tx.query('update listings.review_rechecks set checked = $2 where id = $1', [recheck.id, recheck.checked]);
      else await this.submissions.saveChecks(tx, submissionId, batch.map(checkRow));
    });
  }
}
