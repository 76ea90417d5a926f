import { Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, PostData, DoneView } from '@portal/platform/http';
import { OrganizationsService } from './organizations.service.js';
import { HoldingQuery } from './members.dto.js';
import { OwnOrganizationView } from './members.view.js';

/** For people in several organisations: lists them and switches between them. */
@RequireRole('author')
@ApiController('members', 'api/v1/author/organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  /** List your organisations. In the order in which you joined them. */
  @GetPage('', OwnOrganizationView)
  list(@CurrentActor() actor: Actor) {
    return this.organizations.list(actor);
  }

  /**
   * Find which of your organisations has an object. For links: the organisation to switch to if the object belongs to
   * another of your organisations.
   */
  @GetData('holding', OwnOrganizationView)
  holding(@CurrentActor() actor: Actor, @Query() { id }: HoldingQuery) {
    return this.organizations.holding(actor, id);
  }

  /**
   * Switch to another organisation. The session acts for it from the next request on, and your next session starts with
   * it.
   */
  @PostData(':id/choose', DoneView)
  async choose(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.organizations.choose(actor, id);
    return { done: true };
  }
}
