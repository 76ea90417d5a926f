import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { judgeUrl, OutboundError } from '@portal/platform/outbound';
import { webhooksErrors } from './errors.js';

/** Checks the URL of a webhook: only addresses that the outbound client would connect to are allowed. */
@Injectable()
export class WebhookAddress {
  constructor(private readonly config: Config) {}

  /** @throws AppError `webhook_url_refused` (400) */
  assert(url: string): void {
    try {
      judgeUrl(url, this.config.sandboxDrivePorts);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new AppError(webhooksErrors.webhook_url_refused, {
        details: [{ pointer: '/url', code: error.reason, message: error.message }],
      });
    }
  }
}
