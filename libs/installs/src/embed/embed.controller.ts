import { Query, Req } from '@nestjs/common';
import { CurrentActor, RequireRole, RequireStepUp, type Actor, type PortalRequest } from '@portal/platform/access';
import { BodyLimit, IdParam, SMALL_BODY, ApiController, GetData, PostData } from '@portal/platform/http';
import { EmbedView, RevealedEmbedView } from './embed.view.js';
import { EmbedService } from './embed.service.js';
import { FramedPageQuery, FramedPageView } from './framed-page.view.js';
import { PluginFrame } from './plugin-frame.js';

/** The embed of an install for a site of the venture, for the operators of its tenant. */
@ApiController('operator', 'api/v1/operator/installs/:id/embed')
@RequireRole('operator')
@BodyLimit(SMALL_BODY)
export class EmbedController {
  constructor(private readonly embed: EmbedService) {}

  /** Get the embed of an install. The snippet without its token, or why it is not shown. */
  @GetData('', EmbedView)
  async get(@IdParam() id: string, @CurrentActor() actor: Actor) {
    const { markup, refused, hostOrigin, tokenPrefix, token } = await this.embed.read(id, actor);
    return {
      snippet: markup,
      refused: [...refused],
      host_origin: hostOrigin,
      token_prefix: tokenPrefix,
      token_prefix_differs: tokenPrefix !== null && !token.reveal().startsWith(tokenPrefix),
    };
  }

  /** Show the embed of an install with its token. Each time is recorded in the audit trail. */
  @PostData('reveal', RevealedEmbedView)
  @RequireStepUp()
  async show(@IdParam() id: string, @CurrentActor() actor: Actor) {
    return { snippet: (await this.embed.reveal(id, actor)).reveal() };
  }
}

/** The pages of an install inside the portal, for the operators of its tenant. */
@ApiController('operator', 'api/v1/operator/installs/:id/frame')
@RequireRole('operator')
export class FramedPageController {
  constructor(private readonly frame: PluginFrame) {}

  /** Get a page of an install as a frame shows it. Its headers are read first: a page may forbid being shown in a frame. */
  @GetData('', FramedPageView)
  get(
    @IdParam() id: string,
    @Query() { path = '/' }: FramedPageQuery,
    @Req() request: PortalRequest,
    @CurrentActor() actor: Actor,
  ) {
    return this.frame.page(actor, request, id, path);
  }
}
