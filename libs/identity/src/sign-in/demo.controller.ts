import { Body, Req, Res } from '@nestjs/common';
import { Public, type PortalRequest, BypassRowSecurity } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { BodyLimit, SMALL_BODY, ApiController, GetPage, PostData, DoneView } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { DemoPersons } from './demo-persons.js';
import { DemoSignInDto } from './identity.dto.js';
import { DemoPersonView } from './identity.view.js';
import { originOf } from './origin.js';
import { sessionCookie } from '../sessions/session-cookie.js';

/** Only in demo mode; 404 otherwise. */
@BodyLimit(SMALL_BODY)
@ApiController('demo', 'api/v1/demo')
export class DemoController {
  constructor(
    private readonly config: Config,
    private readonly demo: DemoPersons,
  ) {}

  /** List the demo persons. In the order of the demo story; its author comes last. */
  @GetPage('persons', DemoPersonView)
  @Public()
  @BypassRowSecurity('the account is looked up before the caller is known')
  async persons() {
    const items = (await this.demo.persons()).map(({ person, name, email, does }) => ({
      person,
      name,
      email,
      does,
    }));
    return { items, next_cursor: null };
  }

  /** Sign in as a demo person. Without a password. Exists only in a sandbox with demo persons. */
  @PostData('sign-in', DoneView, { headers: ['Set-Cookie'] })
  @Public()
  @BypassRowSecurity('the account is looked up before the caller is known')
  async signIn(
    @Body() body: DemoSignInDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { session } = await this.demo.signIn({
      person: body.person,
      origin: originOf(request, this.config.publicUrl),
    });
    void reply.header('set-cookie', sessionCookie(session.reveal(), this.config.publicUrl));
    return { done: true };
  }
}
