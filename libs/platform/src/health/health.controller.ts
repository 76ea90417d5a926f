import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors } from '@portal/kernel';
import { Public } from '../access/access.js';
import { Readiness } from './readiness.js';

@ApiTags('health')
@Controller('api/health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Check that the process is alive. Answers as long as the process can take requests; it looks at nothing else. */
  @Get('live')
  @Public()
  @ApiOperation({ summary: 'The process runs' })
  live(): object {
    return { status: 'ok', uptime_s: Math.round(process.uptime()) };
  }

  /**
   * Check that the process can do its work. 503 while a part that it needs is not ready; `details` names the part. For
   * load balancers.
   */
  @Get('ready')
  @Public()
  @ApiOperation({ summary: 'Database, queue and migrations are ready' })
  async ready(): Promise<object> {
    const checks = await this.readiness.check();
    const failed = Object.entries(checks).filter(([, state]) => state !== 'ok');
    if (failed.length > 0) {
      throw new AppError(commonErrors.unavailable, {
        details: failed.map(([part, state]) => ({ pointer: `/${part}`, code: state, message: `${part} is not ready` })),
      });
    }
    return { status: 'ok', checks };
  }
}
