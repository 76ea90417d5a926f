import { createHash } from 'node:crypto';
import { MAX_SKEW_MS } from '@portal/contract';
import { refuse, type Answer } from './http.js';

const CAPACITY = 20_000;

interface Answered {
  readonly body: string;
  readonly answer: Promise<Answer>;
  readonly expiresAt: number;
}

/**
 * The signature covers time and path but not the body, so anybody who reads one request could send another body under
 * it. Each signature of an install that succeeded is therefore good for one body: the same request again gets the same
 * answer without being carried out twice, another body is refused.
 */
export class ReplayCache {
  private readonly answered = new Map<string, Answered>();

  constructor(private readonly now: () => number) {}

  /** @param signature of a request that has been verified, with its method and path. */
  once(signature: string, body: Buffer, work: () => Promise<Answer>): Promise<Answer> {
    const now = this.now();
    this.purge(now);
    const digest = createHash('sha256').update(body).digest('hex');
    const before = this.answered.get(signature);
    if (before) return before.body === digest ? before.answer : Promise.resolve(refuse(401, 'replayed_signature'));
    if (this.answered.size >= CAPACITY) return Promise.resolve(refuse(503, 'busy'));
    const answer = work();
    // A timestamp may lie in the future by the allowed skew, and stays acceptable for as long again.
    this.answered.set(signature, { body: digest, answer, expiresAt: now + 2 * MAX_SKEW_MS });
    const remove = (): void => void this.answered.delete(signature);
    // A refused request has changed nothing, so its signature is not used up.
    answer.then(({ status }) => status >= 300 && remove(), remove);
    return answer;
  }

  private purge(now: number): void {
    for (const [signature, { expiresAt }] of this.answered) {
      if (expiresAt > now) return; // in the order they came
      this.answered.delete(signature);
    }
  }
}
