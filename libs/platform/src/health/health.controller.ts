import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors } from '@portal/kernel';
import { Public } from '../access/access.js';
import { ApiData } from '../http/api-docs.js';
import { Readiness, type PartState } from './readiness.js';

export class LivenessView {
  @ApiProperty({ enum: ['ok'] }) status: string;
  @ApiProperty({ description: 'Seconds since the process started' }) uptime_s: number;
}

export class ReadinessView {
  @ApiProperty({ enum: ['ok'] }) status: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { database: 'ok', migrations: 'ok', queue: 'ok' },
    description: 'State of each part',
  })
  checks: Record<string, PartState>;
}

@ApiTags('health')
@Controller('api/health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Check that the process is alive. Answers as long as the process can take requests; it looks at nothing else. */
  @Get('live')
  @Public()
  @ApiData(LivenessView)
  live(): LivenessView {
    return { status: 'ok', uptime_s: Math.round(process.uptime()) };
  }

  /**
   * Check that the process can do its work. 503 while a part that it needs is not ready; `details` names the part. For
   * load balancers.
   */
  @Get('ready')
  @Public()
  @ApiData(ReadinessView)
  async ready(): Promise<ReadinessView> {
    const checks = await this.readiness.check();
    const failed = Object.entries(checks).filter(([, state]) => state !== 'ok');
    if (failed.length > 0) {
      throw new AppError(commonErrors.unavailable, {
        details: await Promise.all(
          failed.map(async ([part, state]) => ({
            pointer: `/${part}`,
            code: state,
            message: await this.readiness.explain(part),
          })),
        ),
      });
    }
    return { status: 'ok', checks };
  }
}
