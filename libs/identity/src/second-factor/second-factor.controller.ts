import { Body, Req } from '@nestjs/common';
import { CurrentActor, SignedIn, RequireStepUp, type Actor, type PortalRequest } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { BodyLimit, SMALL_BODY, ApiController, GetData, PostData, DoneView } from '@portal/platform/http';
import { FactorRemovalsService } from '../factor-removals/factor-removals.service.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondFactorCodeDto } from '../recovery/account.dto.js';
import { NewSecondFactorView, RecoveryCodesView, SecondFactorView } from '../recovery/account.view.js';
import { originOf } from '../sign-in/origin.js';

/** A person's own second factor. */
@SignedIn()
@BodyLimit(SMALL_BODY)
@ApiController('account', 'api/v1/account/second-factor')
export class SecondFactorController {
  constructor(
    private readonly config: Config,
    private readonly secondFactor: SecondFactorService,
    private readonly removals: FactorRemovalsService,
  ) {}

  /** Get your two-factor status. Whether it is on and how many recovery codes are left. */
  @GetData('', SecondFactorView)
  get(@CurrentActor() actor: Actor) {
    return this.secondFactor.state(actor);
  }

  /**
   * Start setting up two-factor authentication. Creates a new secret for the authenticator app. Nothing changes until
   * its first code is confirmed.
   */
  @RequireStepUp()
  @PostData('start', NewSecondFactorView)
  async start(@CurrentActor() actor: Actor) {
    const { seed, uri } = await this.secondFactor.start(actor);
    return { secret: seed.reveal(), uri };
  }

  /**
   * Turn on two-factor authentication. Requires the first code from the authenticator app. The recovery codes are shown
   * only once.
   */
  @PostData('confirm', RecoveryCodesView)
  async confirm(@CurrentActor() actor: Actor, @Body() body: SecondFactorCodeDto) {
    const codes = await this.secondFactor.confirm({ actor, code: body.code });
    return { codes: codes.map((code) => code.reveal()) };
  }

  /** Replace your recovery codes. The codes before stop working. Requires a code from the app or a recovery code. */
  @PostData('recovery-codes', RecoveryCodesView)
  async replaceRecoveryCodes(
    @CurrentActor() actor: Actor,
    @Body() body: SecondFactorCodeDto,
    @Req() request: PortalRequest,
  ) {
    const place = originOf(request, this.config.publicUrl);
    const codes = await this.secondFactor.replaceRecoveryCodes({ actor, code: body.code, place });
    return { codes: codes.map((code) => code.reveal()) };
  }

  /** Turn off two-factor authentication. Requires a code from the app or a recovery code. */
  @PostData('remove', DoneView)
  async remove(@CurrentActor() actor: Actor, @Body() body: SecondFactorCodeDto, @Req() request: PortalRequest) {
    await this.secondFactor.remove({ actor, code: body.code, place: originOf(request, this.config.publicUrl) });
    return { done: true };
  }

  /** Cancel the removal of your second factor. The admin who proposed it is notified by email. */
  @PostData('removal/cancel', DoneView)
  async cancelRemoval(@CurrentActor() actor: Actor) {
    await this.removals.stopOwn(actor);
    return { done: true };
  }
}
