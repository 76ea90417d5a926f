import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { MAIL_TOPIC_KEYS, MAIL_TOPICS } from '@portal/platform/mail';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { NotificationsRepository } from './notifications.repository.js';

/** Whether a person gets mail about a topic. Notifications that are not mailed still appear in the portal. */
@Injectable()
export class ChooseMail {
  constructor(
    private readonly transactor: Transactor,
    private readonly notifications: NotificationsRepository,
  ) {}

  /** @throws AppError `session_required` (403), `mail_topic_not_found` (404), `mail_topic_mandatory` (422). */
  async execute(input: { actor: Actor; topic: string; mailed: boolean }): Promise<void> {
    const { userId } = ownSession(input.actor);
    const topic = MAIL_TOPIC_KEYS.find((one) => one === input.topic);
    if (topic === undefined) throw new AppError(identityErrors.mail_topic_not_found);
    if (MAIL_TOPICS[topic].mandatory && !input.mailed) throw new AppError(identityErrors.mail_topic_mandatory);
    await this.transactor.run((tx) => this.notifications.choose(tx, userId, topic, input.mailed));
  }
}
