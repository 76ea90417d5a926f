import { Get, Query, Req, Res } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Public, type PortalRequest, BypassRowSecurity } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { ApiRedirect, RawBody, ApiController, GetData } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { CompleteExternalSignIn } from './complete-external-sign-in.js';
import { EXTERNAL_SIGN_IN_MS, OidcClient } from './oidc-client.js';
import { OidcStartQuery } from '../recovery/account.dto.js';
import { OidcView } from '../recovery/account.view.js';
import { originOf } from './origin.js';
import { LINK_MS } from './link-login.js';
import { cookieOf, hiddenCookie, LINK_COOKIE, signedInCookies } from '../sessions/session-cookie.js';

const COOKIE = 'portal_oidc';

/** Single sign-on with the configured provider. */
@Public()
@BypassRowSecurity('the account is looked up before the caller is known')
@ApiController('auth', 'api/v1/auth/oidc')
export class OidcController {
  constructor(
    private readonly config: Config,
    private readonly oidc: OidcClient,
    private readonly complete: CompleteExternalSignIn,
  ) {}

  /** Get how to sign in and up. The name of the single sign-on provider, or null, and how a password is chosen. */
  @GetData('', OidcView)
  get() {
    return { name: this.oidc.name, password_at_sign_up: this.config.isSandbox };
  }

  /**
   * Start single sign-on. Redirects to the provider. `to` is the page to open afterwards; `fresh` asks the provider for
   * a new sign-in.
   */
  @Get('start')
  @RawBody()
  @ApiRedirect('To the provider', ['Set-Cookie'])
  async start(@Query() query: OidcStartQuery, @Res() reply: FastifyReply): Promise<void> {
    const { url, sealed } = await this.oidc.begin({
      to: localPath(query.to),
      fresh: query.fresh === '1',
    });
    const cookie = hiddenCookie(COOKIE, sealed, EXTERNAL_SIGN_IN_MS / 1_000, this.config.publicUrl);
    await reply.header('set-cookie', cookie).redirect(url, 303);
  }

  /**
   * Complete single sign-on. The provider sends the browser here. Redirects into the portal, or to the sign-in page
   * with the reason of a failure. Where the address has an account, its owner signs in there first, and the login is
   * linked then.
   */
  @Get('callback')
  @RawBody()
  @ApiRedirect('To the requested page, or to the sign-in page', ['Set-Cookie'])
  async callback(@Req() request: PortalRequest, @Res() reply: FastifyReply): Promise<void> {
    const { publicUrl } = this.config;
    const over = hiddenCookie(COOKIE, '', 0, publicUrl);
    const at = request.url.indexOf('?');
    try {
      const { to, ...done } = await this.complete.execute({
        query: at < 0 ? '' : request.url.slice(at),
        sealed: cookieOf(COOKIE, request.headers.cookie, publicUrl),
        origin: originOf(request, publicUrl),
      });
      if ('link' in done) {
        const search = new URLSearchParams({ problem: 'oidc_sign_in_first', to });
        const carried = hiddenCookie(LINK_COOKIE, done.link, LINK_MS / 1_000, publicUrl);
        await reply.header('set-cookie', [over, carried]).redirect(`/sign-in?${search.toString()}`, 303);
        return;
      }
      const { signedIn } = done;
      if ('challenge' in signedIn) {
        const search = new URLSearchParams({ challenge: signedIn.challenge.reveal(), to });
        await reply.header('set-cookie', over).redirect(`/sign-in?${search.toString()}`, 303);
        return;
      }
      const cookies = [over, ...signedInCookies(signedIn, publicUrl)];
      await reply.header('set-cookie', cookies).redirect(to, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await reply.header('set-cookie', over).redirect(`/sign-in?problem=${error.code}`, 303);
    }
  }
}

/** A path of this site, nothing else. */
function localPath(text: string | undefined): string {
  return text !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : '/';
}
