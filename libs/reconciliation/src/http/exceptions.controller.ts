import { Body, Query } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { type Page, required } from '@portal/kernel';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { reconciliationErrors } from '../errors.js';
import { ExceptionsService } from '../exceptions.service.js';
import { Worklist } from '../read/worklist.js';
import { WriteOffItem } from '../write-off-item.js';
import { AssignBody, ExceptionsQuery, ReasonBody, WriteOffBody } from './reconciliation.dto.js';
import { AssigneeView, ExceptionDetailView, ExceptionView } from './reconciliation.view.js';

@ApiController('finance', 'api/v1/finance/exceptions')
@RequireRole('finance')
export class ExceptionsController {
  constructor(
    private readonly worklist: Worklist,
    private readonly exceptions: ExceptionsService,
    private readonly writeOff: WriteOffItem,
    private readonly proposals: Approvals,
    private readonly approvals: ListApprovals,
  ) {}

  /** List reconciliation exceptions. Oldest first. */
  @GetPage('', ExceptionView)
  list(@Query() query: ExceptionsQuery, @CurrentActor() actor: Actor) {
    const owner = query.owner === 'me' ? (actor.userId ?? 'nobody') : query.owner;
    return this.worklist.list({ ...query, ...(owner === undefined ? {} : { owner }) });
  }

  /** List people who can be assigned an exception. Everybody with the role finance. */
  @GetPage('people', AssigneeView)
  async people(): Promise<Page<AssigneeView>> {
    return { items: await this.exceptions.people(), next_cursor: null };
  }

  /** Get a reconciliation exception. With both sides of the comparison and its history. */
  @GetData(':id', ExceptionDetailView)
  async get(@IdParam() id: string) {
    const item = required(await this.worklist.get(id), reconciliationErrors.exception_not_found);
    return item;
  }

  /**
   * Assign a reconciliation exception. To yourself, to someone else or to nobody. You can take it over from the current
   * assignee.
   */
  @WithoutStepUp('says who looks at it, decides nothing')
  @PostData(':id/assign', ExceptionDetailView)
  async assign(@IdParam() id: string, @Body() body: AssignBody, @CurrentActor() actor: Actor) {
    await this.exceptions.assign(id, actor, body.to ? { userId: body.to } : body.take === false ? 'nobody' : 'me');
    return this.get(id);
  }

  /** Add a note to a reconciliation exception. The note stays in its history. */
  @WithoutStepUp('a text, decides nothing')
  @PostData(':id/note', ExceptionDetailView)
  async note(@IdParam() id: string, @Body() body: ReasonBody, @CurrentActor() actor: Actor) {
    await this.exceptions.note(id, actor, body.reason);
    return this.get(id);
  }

  /** Explain a reconciliation exception. Records what it turned out to be. */
  @PostData(':id/explain', ExceptionDetailView)
  async explain(@IdParam() id: string, @Body() body: ReasonBody, @CurrentActor() actor: Actor) {
    await this.exceptions.explain(id, actor, body.reason);
    return this.get(id);
  }

  /**
   * Close a reconciliation exception. It must be explained and need no posting. If its cause still exists, it reopens
   * with the next reconciliation.
   */
  @PostData(':id/close', ExceptionDetailView)
  async close(@IdParam() id: string, @Body() body: ReasonBody, @CurrentActor() actor: Actor) {
    await this.exceptions.close(id, actor, body.reason);
    return this.get(id);
  }

  /** Propose the write-off of an exception. A second person approves it; then its amount moves to the account, and it is closed. */
  @PostData(':id/write-off', ApprovalDetailView, { status: 201 })
  async proposeWriteOff(
    @IdParam() id: string,
    @Body() { account, org_id, reason }: WriteOffBody,
    @CurrentActor() actor: Actor,
  ) {
    const payload = await this.writeOff.payloadOf(id, { account, org_id: org_id ?? null });
    return this.approvals.get(actor, await this.proposals.propose(actor, { kind: this.writeOff, payload, reason }));
  }
}
