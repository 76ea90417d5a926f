import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { Clock, Random } from '@portal/kernel';
import {
  Audit,
  Config,
  failpoint,
  Mailer,
  OutboundClient,
  OutboundError,
  SealedBox,
  SYSTEM_ACTOR,
  Transactor,
} from '@portal/platform';
import { Webhook } from 'standardwebhooks';
import { nextAttemptMs, outcomeOf } from './domain/retry-plan.js';
import { MessagesRepository, type ClaimedMessage } from './persistence/messages.repository.js';
import { webhookSeal } from './webhook-seal.js';

const AT_ONCE = 16;
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 16 * 1024;

interface Attempt {
  outcome: 'delivered' | 'failed' | 'gone';
  status: number | null;
  problem: string | null;
  tookMs: number;
}

/**
 * Sends what waits, as Standard Webhooks 1.0 says: id, timestamp and one signature per valid secret, no redirects, a
 * plan of attempts. At least once; a crash while sending sends again under the same id.
 */
@Injectable()
export class SendMessages {
  constructor(
    private readonly transactor: Transactor,
    private readonly messages: MessagesRepository,
    private readonly outbound: OutboundClient,
    private readonly box: SealedBox,
    private readonly accounts: AuthorAccounts,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /** Until nothing is due. Returns how many attempts were made. */
  async execute(): Promise<number> {
    for (let sent = 0; ;) {
      const claimed = await this.transactor.run((tx) => this.messages.claim(tx, AT_ONCE));
      if (claimed.length === 0) return sent;
      await Promise.all(claimed.map((message) => this.deliver(message)));
      sent += claimed.length;
    }
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const attempt = await this.send(message);
    failpoint('webhook.sent');
    const nextMs =
      attempt.outcome === 'failed' ? nextAttemptMs(message.attempts, this.random.bytes(1)[0]! / 255) : null;
    const state = attempt.outcome === 'delivered' ? 'delivered' : nextMs === null ? 'failed' : 'pending';
    // Asked for before the transaction opens, and only when somebody may have to be told.
    const contacts = state === 'failed' ? await this.accounts.contacts(message.orgId) : [];
    await this.transactor.run(async (tx) => {
      if (!(await this.messages.attempted(tx, message, { state, nextMs, ...attempt })) || state !== 'failed') return;
      const why =
        attempt.outcome === 'gone'
          ? 'It answered 410: nobody is there any more.'
          : `It did not take a message in ${message.attempts} attempts over three days. The last time: ${attempt.problem}.`;
      if (!(await this.messages.disable(tx, message.endpointId, why))) return;
      const subject = { subjectType: 'webhook', subjectId: message.endpointId };
      await this.audit.record(tx, { actor: SYSTEM_ACTOR, action: 'webhook.disabled', ...subject, reason: why });
      for (const { email } of contacts)
        await this.mailer.send(tx, {
          to: email,
          topic: 'webhooks',
          subject: 'A webhook of yours was switched off',
          text: `${message.url}\n\n${why}\nNothing more is sent there until you switch it on again; what was missed can be sent again from its page:\n${this.config.publicUrl}/author/webhooks/${message.endpointId}`,
          path: `/author/webhooks/${message.endpointId}`,
        });
    });
  }

  private async send({ id, url, body, secrets }: ClaimedMessage): Promise<Attempt> {
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
