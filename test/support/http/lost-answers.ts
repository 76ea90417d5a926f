import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError, commonErrors } from '@portal/kernel';
import { IdempotencyKeys } from '../../../libs/platform/src/http/idempotency/idempotency-keys.js';
import { ApiDescription, takesIdempotencyKey } from './api-description.js';
import { until } from '../test-timeout.js';

/** The refusal of a repeat: nothing is done twice, and the caller sees why. */
const REFUSED: Readonly<Record<string, string>> = {
  Members_leave: 'whoever has left has no right to ask again',
  Members_remove: 'whoever was removed is not there any more',
};

interface Reply {
  readonly statusCode: number;
  readonly body: string;
}

/**
 * The first success of every operation is lost, as when its process is killed before it has kept the answer: all that the
 * operation did is committed, and the caller repeats the request under its key. A test gets what the repeat
 * answers, so it sees whether it is the same and whether anything was done twice.
 */
export class LostAnswers {
  /** Operations that were called in this process. */
  private static readonly had = new Set<string>();
  private readonly armed = new Set<string>();
  private readonly kept: IdempotencyKeys;
  private readonly problems: string[] = [];

  constructor(app: NestFastifyApplication) {
    this.kept = app.get(IdempotencyKeys, { strict: false });
    const keep = this.kept.answer.bind(this.kept);
    this.kept.answer = (taken, ...rest) =>
      this.armed.delete(taken.key) ? Promise.reject(new AppError(commonErrors.unavailable)) : keep(taken, ...rest);
  }

  /** Sends a request, and again if its answer was lost. */
  async repeating<R extends Reply>(method: string, url: string, key: string, send: () => Promise<R>): Promise<R> {
    const operation = ApiDescription.get().operationAt(method, url);
    const id = operation?.operationId ?? '';
    if (!operation || !takesIdempotencyKey(operation) || id in REFUSED || LostAnswers.had.has(id)) return send();
    this.armed.add(key);
    const first = await send();
    // Nothing was kept, because it was refused.
    if (this.armed.delete(key)) return first;
    LostAnswers.had.add(id);
    const second = await send();
    if (second.statusCode >= 400) this.problems.push(`${id} answers a repeat with ${second.statusCode} ${second.body}`);
    if (showsSecret(second.body)) await this.asksForSecret(id, send);
    return second;
  }

  /** A value that is shown once is not shown to a repeated request. */
  private async asksForSecret<R extends Reply>(id: string, send: () => Promise<R>): Promise<void> {
    let last: R | undefined;
    const isShown = async (): Promise<boolean> =>
      (last = await send()).statusCode === 409 && last.body.includes('"idempotency_answer_shown"');
    // It is forgotten when it has left the process, a moment after it is here.
    await until(isShown, () => `${id} shows its secret again: ${last?.statusCode}`, 10_000);
  }

  /** @throws Error that names every operation which refused a repeat */
  mustHaveSucceeded(): void {
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
  }
}

const showsSecret = (body: string): boolean => {
  const { data } = JSON.parse(body || '{}') as { data?: { secret?: unknown; codes?: unknown } };
  return typeof data?.secret === 'string' || Array.isArray(data?.codes);
};
