import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Config } from '@portal/platform/config';
import { eventProcessor, type DeliveryContext } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { DocumentLinks } from '../documents/document-links.js';
import { OperatorFacts, type Doer } from './operator-facts.repository.js';
import { OPERATOR_NOTICES } from './operator-notices.js';
import { operatorsOf } from './operators.repository.js';

/** Mails every operator of a tenant, except the one who did it. Idempotent. */
@Injectable()
export class NotifyOperators {
  constructor(
    private readonly config: Config,
    private readonly facts: OperatorFacts,
    private readonly mailer: Mailer,
    private readonly links: DocumentLinks,
  ) {}

  async execute(of: (typeof OPERATOR_NOTICES)[number], payload: object, context: DeliveryContext): Promise<void> {
    const notice = await of.notice(payload, this.facts);
    if (!notice) return;
    const { tenantId, path, by, documentId } = notice;
    const link = documentId === undefined ? undefined : this.links.inMail(documentId);
    const [subject, text] = notice.words;
    await context.once(async (tx) => {
      for (const to of await operatorsOf(tx, tenantId, by?.userId))
        await this.mailer.send(tx, {
          to,
          topic: 'invoices',
          subject,
          text: `${text}${link ? `\n\n${link.text}` : ''}\n\nDone by: ${named(by)}\n\nIf this surprises you, look at it, ask, or end the plugin here:\n${this.config.publicUrl}${path}`,
          path,
          ...(link && { token: link.token }),
        });
    });
  }
}

function named(by: Doer | null): string {
  if (by === null) return 'Drive Portal';
  return by.forOperator === null ? nameInMail(by.name) : `${nameInMail(by.name)}, for ${by.forOperator}`;
}

export const OPERATOR_NOTICE_PROCESSORS = OPERATOR_NOTICES.map((of) =>
  eventProcessor(
    of.event,
    `billing.tell-operators-${of.event.type.replaceAll(/[._]/g, '-')}`,
    NotifyOperators,
    (notify, payload, context) => notify.execute(of, payload, context),
  ),
);
