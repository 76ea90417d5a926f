import { Header } from '@nestjs/common';
import { BypassRowSecurity, Public } from '../access/access.js';
import { ApiController, GetData } from '../http/routes/routes.js';
import { ReadStatus } from './read/read-status.js';
import { StatusView } from './status.view.js';

@Public()
@BypassRowSecurity('counts by part of the portal, the same for everybody')
@ApiController('public', 'api/public')
export class StatusController {
  constructor(private readonly parts: ReadStatus) {}

  /** Get the status. Which parts of the portal work now, and how the last 90 days were. */
  @GetData('status', StatusView)
  @Header('cache-control', 'public, max-age=30')
  async status() {
    return { parts: await this.parts.execute() };
  }
}
