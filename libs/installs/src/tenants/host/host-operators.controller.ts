import { Body, Param, Post, Query, Res } from '@nestjs/common';
import { ApprovalDetailView, ListApprovals } from '@portal/approvals';
import { ByPerson, CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import {
  ApiController,
  ApiData,
  BodyLimit,
  DeleteData,
  GetPage,
  IdParam,
  PageQuery,
  PostData,
  PutData,
  SMALL_BODY,
  DoneView,
} from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import {
  ExternalOperatorParams,
  ExternalTenantParams,
  InviteOperatorBody,
  OperatorBody,
  RemoveOperatorBody,
} from '../../install/http/installs.dto.js';
import { HostOperatorView, InvitedOperatorView, TenantOperatorView } from '../../install/read/installs.view.js';
import { HostOperatorsQuery } from './host-operators-query.js';
import { HostOperatorsService } from './host-operators.service.js';
import { InviteOperator } from './invite-operator.js';
import { OperatorsService } from '../operators.service.js';

const TAKES_AWAY = 'it only takes access away';

/** The host platform registers who operates a tenant. */
@ApiController('host', 'api/v1/host/tenants')
@RequireRole('host', 'admin')
@HostScope('operators')
export class HostOperatorsController {
  constructor(
    private readonly operators: OperatorsService,
    private readonly inviting: InviteOperator,
    private readonly approvals: ListApprovals,
  ) {}

  /**
   * Invite an operator to a tenant. The person confirms with an account of this e-mail address and is an operator from
   * then on. Harmless if the person is invited or an operator already. By a person it waits for a second admin.
   */
  @Post(':id/operators')
  @ApiData(InvitedOperatorView)
  @ByPerson('a second admin confirms it (operator_invitation)')
  @ApiData(ApprovalDetailView, { status: 202, description: 'By a person: a second admin decides' })
  async inviteOperator(
    @IdParam() tenantId: string,
    @Body() { email, reason = 'No reason was given.' }: InviteOperatorBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InvitedOperatorView | ApprovalDetailView> {
    const invited = await this.inviting.execute({ tenant_id: tenantId, email }, { actor, reason });
    if ('state' in invited) return { email, state: invited.state };
    void reply.status(202);
    return this.approvals.get(actor, invited.approvalId);
  }

  /** List the operators of a tenant. By mail address. */
  @GetPage(':id/operators', TenantOperatorView)
  listOperators(@IdParam() tenantId: string, @Query() query: PageQuery) {
    return this.operators.list(tenantId, query);
  }

  /** Remove an operator from a tenant. Nothing of the tenant is accessible to the person from the next request on. */
  @PostData(':id/operators/:userId/remove', DoneView)
  @ByPerson(TAKES_AWAY)
  async removeOperator(
    @IdParam() tenantId: string,
    @IdParam('userId') userId: string,
    @Body() { reason }: RemoveOperatorBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.operators.remove({ tenantId, userId, reason, actor });
    return { done: true };
  }
}

/** The host platform mirrors who operates its tenants, by its own ids. */
@ApiController('host', 'api/v1/host/external/tenants/:tenant/operators')
@RequireRole('host', 'admin')
@HostScope('operators')
@BodyLimit(SMALL_BODY)
export class HostExternalOperatorsController {
  constructor(
    private readonly queries: HostOperatorsQuery,
    private readonly operators: HostOperatorsService,
  ) {}

  /** List operators by your own IDs. With whether each one has confirmed. */
  @GetPage('', HostOperatorView)
  listExternalOperators(@Param() { tenant }: ExternalTenantParams, @Query() query: PageQuery) {
    return this.queries.list(tenant, query);
  }

  /**
   * Invite an operator. By your own IDs: 201 when the invitation was created, 200 when it was there. The person confirms
   * with an account of this e-mail address and is an operator from then on. Sending the same again changes nothing.
   */
  @PutData(':operator', HostOperatorView, { description: 'It was there, and has this address now' })
  @ApiData(HostOperatorView, { status: 201, description: 'It was created' })
  async putOperator(
    @Param() { tenant, operator }: ExternalOperatorParams,
    @Body() { email }: OperatorBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { made } = await this.operators.put({ tenant, operator, email }, actor);
    if (made) void reply.status(201);
    return this.queries.one(tenant, operator);
  }

  /** Remove an operator or withdraw the invitation. Nothing of the tenant is accessible to the person from then on. */
  @DeleteData(':operator', DoneView)
  @ByPerson(TAKES_AWAY)
  async removeExternalOperator(@Param() { tenant, operator }: ExternalOperatorParams, @CurrentActor() actor: Actor) {
    await this.operators.remove({ tenant, operator }, actor);
    return { done: true };
  }
}
