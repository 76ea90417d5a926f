import { ApiProperty } from '../description/index.js';
import { ApiController, GetData } from '../http/routes/routes.js';
import { AppError, commonErrors } from '@portal/kernel';
import { Public } from '../access/access.js';
import { Readiness, type Part, type PartState } from './readiness.js';

class LivenessView {
  @ApiProperty({ enum: ['ok'] }) status: string;
  @ApiProperty({ description: 'Seconds since the process started' }) uptime_s: number;
}

class ReadinessView {
  @ApiProperty({
    enum: ['ok', 'degraded'],
    description: '`degraded`: ready, but a part that requests do not need is unavailable',
  })
  status: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { process: 'ok', database: 'ok', migrations: 'ok', queue: 'ok', clock: 'ok' },
    description: 'State of each part',
  })
  checks: Record<Part, PartState>;
}

@ApiController('health', 'api/health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Check that the process is alive. Returns 200 while the process can accept requests. Nothing else is checked. */
  @GetData('live', LivenessView)
  @Public()
  live() {
    return { status: 'ok', uptime_s: Math.round(process.uptime()) };
  }

  /**
   * Check that the process can serve requests. Returns 503 while something that requests need is not ready, or after
   * the process was asked to stop; `details` names it. If the queue is unavailable, `status` is `degraded` and
   * background work waits in the database; if the clock is 30 seconds off the database's, `clock` is `off`, and Drives refuse
   * what this process signs. For load balancers.
   */
  @GetData('ready', ReadinessView)
  @Public()
  async ready() {
    const checks = await this.readiness.check();
    const missing = Readiness.missing(checks);
    if (missing.length > 0) {
      throw new AppError(commonErrors.unavailable, {
        details: await Promise.all(
          missing.map(async ([part, state]) => ({
            pointer: `/${part}`,
            code: state,
            message: await this.readiness.explain(part),
          })),
        ),
      });
    }
    return { status: Object.values(checks).every((state) => state === 'ok') ? 'ok' : 'degraded', checks };
  }
}
