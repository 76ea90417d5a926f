import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import type { CheckManifestProgress } from './check-manifest.task.js';

/** Progress within this many ms is reported together. */
const TOGETHER_MS = 150;

export const validationStream = (id: string): string => `validation:${id}`;

interface ProgressOfOne {
  started(): void;
  add(progress: CheckManifestProgress): void;
  /** Reports the unreported progress. */
  drained(): Promise<void>;
}

/** Reports the progress of a run of the public validator: `started`, then `progress` with checks and requests. */
@Injectable()
export class ValidationProgress {
  constructor(
    private readonly transactor: Transactor,
    private readonly live: LiveFeed,
  ) {}

  follow(id: string): ProgressOfOne {
    let waiting: CheckManifestProgress[] = [];
    let begins = false;
    let timer: NodeJS.Timeout | undefined;
    let writing = Promise.resolve();
    const flush = (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      const [batch, begin] = [waiting, begins];
      [waiting, begins] = [[], false];
      // No verdict depends on it: when it cannot be written the run continues, and its end shows whether it
      // counts.
      if (batch.length > 0 || begin) writing = writing.then(() => this.write(id, batch, begin)).catch(() => undefined);
      return writing;
    };
    return {
      started: () => {
        begins = true;
        void flush();
      },
      add: (progress) => {
        waiting.push(progress);
        timer ??= setTimeout(() => void flush(), TOGETHER_MS);
      },
      drained: flush,
    };
  }

  private write(id: string, batch: readonly CheckManifestProgress[], begin: boolean): Promise<void> {
    return this.transactor.run(async (tx) => {
      if (begin) {
        await tx.query(`update listings.validations set state = 'running' where id = $1 and state = 'queued'`, [id]);
        await this.live.append(tx, validationStream(id), 'started', {});
      }
      if (batch.length === 0) return;
      await this.live.append(tx, validationStream(id), 'progress', {
        checks: batch.flatMap((one) => ('check' in one ? [stateOf(one.check)] : [])),
        requests: batch.flatMap((one) => ('request' in one ? [one.request] : [])),
      });
    });
  }
}

const stateOf = ({ id, rule, check, status }: Extract<CheckManifestProgress, { check: object }>['check']): object => ({
  id,
  rule,
  check,
  state: status,
});
