import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { assertNoOpenTransaction } from '../database/open-transaction.js';
import { GuardedHttp, type OutboundFailure, type OutboundRequest, type OutboundResponse } from './guarded-http.js';

/**
 * The main thread's HTTP client for user-supplied URLs (see `GuardedHttp`). Must not be used inside a database
 * transaction.
 */
@Injectable()
export class OutboundClient implements OnApplicationShutdown {
  private readonly http: GuardedHttp;

  constructor(config: Config) {
    this.http = new GuardedHttp(config.sandboxDrivePorts);
  }

  /** @throws OutboundError with one reason per cause. Any HTTP status is a response, not an error. */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    assertNoOpenTransaction('an outbound request');
    return this.http.request(request);
  }

  /** Like `request`, but returns a failure instead of throwing. */
  async attempt(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure> {
    assertNoOpenTransaction('an outbound request');
    return this.http.attempt(request);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
