import { Injectable } from '@nestjs/common';

/** Whether this process was asked to stop, and what that means for its requests. */
@Injectable()
export class Stopping {
  /**
   * It is not ready any more, and every response ends its connection, so that the next request goes to another process.
   */
  begun = false;
  /** While it is set, arriving requests are served when it resolves. */
  hold: Promise<void> | undefined;
}
