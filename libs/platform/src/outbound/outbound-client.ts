import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { assertNoOpenTransaction } from '../database/open-transaction.js';
import { GuardedHttp, type OutboundFailure, type OutboundRequest, type OutboundResponse } from './guarded-http.js';

/**
 * The only way of the main thread to an address that a stranger supplied (see `GuardedHttp`). Refuses to work inside a
 * database transaction.
 */
@Injectable()
export class OutboundClient implements OnApplicationShutdown {
  private readonly http: GuardedHttp;

  constructor(config: Config) {
    this.http = new GuardedHttp(config.sandboxDrivePorts);
  }

  /** @throws OutboundError with one reason per cause. Any HTTP status is an answer, not an error. */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    assertNoOpenTransaction('an outbound request');
    return this.http.request(request);
  }

  /** Like `request`, with a failure as an answer. */
  async attempt(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure> {
    assertNoOpenTransaction('an outbound request');
    return this.http.attempt(request);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
