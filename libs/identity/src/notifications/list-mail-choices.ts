import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { MAIL_TOPIC_KEYS, MAIL_TOPICS } from '@portal/platform/mail';
import type { MailChoiceView } from './notifications.view.js';
import { ownSession } from '../sessions/own-session.js';

/** Every mail topic, and whether the caller gets mail about it. */
@Injectable()
export class ListMailChoices {
  constructor(private readonly database: Database) {}

  /** @throws AppError `session_required` (403). */
  async execute(actor: Actor): Promise<MailChoiceView[]> {
    const rows = await this.database.query<{ topic: string }>(
      'select topic from identity.mail_choices where user_id = $1',
      [ownSession(actor).userId],
    );
    const off = new Set(rows.map(({ topic }) => topic));
    return MAIL_TOPIC_KEYS.map((topic) => ({ topic, ...MAIL_TOPICS[topic], mailed: !off.has(topic) }));
  }
}
