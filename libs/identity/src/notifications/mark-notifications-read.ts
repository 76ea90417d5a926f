import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { NotificationsRepository } from './notifications.repository.js';

/** Marks the caller's notifications as read: one of them, or all (of one item) up to the newest one that was shown. */
@Injectable()
export class MarkNotificationsRead {
  constructor(
    private readonly transactor: Transactor,
    private readonly notifications: NotificationsRepository,
  ) {}

  /**
   * Returns how many were marked.
   * @throws AppError `session_required` (403), `notification_not_found` (404).
   */
  async execute(input: { actor: Actor; which: { id: string } | { upTo: string; item?: string } }): Promise<number> {
    const { userId } = ownSession(input.actor);
    const { which } = input;
    return this.transactor.run(async (tx) => {
      if ('upTo' in which) return this.notifications.markAllRead(tx, userId, which.upTo, which.item);
      if (!(await this.notifications.markRead(tx, userId, which.id)))
        throw new AppError(identityErrors.notification_not_found);
      return 1;
    });
  }
}
