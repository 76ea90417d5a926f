import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { hasRole, type PortalRequest } from '@portal/platform';
import { Submissions } from '../read/submissions.js';

/** Before a stream opens, because afterwards no status can be sent: whoever may not see the submission gets the 404. */
@Injectable()
export class SubmissionVisibleGuard implements CanActivate {
  constructor(private readonly submissions: Submissions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { actor, params } = context.switchToHttp().getRequest<PortalRequest>();
    invariant(actor, 'the stream of a submission is not public');
    const { id } = params as { id: string };
    await this.submissions.assertVisible(id, hasRole(actor, 'reviewer') ? null : actor);
    return true;
  }
}
