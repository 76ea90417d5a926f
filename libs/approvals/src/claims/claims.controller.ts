import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiController, IdParam, PostData } from '@portal/platform/http';
import { CaseClaimView, ClaimNextDto, HoldCaseDto } from './claim.view.js';
import { Claims } from './claims.js';

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review/cases')
export class ClaimsController {
  constructor(private readonly claims: Claims) {}

  /** Claim the next case. The worst submission or oldest application that nobody has, never one of your own organisations. */
  @WithoutStepUp('says who looks at it, decides nothing')
  @PostData('claim-next', CaseClaimView)
  async claimNext(@CurrentActor() actor: Actor, @Body() { of, kind }: ClaimNextDto) {
    return { id: await this.claims.next(actor, of, kind), claimed: true };
  }

  /**
   * Claim a case or keep it claimed. A submission, application, appeal or concern that waits for a reviewer; only who
   * has claimed it decides. An application and its appeal are one case.
   */
  @WithoutStepUp('says who looks at it, decides nothing')
  @PostData(':id/claim', CaseClaimView)
  async claim(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() { takeover }: HoldCaseDto) {
    await this.claims.take(actor, id, takeover);
    return { id, claimed: true };
  }

  /** Release a claimed case. Before its time runs out. Repeating the call is harmless. */
  @WithoutStepUp('says who looks at it, decides nothing')
  @PostData(':id/release', CaseClaimView)
  async release(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.claims.release(actor, id);
    return { id, claimed: false };
  }
}
