import { Body, Req, Res } from '@nestjs/common';
import {
  CurrentActor,
  Public,
  SignedIn,
  type Actor,
  type PortalRequest,
  BypassRowSecurity,
} from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { BodyLimit, SMALL_BODY, ApiController, GetData, PostData, DoneView } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { CompleteSignIn } from './complete-sign-in.js';
import { ConfirmEmail } from './confirm-email.js';
import { SignIn } from './sign-in.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignUp } from './sign-up.js';
import { CompleteSignInDto } from '../recovery/account.dto.js';
import { ConfirmEmailDto, SignInDto, SignUpDto } from './identity.dto.js';
import { MeView, meView, SignInView, SignUpView } from './identity.view.js';
import { originOf } from './origin.js';
import { deviceCookie, sessionCookie, signedInCookies } from '../sessions/session-cookie.js';

@BodyLimit(SMALL_BODY)
@ApiController('auth', 'api/v1')
export class AuthController {
  constructor(
    private readonly config: Config,
    private readonly signUpUseCase: SignUp,
    private readonly signInUseCase: SignIn,
    private readonly completeSignIn: CompleteSignIn,
    private readonly sessions: SessionsService,
    private readonly confirmEmailUseCase: ConfirmEmail,
  ) {}

  /**
   * Create an account. In production, the person gets an email with a link to choose a name and password; in a sandbox,
   * the account is created immediately. If the address already has an account, its owner is notified by email. The
   * response is the same.
   */
  @PostData('auth/sign-up', SignUpView)
  @Public()
  @BypassRowSecurity('the account is looked up before the caller is known')
  async signUp(@Body() body: SignUpDto, @Req() request: PortalRequest) {
    return {
      next: await this.signUpUseCase.execute({
        email: body.email,
        password: body.password,
        name: body.name,
        place: originOf(request, this.config.publicUrl),
      }),
    };
  }

  /**
   * Confirm an email address. Creates the account with the emailed token and the name and password that its owner
   * chooses. POST only, because mail scanners open every link.
   */
  @PostData('auth/confirm-email', DoneView, { headers: ['Set-Cookie'] })
  @Public()
  @BypassRowSecurity('the account is looked up before the caller is known')
  async confirmEmail(
    @Body() body: ConfirmEmailDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { publicUrl } = this.config;
    const device = await this.confirmEmailUseCase.execute({ ...body, place: originOf(request, publicUrl) });
    void reply.header('set-cookie', deviceCookie(device, publicUrl));
    return { done: true };
  }

  /**
   * Sign in. Sets the session cookie, or returns a challenge when the second factor is due. Every failure gives the
   * same response.
   */
  @PostData('auth/sign-in', SignInView, { headers: ['Set-Cookie'] })
  @Public()
  @BypassRowSecurity('the account is looked up before the caller is known')
  async signIn(
    @Body() body: SignInDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInView> {
    const signedIn = await this.signInUseCase.execute({
      email: body.email,
      password: body.password,
      origin: originOf(request, this.config.publicUrl),
    });
    if ('challenge' in signedIn) return { done: false, next: 'second_factor', challenge: signedIn.challenge.reveal() };
    void reply.header('set-cookie', signedInCookies(signedIn, this.config.publicUrl));
    return { done: true, next: 'signed_in', challenge: null };
  }

  /**
   * Complete a sign-in with the second factor. With a code from the app or a recovery code, and the challenge of the
   * first step. Five attempts per challenge.
   */
  @PostData('auth/second-factor', DoneView, { headers: ['Set-Cookie'] })
  @Public()
  @BypassRowSecurity('the account is looked up before the caller is known')
  async verifySecondFactor(
    @Body() body: CompleteSignInDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const opened = await this.completeSignIn.execute({
      challenge: body.challenge,
      code: body.code,
      origin: originOf(request, this.config.publicUrl),
    });
    void reply.header('set-cookie', signedInCookies(opened, this.config.publicUrl));
    return { done: true };
  }

  /** Sign out. Ends the session of the cookie. Without a session nothing happens. */
  @PostData('auth/sign-out', DoneView, { headers: ['Set-Cookie'] })
  @Public()
  @BypassRowSecurity('the account is looked up before the caller is known')
  async signOut(@Req() request: PortalRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.signOut(originOf(request, this.config.publicUrl).presented);
    void reply.header('set-cookie', sessionCookie(null, this.config.publicUrl));
    return { done: true };
  }

  /**
   * Get who is signed in. With roles, the organisation that the session acts for, and the areas of the portal that are
   * open.
   */
  @GetData('me', MeView)
  @SignedIn()
  me(@CurrentActor() actor: Actor) {
    return meView(actor, this.config.mode, this.config.demo);
  }
}
