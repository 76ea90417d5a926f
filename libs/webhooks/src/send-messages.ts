import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { failpoint } from '@portal/platform/config';
import { Transactor, type Tx } from '@portal/platform/database';
import { ReceiverBreaker, receiverRound } from '@portal/platform/jobs';
import { nextAttemptMs } from './domain/retry-plan.js';
import { MessagesRepository, PER_ENDPOINT, type ClaimedMessage } from './persistence/messages.repository.js';
import { PostMessage } from './post-message.js';
import { SwitchOffWebhook } from './switch-off-webhook.js';

/** Places of all receivers together; one has a few of them. */
const AT_ONCE = 48;

/**
 * Sends queued messages according to Standard Webhooks 1.0: id, timestamp and one signature per valid secret, no
 * redirects, planned retries. At least once: after a crash while sending, the message is sent again with the same id.
 */
@Injectable()
export class SendMessages {
  private readonly breaker = new ReceiverBreaker();

  constructor(
    private readonly transactor: Transactor,
    private readonly messages: MessagesRepository,
    private readonly post: PostMessage,
    private readonly switchOff: SwitchOffWebhook,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs until nothing is due. Returns the number of attempts.
   * @param stopping when aborted, no further attempt starts
   */
  async execute(stopping?: AbortSignal): Promise<number> {
    let sent = 0;
    const faults: unknown[] = [];
    await receiverRound({
      claim: (leaveAlone) => this.transactor.run((tx) => this.messages.claim(tx, AT_ONCE, leaveAlone)),
      whose: ({ endpointId }) => endpointId,
      work: (message) => {
        sent += 1;
        return this.deliver(message).catch((error: unknown) => (faults.push(error), null));
      },
      giveBack: (message) => this.transactor.run((tx) => this.messages.giveBack(tx, message)),
      breaker: this.breaker,
      now: () => this.clock.wallNow().getTime(),
      atOnce: AT_ONCE,
      ofOne: PER_ENDPOINT,
      stopping,
    });
    if (faults.length > 0) throw faults[0];
    return sent;
  }

  /** False when the receiver did not answer. */
  private async deliver(message: ClaimedMessage): Promise<boolean> {
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
    return attempt.status !== null;
  }

  private async verified(tx: Tx, message: ClaimedMessage): Promise<void> {
    if (!(await this.messages.verify(tx, message))) return;
    await tx.audit(SYSTEM_ACTOR, 'webhook.verified', ['webhook', message.endpointId], {
      after: { url: message.url },
    });
  }
}
