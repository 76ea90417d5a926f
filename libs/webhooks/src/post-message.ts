import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { OutboundClient, OutboundError } from '@portal/platform/outbound';
import { Webhook } from 'standardwebhooks';
import { outcomeOf } from './domain/retry-plan.js';
import type { ClaimedMessage } from './persistence/messages.repository.js';
import { webhookSeal } from './persistence/sealed-webhook-secrets.js';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 16 * 1024;
const CHALLENGE_BYTES = 32;

export interface Attempt {
  outcome: 'delivered' | 'failed' | 'gone';
  status: number | null;
  problem: string | null;
  tookMs: number;
}

/**
 * Sends one signed request to an endpoint and returns the result. A test has a challenge, created for this request and
 * not stored; it counts as delivered only if the response is the challenge, so that an unrelated server cannot pass.
 */
@Injectable()
export class PostMessage {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly box: SealedBox,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  async execute({ id, url, type, body, secrets }: ClaimedMessage): Promise<Attempt> {
    const at = this.clock.wallNow();
    const signatures = (secrets ?? []).map((secret) =>
      new Webhook(this.box.open(secret.sealed, webhookSeal(secret.id)).reveal()).sign(id, at, body),
    );
    const challenge =
      type === 'webhook.test' ? Buffer.from(this.random.bytes(CHALLENGE_BYTES)).toString('base64url') : undefined;
    const started = performance.now();
    try {
      const answer = await this.outbound.request({
        url,
        kind: 'webhook',
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': signatures.join(' '),
          ...(challenge && { 'webhook-challenge': challenge }),
        },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      const { status } = answer;
      const tookMs = performance.now() - started;
      const outcome = outcomeOf(status);
      if (outcome !== 'delivered') return { outcome, status, problem: `HTTP ${status}`, tookMs };
      if (challenge && answer.body.toString('utf8').trim() !== challenge)
        return { outcome: 'failed', status, problem: 'The response is not the value of webhook-challenge', tookMs };
      return { outcome, status, problem: null, tookMs };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { outcome: 'failed', status: null, problem: error.reason, tookMs: performance.now() - started };
    }
  }
}
