import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, maybeNumber } from '@portal/platform/http';

export class WebhookView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Revision; send it with a change to detect concurrent edits' }) revision: string;
  @ApiProperty() url: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: [String] }) event_types: string[];
  @ApiProperty({
    enum: ['unverified', 'active', 'disabled'],
    description: 'Messages of an unverified webhook wait for a successful test',
  })
  state: string;
  @ApiProperty(maybeText) disabled_reason: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When the previous secret expires' })
  previous_secret_ends_at: string | null;
  @ApiProperty({ description: 'Messages waiting for an attempt' }) waiting: number;
  @ApiProperty({ description: 'Messages that failed for good in the last 30 days' }) failed: number;
  @ApiProperty(maybeInstant) last_delivered_at: string | null;
  @ApiProperty(instant) created_at: string;
}

export class NewWebhookView {
  @ApiProperty({ type: WebhookView }) webhook: WebhookView;
  @ApiProperty({ description: 'Shown only once' }) secret: string;
}

export class WebhookAttemptView {
  @ApiProperty() n: number;
  @ApiProperty(instant) at: string;
  @ApiProperty(maybeNumber) status: number | null;
  @ApiProperty({ ...maybeText, description: 'HTTP status, or why there was no answer' }) problem: string | null;
  @ApiProperty({ description: 'Milliseconds' }) took_ms: number;
}

export class WebhookMessageView {
  @ApiProperty({ description: 'Value of the header `webhook-id`' }) id: string;
  @ApiProperty() type: string;
  @ApiProperty({ enum: ['pending', 'delivered', 'failed'] }) state: string;
  @ApiProperty({ description: 'The body as it is sent' }) body: string;
  @ApiProperty({ type: [WebhookAttemptView] }) attempts: WebhookAttemptView[];
  @ApiProperty(maybeInstant) next_attempt_at: string | null;
  @ApiProperty(instant) created_at: string;
}

export class WebhookEventView {
  @ApiProperty() type: string;
  @ApiProperty({ description: 'Description in one sentence' }) text: string;
}
