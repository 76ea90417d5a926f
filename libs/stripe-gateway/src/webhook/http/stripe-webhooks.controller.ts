import { Headers, Req } from '@nestjs/common';
import { ApiProperty } from '@portal/platform/description';
import { Public, type PortalRequest, BypassRowSecurity } from '@portal/platform/access';
import { BodyLimit, ApiController, PostData } from '@portal/platform/http';
import { ReceiveEvent } from '../receive-event.js';

/** An event contains its whole object; invoices with many lines are the largest. */
const EVENT_BYTES = 256 * 1024;

class WebhookReceiptView {
  @ApiProperty() received: boolean;
  @ApiProperty({ description: 'The event was already known; nothing was done.' }) repeated: boolean;
}

@BypassRowSecurity('the provider reports about any account and customer')
@BodyLimit({ maxBytes: EVENT_BYTES })
@ApiController('webhooks', 'api/stripe/webhooks')
export class StripeWebhooksController {
  constructor(private readonly receiveEvent: ReceiveEvent) {}

  /**
   * Receive an event of the platform's payment account. For the payment provider only. The signature is verified on the
   * raw bytes; the event is stored once and handled in the background.
   */
  @PostData('', WebhookReceiptView)
  @Public()
  async receive(@Req() request: PortalRequest, @Headers('stripe-signature') signature: string | undefined) {
    const { repeated } = await this.receiveEvent.execute('platform', request.rawBody, signature);
    return { received: true, repeated };
  }

  /**
   * Receive an event of a connected account. For the payment provider only. The signature is verified on the raw bytes;
   * the event is stored once and handled in the background.
   */
  @PostData('connect', WebhookReceiptView)
  @Public()
  async receiveConnect(@Req() request: PortalRequest, @Headers('stripe-signature') signature: string | undefined) {
    const { repeated } = await this.receiveEvent.execute('connect', request.rawBody, signature);
    return { received: true, repeated };
  }
}
