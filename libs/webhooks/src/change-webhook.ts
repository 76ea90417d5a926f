import { Injectable } from '@nestjs/common';
import { Audit, LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Transactor } from '@portal/platform/database';
import type { WebhookWish } from './add-webhook.js';
import { ChallengeWebhook } from './challenge-webhook.js';
import { EndpointsRepository, factsOf } from './persistence/endpoints.repository.js';
import { WebhookAddress } from './webhook-address.js';
import type { WebhookOwner } from './webhook-owner.js';

const CHANGED = 'webhook.changed';
/** Audit actions that change a webhook; the second one is the portal's own. */
const CHANGES = [CHANGED, 'webhook.disabled', 'webhook.added'];

/** Changes the event types, URL or description of a webhook, or turns it off and on. */
@Injectable()
export class ChangeWebhook {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly address: WebhookAddress,
    private readonly challenge: ChallengeWebhook,
    private readonly audit: Audit,
    private readonly lastChange: LastChange,
  ) {}

  /**
   * `expectedVersion` is the revision that was edited.
   * @throws AppError `webhook_not_found` (404), `webhook_url_refused` (400), `changed_meanwhile` (409) with both
   *   values, who changed it and when, `not_approved_yet`, `account_suspended`, `account_terminated` (403)
   */
  async execute(
    { actor, orgId }: WebhookOwner,
    id: string,
    change: Partial<WebhookWish> & { active?: boolean },
    expectedVersion: string,
  ): Promise<void> {
    if (change.url !== undefined) this.address.assert(change.url);
    await this.transactor.run(async (tx) => {
      const before = await this.endpoints.lock(tx, id, orgId);
      const { url, description, eventTypes, active: on } = change;
      const wanted = {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(eventTypes !== undefined && { event_types: eventTypes }),
        ...(on !== undefined && { active: on }),
      };
      const of = { subjectType: 'webhook', subjectId: id, actions: CHANGES };
      await assertExpectedVersion(expectedVersion, factsOf(before), wanted, () => this.lastChange.of(tx, of, actor));
      const active = on ?? before.state !== 'disabled';
      // A verification is valid for one URL and only while the endpoint is on.
      const proven = before.state === 'active' && (url ?? before.url) === before.url;
      const after = {
        url: url ?? before.url,
        description: description ?? before.description,
        eventTypes: eventTypes ?? before.eventTypes,
        state: active ? (proven ? ('active' as const) : ('unverified' as const)) : ('disabled' as const),
        disabledReason: active ? null : (before.disabledReason ?? 'Turned off manually.'),
      };
      await this.endpoints.update(tx, id, after);
      const facts = (of: Pick<typeof after, 'url' | 'eventTypes' | 'state'>): object => ({
        url: of.url,
        event_types: of.eventTypes,
        state: of.state,
      });
      await this.audit.record(tx, {
        actor,
        action: CHANGED,
        subjectType: 'webhook',
        subjectId: id,
        before: facts(before),
        after: facts(after),
      });
      const asksAgain = after.state === 'unverified' && (before.state !== 'unverified' || after.url !== before.url);
      if (asksAgain) await this.challenge.execute(tx, actor, before);
    });
  }
}
