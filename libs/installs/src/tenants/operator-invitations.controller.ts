import { BypassRowSecurity, CurrentActor, SignedIn, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData, DoneView } from '@portal/platform/http';
import { OperatorInvitationView } from '../install/read/installs.view.js';
import { HostOperatorsService } from './host/host-operators.service.js';
import { HostOperatorsQuery } from './host/host-operators-query.js';

/** Invitations of the host to the owner of an address. */
@SignedIn()
@BypassRowSecurity('who is invited is no operator yet: the address of the account names the invitations')
@ApiController('account', 'api/v1/account/operator-invitations')
export class OperatorInvitationsController {
  constructor(
    private readonly invitations: HostOperatorsQuery,
    private readonly operators: HostOperatorsService,
  ) {}

  /** List your invitations to operate a tenant. To the e-mail address of your account. */
  @GetPage('', OperatorInvitationView)
  async listInvitations(@CurrentActor() actor: Actor) {
    const own = actor.kind === 'user' && actor.userId !== null ? actor.userId : undefined;
    return { items: own === undefined ? [] : await this.invitations.invitationsOf(own), next_cursor: null };
  }

  /** Accept an invitation to operate a tenant. From your next request on. */
  @PostData(':id/accept', DoneView)
  async acceptInvitation(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.operators.answer(id, true, actor);
    return { done: true };
  }

  /** Decline an invitation to operate a tenant. The host sees that you did. */
  @PostData(':id/decline', DoneView)
  async declineInvitation(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.operators.answer(id, false, actor);
    return { done: true };
  }
}
