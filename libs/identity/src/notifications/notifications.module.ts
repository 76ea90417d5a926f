import { Module } from '@nestjs/common';
import { AccountMails } from './account-mails.js';
import { ChooseMail } from './choose-mail.js';
import { ListMailChoices } from './list-mail-choices.js';
import { ListNotifications } from './list-notifications.js';
import { MarkNotificationsRead } from './mark-notifications-read.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { ShowMail } from './show-mail.js';

/** Stores mails to people as notifications in the portal. */
@Module({
  providers: [AccountMails, NotificationsRepository, ShowMail],
  exports: [AccountMails, NotificationsRepository],
})
export class NotificationsModule {}

/** Reading notifications, and choosing what is mailed. */
@Module({
  imports: [NotificationsModule],
  controllers: [NotificationsController],
  providers: [ChooseMail, ListMailChoices, ListNotifications, MarkNotificationsRead],
})
export class NotificationsHttpModule {}
