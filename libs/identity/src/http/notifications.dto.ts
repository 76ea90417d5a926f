import { ApiProperty } from '@nestjs/swagger';
import { MAIL_TOPIC_KEYS, PageQuery, type MailTopic } from '@portal/platform';
import { IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';

export class NotificationsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: ['true'], description: 'Unread ones only' })
  @IsOptional()
  @IsIn(['true'])
  unread?: 'true';
  @ApiProperty({ required: false, enum: MAIL_TOPIC_KEYS })
  @IsOptional()
  @IsIn(MAIL_TOPIC_KEYS)
  topic?: MailTopic;
}

export class MarkReadDto {
  @ApiProperty({ description: 'The newest one that was shown; what came after it stays unread' })
  @IsUUID()
  up_to: string;
}

export class ChooseMailDto {
  @ApiProperty() @IsBoolean() mailed: boolean;
}
