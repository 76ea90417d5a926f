import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { assertNoOpenTransaction } from '../database/transaction/open-transaction.js';
import { classOf, measureCall } from '../health/measurements.js';
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
    return measureCall(request.kind ?? 'drive', () => this.http.request(request), outcomeOf);
  }

  /** Like `request`, but returns a failure instead of throwing. */
  async attempt(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure> {
    assertNoOpenTransaction('an outbound request');
    return measureCall(request.kind ?? 'drive', () => this.http.attempt(request), outcomeOf);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}

const outcomeOf = (answer: OutboundResponse | OutboundFailure): string =>
  'failure' in answer ? answer.failure : classOf(answer.status);
