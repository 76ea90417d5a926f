import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { OutboundClient, OutboundError } from '@portal/platform/outbound';
import { Webhook } from 'standardwebhooks';
import { outcomeOf } from './domain/retry-plan.js';
import type { ClaimedMessage } from './persistence/messages.repository.js';
import { webhookSeal } from './webhook-seal.js';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 16 * 1024;

export interface Attempt {
  outcome: 'delivered' | 'failed' | 'gone';
  status: number | null;
  problem: string | null;
  tookMs: number;
}

/** One signed request to an author's server, and what came of it. */
@Injectable()
export class PostMessage {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly box: SealedBox,
    private readonly clock: Clock,
  ) {}

  async execute({ id, url, body, secrets }: ClaimedMessage): Promise<Attempt> {
    const at = this.clock.wallNow();
    const signatures = (secrets ?? []).map((secret) =>
      new Webhook(this.box.open(secret.sealed, webhookSeal(secret.id)).reveal()).sign(id, at, body),
    );
    const started = performance.now();
    try {
      const { status } = await this.outbound.request({
        url,
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': signatures.join(' '),
        },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      const outcome = outcomeOf(status);
      const problem = outcome === 'delivered' ? null : `HTTP ${status}`;
      return { outcome, status, problem, tookMs: performance.now() - started };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { outcome: 'failed', status: null, problem: error.reason, tookMs: performance.now() - started };
    }
  }
}
