import { Injectable } from '@nestjs/common';
import { Random } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { failpoint } from '@portal/platform/config';
import { Transactor, type Tx } from '@portal/platform/database';
import { nextAttemptMs } from './domain/retry-plan.js';
import { MessagesRepository, type ClaimedMessage } from './persistence/messages.repository.js';
import { PostMessage } from './post-message.js';
import { SwitchOffWebhook } from './switch-off-webhook.js';

const AT_ONCE = 16;

/**
 * Sends queued messages according to Standard Webhooks 1.0: id, timestamp and one signature per valid secret, no
 * redirects, planned retries. At least once: after a crash while sending, the message is sent again with the same id.
 */
@Injectable()
export class SendMessages {
  constructor(
    private readonly transactor: Transactor,
    private readonly messages: MessagesRepository,
    private readonly post: PostMessage,
    private readonly switchOff: SwitchOffWebhook,
    private readonly random: Random,
  ) {}

  /**
   * Runs until nothing is due. Returns the number of attempts.
   * @param stopping when aborted, no further attempt starts
   */
  async execute(stopping?: AbortSignal): Promise<number> {
    for (let sent = 0; ;) {
      if (stopping?.aborted) return sent;
      const claimed = await this.transactor.run((tx) => this.messages.claim(tx, AT_ONCE));
      if (claimed.length === 0) return sent;
      await Promise.all(claimed.map((message) => this.deliver(message)));
      sent += claimed.length;
    }
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const attempt = await this.post.execute(message);
    failpoint('webhook.sent');
    const isTest = message.type === 'webhook.test';
    const nextMs =
      attempt.outcome === 'failed' && !isTest ? nextAttemptMs(message.attempts, this.random.bytes(1)[0]! / 255) : null;
    const state = attempt.outcome === 'delivered' ? 'delivered' : nextMs === null ? 'failed' : 'pending';
    // Read before the transaction opens, and only when someone may have to be notified.
    const contacts = state === 'failed' && !isTest ? await this.switchOff.contacts(message.orgId) : [];
    await this.transactor.run(async (tx) => {
      const noted = await this.messages.attempted(tx, message, { state, nextMs, ...attempt });
      if (noted && isTest && state === 'delivered') await this.verified(tx, message);
      // A failed test matters to the person who sent it; it does not turn the webhook off.
      if (!noted || state !== 'failed' || isTest) return;
      const why =
        attempt.outcome === 'gone'
          ? 'It responded with 410, so the endpoint no longer exists.'
          : `It did not accept a message in ${message.attempts} attempts over three days. Last error: ${attempt.problem}.`;
      await this.switchOff.execute(tx, message, why, contacts);
    });
  }

  private async verified(tx: Tx, message: ClaimedMessage): Promise<void> {
    if (!(await this.messages.verify(tx, message))) return;
    await tx.audit(SYSTEM_ACTOR, 'webhook.verified', ['webhook', message.endpointId], {
      after: { url: message.url },
    });
  }
}
