import { Injectable } from '@nestjs/common';
import { AuthorAccounts, Drives, type Contact } from '@portal/authors';
import { Config } from '@portal/platform/config';
import { eventProcessor, type DeliveryContext, type EventType } from '@portal/platform/events';
import { Mailer, type Mail } from '@portal/platform/mail';
import type { Concerns, WebhookEventType } from '../domain/event-catalogue.js';
import { NotifyWebhooks } from '../notify-webhooks.js';
import { Subjects } from '../read/subjects.js';

/** How one type of product event becomes a message. */
interface Notice {
  type: WebhookEventType;
  data: object;
  /** The receivers: an organisation, the owner of a Drive, every author; the host unless given. */
  of?: { orgId: string } | { driveId: string } | 'everybody';
  /** The people of the organisation are notified as well. */
  people?: Omit<Mail, 'to'>;
}

export interface Source<P extends object, N extends Notice> {
  event: EventType<P>;
  /** Undefined or empty when no message is sent for the event. */
  notice(payload: P, subjects: Subjects): N | undefined | Promise<N | N[] | undefined>;
}
export const source = <P extends object, N extends Notice>(
  event: EventType<P>,
  notice: Source<P, N>['notice'],
): Source<P, N> => ({ event, notice });

/** `type` and `data` of each message of these sources. */
export type MessageOf<S extends readonly { notice(...of: never): unknown }[]> = OneOf<
  Awaited<ReturnType<S[number]['notice']>>
>;
type OneOf<N> = N extends readonly (infer One)[] ? One : NonNullable<N>;

/** Turns events into messages, and notifications of authors. Idempotent. */
@Injectable()
export class Notify {
  constructor(
    private readonly config: Config,
    private readonly webhooks: NotifyWebhooks,
    private readonly drives: Drives,
    private readonly authors: AuthorAccounts,
    private readonly subjects: Subjects,
    private readonly mailer: Mailer,
  ) {}

  async execute(of: Source<object, Notice>, payload: object, { eventId, once }: DeliveryContext): Promise<void> {
    const found: (readonly [Notice, Concerns, readonly Contact[]])[] = [];
    for (const notice of [(await of.notice(payload, this.subjects)) ?? []].flat()) {
      const concerns = await this.concerned(notice.of);
      const orgId = notice.people && concerns !== 'every_author' ? concerns?.orgId : undefined;
      if (concerns) found.push([notice, concerns, orgId ? await this.authors.contacts(orgId) : []]);
    }
    if (found.length === 0) return;
    await once(async (tx) => {
      for (const [{ type, data, people }, concerns, contacts] of found) {
        await this.webhooks.execute(tx, { eventId, type, concerns, data });
        const text = `${people?.text}\n\n${this.config.publicUrl}${people?.path}`;
        for (const { email } of contacts) await this.mailer.send(tx, { to: email, ...people!, text });
      }
    });
  }

  /** Undefined for a Drive of the platform. */
  private async concerned(of: Notice['of']): Promise<Concerns | undefined> {
    if (of === undefined) return { orgId: null };
    if (of === 'everybody') return 'every_author';
    const orgId = 'orgId' in of ? of.orgId : (await this.drives.get(of.driveId))?.orgId;
    return orgId === undefined || orgId === null ? undefined : { orgId };
  }
}

/** @param prefix of the consumers */
export const processorsOf = (sources: readonly unknown[], prefix: string) =>
  (sources as readonly Source<object, Notice>[]).map((of) =>
    eventProcessor(of.event, `${prefix}${of.event.type.replaceAll(/[._]/g, '-')}`, Notify, (notify, payload, context) =>
      notify.execute(of, payload, context),
    ),
  );
