import { Body, Req, Res } from '@nestjs/common';
import { BypassRowSecurity, Public, type PortalRequest } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { BodyLimit, SMALL_BODY, ApiController, PostData, DoneView } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { deviceCookie } from '../sessions/session-cookie.js';
import { ConfirmEmailDto, FirstAdminDto } from './identity.dto.js';
import { originOf } from './origin.js';
import { UseStaffLink } from './use-staff-link.js';

@BodyLimit(SMALL_BODY)
@ApiController('auth', 'api/v1')
export class AdminLinkController {
  constructor(
    private readonly config: Config,
    private readonly link: UseStaffLink,
  ) {}

  /**
   * Create the account of an admin of a new portal. With the one-time link that `migrate` prints while there are fewer
   * than two admins. Sign in with it next.
   */
  @PostData('auth/first-admin', DoneView, { headers: ['Set-Cookie'] })
  @Public()
  @BypassRowSecurity('the account does not exist yet')
  async createFirstAdmin(
    @Body() body: FirstAdminDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.use(body, request, reply);
  }

  /** Create an account by the link of an invitation of staff. Sign in with it next. */
  @PostData('auth/staff-invitation', DoneView, { headers: ['Set-Cookie'] })
  @Public()
  @BypassRowSecurity('the account does not exist yet')
  async acceptStaffInvitation(
    @Body() body: ConfirmEmailDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.use(body, request, reply);
  }

  private async use(body: ConfirmEmailDto | FirstAdminDto, request: PortalRequest, reply: FastifyReply) {
    const { publicUrl } = this.config;
    const device = await this.link.execute({ ...body, place: originOf(request, publicUrl) });
    void reply.header('set-cookie', deviceCookie(device, publicUrl));
    return { done: true };
  }
}
