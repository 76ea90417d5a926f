import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CurrentActor,
  RequireRole,
  SignedIn,
  MemberMay,
  type Actor,
  type PortalRequest,
} from '@portal/platform/access';
import { ApiData, callerAddress } from '@portal/platform/http';
import { AuthorAccount } from './author-account.js';
import { AgreementVersions } from '../agreements/agreement-versions.js';
import { SignAgreement } from '../agreements/sign-agreement.js';
import { SignAgreementDto } from '../applications/authors.dto.js';
import { AccountView, AgreementView } from '../applications/authors.view.js';

@ApiTags('author account')
@Controller('api/v1/author')
export class AuthorAccountController {
  constructor(
    private readonly account: AuthorAccount,
    private readonly agreements: AgreementVersions,
    private readonly sign: SignAgreement,
  ) {}

  /** Get your author account. Its status and the next step. */
  @Get('account')
  @SignedIn()
  @ApiData(AccountView)
  get(@CurrentActor() actor: Actor): Promise<AccountView> {
    return this.account.execute(actor);
  }

  /** Get the agreement in force. With the signature of your organisation, if there is one. */
  @Get('agreement')
  @SignedIn()
  @ApiData(AgreementView)
  getAgreement(@CurrentActor() actor: Actor): Promise<AgreementView> {
    return this.agreements.current(actor);
  }

  /**
   * Sign the developer agreement. Send the version and digest of the text that was read. Signing the version in force
   * activates the account; an announced version takes effect on its date.
   */
  @Post('agreement/sign')
  @MemberMay('own')
  @RequireRole('author')
  @ApiData(AgreementView)
  async signAgreement(
    @CurrentActor() actor: Actor,
    @Body() body: SignAgreementDto,
    @Req() request: PortalRequest,
  ): Promise<AgreementView> {
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
