import { ApiProperty } from '@portal/platform/description';
import { MAIL_TOPIC_KEYS, type MailTopic } from '@portal/platform/mail';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';

export class NotificationView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: MAIL_TOPIC_KEYS }) topic: MailTopic;
  @ApiProperty() subject: string;
  @ApiProperty({
    description: 'Plain text, as mailed; one-time links are only in the email',
  })
  text: string;
  @ApiProperty({ ...maybeText, description: 'Page of the portal to continue on' }) path: string | null;
  @ApiProperty({ description: 'False if the person turned off mail about the topic' }) mailed: boolean;
  @ApiProperty(instant) at: string;
  @ApiProperty(maybeInstant) read_at: string | null;
  @ApiProperty({ description: 'What it is about: a Drive, a case, an application; else itself' }) item: string;
  @ApiProperty({ description: 'Matching notifications of the item, including this one' }) of_item: number;
  @ApiProperty({ description: 'As many of them are unread' }) unread_of_item: number;
}

export class UnreadView {
  @ApiProperty({ description: 'Items with unread notifications, at most 100' }) unread: number;
  @ApiProperty({ ...maybeText, description: 'The newest unread one' }) newest_id: string | null;
}

export class MarkedReadView {
  @ApiProperty() read: number;
}

export class MailChoiceView {
  @ApiProperty({ enum: MAIL_TOPIC_KEYS }) topic: MailTopic;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'What it is about' }) what: string;
  @ApiProperty({ description: 'Cannot be turned off' }) mandatory: boolean;
  @ApiProperty() mailed: boolean;
}
