import { ApiProperty } from '@nestjs/swagger';
import { MAIL_TOPIC_KEYS, type MailTopic } from '@portal/platform/mail';

export class NotificationView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: MAIL_TOPIC_KEYS }) topic: MailTopic;
  @ApiProperty() subject: string;
  @ApiProperty({
    description: 'Plain text, as it was mailed; links that open something by themselves are only in the mail',
  })
  text: string;
  @ApiProperty({ nullable: true, type: String, description: 'Page of the portal where one goes on' })
  path: string | null;
  @ApiProperty({ description: 'False when the person chose not to be mailed about the topic' }) mailed: boolean;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) read_at: string | null;
  @ApiProperty({ description: 'What it is about: a Drive, a case, an application; else itself' }) item: string;
  @ApiProperty({ description: 'How many of the item there are among what is asked for, with this one' })
  of_item: number;
  @ApiProperty({ description: 'As many of them are unread' }) unread_of_item: number;
}

export class UnreadView {
  @ApiProperty({ description: 'How many items have something unread, at most 100' }) unread: number;
  @ApiProperty({ nullable: true, type: String, description: 'The newest unread one' }) newest_id: string | null;
}

export class MarkedReadView {
  @ApiProperty() read: number;
}

export class MailChoiceView {
  @ApiProperty({ enum: MAIL_TOPIC_KEYS }) topic: MailTopic;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'What it is about' }) what: string;
  @ApiProperty({ description: 'Cannot be switched off' }) mandatory: boolean;
  @ApiProperty() mailed: boolean;
}
