import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { payoutErrors } from '../errors.js';
import { notReconciled } from './read/open-items.js';

/** What must be done before money is paid out, as one sentence. */
export interface RunBlocker {
  readonly code: string;
  readonly text: string;
}

/** Step of a run: `prepare` computes payouts; `pay` approves, executes or retries. */
export type RunStep = 'prepare' | 'pay';

/** A source of what blocks a whole run; called inside the transaction of the step. */
export abstract class RunBlockerSource {
  abstract open(tx: Tx, month: string, step: RunStep): Promise<RunBlocker[]>;
}

/** All sources of blockers. Each registers itself when its module starts. */
@Injectable()
export class RunBlockers {
  private readonly sources: RunBlockerSource[] = [];

  add(source: RunBlockerSource): void {
    this.sources.push(source);
  }

  async open(tx: Tx, month: string, step: RunStep): Promise<RunBlocker[]> {
    const blockers: RunBlocker[] = [];
    for (const source of this.sources) blockers.push(...(await source.open(tx, month, step)));
    return blockers;
  }

  /** @throws AppError `payout_run_blocked` (409) that names every blocker */
  async assertNone(tx: Tx, month: string, step: RunStep): Promise<void> {
    const open = await this.open(tx, month, step);
    if (open.length === 0) return;
    throw new AppError(payoutErrors.payout_run_blocked, {
      message: `This payout run cannot go on yet: ${open.map((item) => item.text).join('; ')}.`,
      details: open.map((item) => ({ pointer: '', code: item.code, message: item.text })),
    });
  }

  /** @throws AppError `payout_run_blocked` (409): an exception was opened behind payouts after they were computed */
  async assertReconciled(tx: Tx, runId: string): Promise<void> {
    const open = await notReconciled(tx, runId);
    if (open.length === 0) return;
    const whom = open.map(({ author, currency }) => `${author} (${currency.toUpperCase()})`);
    throw new AppError(payoutErrors.payout_run_blocked, {
      message: `Since this run was computed, exceptions were found behind payouts of ${whom.join(', ')}. Recompute the run: it leaves them out and pays the others.`,
      details: whom.map((message) => ({ pointer: '', code: 'not_reconciled', message })),
    });
  }
}
