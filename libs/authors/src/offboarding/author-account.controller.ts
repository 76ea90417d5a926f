import { Body, Req } from '@nestjs/common';
import {
  CurrentActor,
  RequireRole,
  SignedIn,
  MemberMay,
  type Actor,
  type PortalRequest,
} from '@portal/platform/access';
import { callerAddress, ApiController, GetData, PostData } from '@portal/platform/http';
import { AuthorAccount } from './author-account.js';
import { AgreementVersions } from '../agreements/agreement-versions.js';
import { SignAgreement } from '../agreements/sign-agreement.js';
import { SignAgreementDto } from '../applications/authors.dto.js';
import { AccountView, AgreementView } from '../applications/authors.view.js';

@ApiController('author account', 'api/v1/author')
export class AuthorAccountController {
  constructor(
    private readonly account: AuthorAccount,
    private readonly agreements: AgreementVersions,
    private readonly sign: SignAgreement,
  ) {}

  /** Get your author account. Its status and the next step. */
  @GetData('account', AccountView)
  @SignedIn()
  get(@CurrentActor() actor: Actor) {
    return this.account.execute(actor);
  }

  /** Get the agreement in force. With the signature of your organisation, if there is one. */
  @GetData('agreement', AgreementView)
  @SignedIn()
  getAgreement(@CurrentActor() actor: Actor) {
    return this.agreements.current(actor);
  }

  /**
   * Sign the developer agreement. Send the version and digest of the text that was read. Signing the version in force
   * activates the account; an announced version takes effect on its date.
   */
  @PostData('agreement/sign', AgreementView)
  @MemberMay('own')
  @RequireRole('author')
  async signAgreement(@CurrentActor() actor: Actor, @Body() body: SignAgreementDto, @Req() request: PortalRequest) {
    await this.sign.execute({
      actor,
      version: body.version,
      digest: body.digest,
      signedName: body.signed_name,
      ip: callerAddress(request.ip),
      userAgent: request.headers['user-agent'] ?? null,
    });
    return this.agreements.current(actor);
  }
}
