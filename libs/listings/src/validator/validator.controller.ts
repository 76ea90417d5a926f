import { Get, Injectable, Query, Req, Res, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@portal/platform/description';
import { Public, type PortalRequest } from '@portal/platform/access';
import { IdParam, RawBody, ApiController } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { Validations } from './validations.js';
import { ValidateManifest } from './validate-manifest.js';
import { ValidationRunView, validationRunView, ValidationView, validationView } from './validation.view.js';

/** Every answer of these routes, a refusal too, may be read by any page. */
@Injectable()
class ForEveryPage implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    void context
      .switchToHttp()
      .getResponse<FastifyReply>()
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'retry-after, x-request-id');
    return true;
  }
}

/** The public validator: open to everybody, from any page; cookies are not read. */
@ApiExtraModels(ValidationView, ValidationRunView)
@Public()
@UseGuards(ForEveryPage)
@ApiController('public', 'api/public')
export class ValidatorController {
  constructor(
    private readonly validateManifest: ValidateManifest,
    private readonly validations: Validations,
  ) {}

  /**
   * Validate a manifest address. Runs the numbered checks and answers in the shape of the Drive contract, without the
   * portal's envelope. With `wait=0` the run is accepted and can be watched; `fresh` skips a recent verdict of the same
   * address.
   */
  @Get('manifest-validate')
  @RawBody()
  @ApiQuery({
    name: 'url',
    schema: { type: 'string', maxLength: 2_048 },
    description: "Address of the Drive's manifest",
  })
  @ApiQuery({ name: 'fresh', required: false, enum: ['1'], description: 'Check again, whatever is known already' })
  @ApiQuery({ name: 'wait', required: false, enum: ['0'], description: 'Do not wait for the verdict, answer 202' })
  @ApiResponse({ status: 200, type: ValidationView, description: 'A verdict of either kind' })
  @ApiResponse({
    status: 202,
    schema: { $ref: getSchemaPath(ValidationRunView) },
    description: 'With `wait=0`: the run was taken and can be watched',
  })
  async validate(
    @Query('url') url: unknown,
    @Query('fresh') fresh: unknown,
    @Query('wait') wait: unknown,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ValidationView | ValidationRunView> {
    const question = { url: typeof url === 'string' ? url : undefined, ip: request.ip, fresh: fresh === '1' };
    if (wait !== '0') return validationView(await this.validateManifest.execute(question));
    void reply.status(202);
    return validationRunView((await this.validateManifest.start(question)).id, 'queued');
  }

  /**
   * Get a verdict by its id. Answers 202 while the run is queued or running. Verdicts are kept for 30 days, and anyone
   * who has the link may read them.
   */
  @Get('validations/:id')
  @RawBody()
  @ApiResponse({ status: 200, type: ValidationView })
  @ApiResponse({ status: 202, type: ValidationRunView, description: 'The run has no verdict yet' })
  async get(
    @IdParam() id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ValidationView | ValidationRunView> {
    const stored = await this.validations.shared(id);
    if ('state' in stored) {
      void reply.status(202);
      return validationRunView(id, stored.state);
    }
    void reply.header('cache-control', 'public, max-age=86400, immutable');
    return validationView(stored);
  }
}
