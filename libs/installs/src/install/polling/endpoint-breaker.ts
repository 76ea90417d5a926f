import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { DriveBreaker } from '@portal/platform/jobs';

/** The breaker of one endpoint of a Drive, for all its installs: a failing one is left alone, the others are read. */
@Injectable()
export class EndpointBreaker {
  private readonly breaker = new DriveBreaker();

  constructor(private readonly clock: Clock) {}

  admit(key: string): boolean {
    return this.breaker.admit(key, this.clock.wallNow().getTime());
  }

  note(key: string, good: boolean): void {
    this.breaker.note(key, good, this.clock.wallNow().getTime());
  }
}
