import { Body, Param } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, PostData } from '@portal/platform/http';
import { ApprovalDetailView } from '../approval.view.js';
import { Approvals } from '../approvals.js';
import { ListApprovals } from '../read/list-approvals.js';
import { CapabilitySwitchKind } from './capability-switch.js';
import { CapabilitiesView, EndSwitchBody, SwitchOffBody } from './capability.view.js';
import { CapableThings } from './capable-things.js';
import { ReadCapabilities } from './read/read-capabilities.js';

@RequireRole('admin', 'finance', 'reviewer')
@ApiController('approvals', 'api/v1/capabilities')
export class CapabilitiesController {
  constructor(
    private readonly read: ReadCapabilities,
    private readonly things: CapableThings,
    private readonly kind: CapabilitySwitchKind,
    private readonly approvals: Approvals,
    private readonly list: ListApprovals,
  ) {}

  /** Get the capabilities of a thing. What an author, Drive, install, listing, payee or tenant may do now, and why not the rest. */
  @GetData(':thing/:id', CapabilitiesView)
  get(@CurrentActor() actor: Actor, @Param('thing') thing: string, @IdParam() id: string) {
    return this.read.execute(actor, thing, id);
  }

  /** Propose to switch a capability off. Until a time; a second person must approve it. */
  @PostData(':thing/:id/switches', ApprovalDetailView, { status: 201 })
  async switchOff(
    @CurrentActor() actor: Actor,
    @Param('thing') thing: string,
    @IdParam() id: string,
    @Body() { capability, until, reason }: SwitchOffBody,
  ) {
    this.things.of(thing, actor);
    const payload = { thing, thing_id: id, capability, until: new Date(until).toISOString() };
    return this.list.get(actor, await this.approvals.propose(actor, { kind: this.kind, payload, reason }));
  }

  /** End a switch early. By one person; the capability is back at once. */
  @PostData('switches/:id/end', CapabilitiesView)
  async end(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() { reason }: EndSwitchBody) {
    const { thing, thingId } = await this.kind.end(actor, id, reason);
    return this.read.execute(actor, thing, thingId);
  }
}
