import { Body, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData } from '@portal/platform/http';
import { EndHold } from './end-hold.js';
import { PlaceHold } from './place-hold.js';
import { ListHolds } from './list-holds.js';
import { EndHoldBody, HoldsQuery, PlaceHoldBody } from '../runs/http/payouts.dto.js';
import { HoldView } from '../runs/http/payouts.view.js';

@ApiController('payouts', 'api/v1/finance/payout-holds')
@RequireRole('finance')
export class PayoutHoldsController {
  constructor(
    private readonly holds: ListHolds,
    private readonly placeHold: PlaceHold,
    private readonly endHold: EndHold,
  ) {}

  /** List payout holds. Newest first. */
  @GetPage('', HoldView)
  list(@Query() query: HoldsQuery) {
    return this.holds.list(query);
  }

  /**
   * Place a payout hold. Withholds part of what an author is owed, from the next run. A full hold also stops approved
   * payouts that were not sent yet. The author is notified with the reason.
   */
  @PostData('', HoldView, { status: 201 })
  async place(@Body() body: PlaceHoldBody, @CurrentActor() actor: Actor) {
    const { id } = await this.placeHold.execute(
      {
        orgId: body.org_id,
        kind: body.kind,
        basisPoints: body.basis_points,
        windowMonths: body.window_months ?? null,
        endsAt: typeof body.ends_at === 'string' ? new Date(body.ends_at) : null,
        reason: body.reason,
      },
      actor,
    );
    return this.holds.get(id);
  }

  /**
   * End a payout hold. Nothing more is withheld, and withheld amounts are owed again immediately. Parts of a rolling
   * reserve keep their release dates unless they are released now.
   */
  @PostData(':id/end', HoldView)
  async end(@IdParam() id: string, @Body() body: EndHoldBody, @CurrentActor() actor: Actor) {
    await this.endHold.execute(id, { reason: body.reason, releaseNow: body.release_now ?? false }, actor);
    return this.holds.get(id);
  }
}
