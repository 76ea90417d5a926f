import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@portal/platform/description';
import {
  MayBeAbsent,
  OptionalBoolean,
  OptionalLength,
  OptionalOneOf,
  OptionalText,
  PageQuery,
} from '@portal/platform/http';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsString, Length, Matches } from 'class-validator';
import { SUBSCRIBABLE_TYPES, type AuthorEventType } from '../domain/event-catalogue.js';
import { HOST_EVENT_TYPES, type HostEventType } from '../domain/host-event-catalogue.js';

const EventTypes = (types: readonly string[], required = true): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ required, enum: types, isArray: true }),
    IsIn(types, { each: true }),
    ArrayUnique(),
    ArrayMaxSize(50),
    ArrayMinSize(1),
  );

class NewWebhookDto {
  @ApiProperty({ description: 'URL that receives the messages by POST' })
  @IsString()
  @Length(1, 2_048)
  url: string;
  @OptionalText(200, { default: '' }) description?: string;
}

export class AddHostWebhookDto extends NewWebhookDto {
  @EventTypes(HOST_EVENT_TYPES) event_types: HostEventType[];
}

export class AddWebhookDto extends NewWebhookDto {
  @EventTypes(SUBSCRIBABLE_TYPES) event_types: AuthorEventType[];
}

class WebhookChangeDto {
  @OptionalLength(1, 2_048) url?: string;
  @OptionalText(200) description?: string;
  @OptionalBoolean('False turns it off, true turns it on again') active?: boolean;
  @ApiProperty({ description: 'The revision that was edited' }) @Matches(/^[0-9a-f]{16}$/) revision: string;
}

export class ChangeHostWebhookDto extends WebhookChangeDto {
  @MayBeAbsent() @EventTypes(HOST_EVENT_TYPES, false) event_types?: HostEventType[];
}

export class ChangeWebhookDto extends WebhookChangeDto {
  @MayBeAbsent() @EventTypes(SUBSCRIBABLE_TYPES, false) event_types?: AuthorEventType[];
}

export class RotateWebhookDto {
  @OptionalBoolean({ default: false, description: 'The current secret is revoked immediately' }) leaked?: boolean;
  @OptionalBoolean({ default: false, description: 'Revokes a secret that is still in its overlap' }) force?: boolean;
}

const STATES = ['pending', 'delivered', 'failed'] as const;

export class MessagesQuery extends PageQuery {
  @OptionalOneOf(STATES) state?: (typeof STATES)[number];
}
