import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { Database } from '../database/database.js';
import { RequireRole } from '../http/access.js';
import { ApiData, ApiPage } from '../http/api-docs.js';
import { PageQuery } from '../http/page-query.js';
import { SealAudit } from './seal-audit.js';
import { VerifyAudit, type AuditHead, type AuditProblem, type AuditVerification } from './verify-audit.js';

export class AuditQuery extends PageQuery {
  @ApiProperty({ required: false }) @IsOptional() @IsString() @MaxLength(60) subject_type?: string;
  @ApiProperty({ required: false }) @IsOptional() @IsString() @MaxLength(100) subject_id?: string;
  @ApiProperty({ required: false }) @IsOptional() @IsString() @MaxLength(100) action?: string;
}

export class AuditEntryView {
  @ApiProperty() id: string;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty() actor_name: string;
  @ApiProperty() actor_role: string;
  @ApiProperty() action: string;
  @ApiProperty() subject_type: string;
  @ApiProperty() subject_id: string;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) before: object | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) after: object | null;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;
  @ApiProperty({ type: String, nullable: true }) request_id: string | null;
}

export class VerifyAuditBody {
  @ApiProperty({ required: false, default: 0, description: 'Position behind which to go on; 0 begins.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  after: number = 0;
  @ApiProperty({ required: false, description: 'An end of the chain that was written down before: position:hash.' })
  @IsOptional()
  @Matches(/^[1-9]\d{0,14}:[0-9a-f]{64}$/, { message: 'must be position:hash, as the daily message says it' })
  known_head?: string;
}

export class AuditHeadView implements AuditHead {
  @ApiProperty() position: number;
  @ApiProperty({ description: '64 lower-case hex digits' }) hash: string;
}

const PROBLEMS = ['changed', 'missing', 'gap', 'unsealed', 'head'] as const;

export class AuditProblemView implements AuditProblem {
  @ApiProperty({
    enum: PROBLEMS,
    description:
      'changed: the entry is not what was sealed; missing: it is gone; gap: a seal is gone; unsealed: an entry that was never queued for its seal; head: the known end is not in the chain',
  })
  kind: (typeof PROBLEMS)[number];
  @ApiProperty({ type: Number, nullable: true }) position: number | null;
  @ApiProperty({ type: Number, nullable: true }) seq: number | null;
}

export class AuditVerificationView implements AuditVerification {
  @ApiProperty({ description: 'Entries recomputed by this call.' }) checked: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Send as `after` to go on; null at the end.' })
  next: number | null;
  @ApiProperty({ type: AuditHeadView, nullable: true }) head: AuditHeadView | null;
  @ApiProperty({ description: 'Entries too new to be sealed.' }) waiting: number;
  @ApiProperty({ type: [AuditProblemView], description: 'At most 100.' }) problems: AuditProblemView[];
}

interface Row extends Omit<AuditEntryView, 'at'> {
  seq: string;
  at: Date;
}

@ApiTags('admin')
@Controller('api/v1/admin/audit')
export class AuditController {
  constructor(
    private readonly database: Database,
    private readonly seal: SealAudit,
    private readonly verification: VerifyAudit,
  ) {}

  @Get()
  @RequireRole('admin', 'reviewer', 'finance')
  @ApiPage(AuditEntryView)
  async list(@Query() query: AuditQuery): Promise<Page<AuditEntryView>> {
    const before = query.cursor === undefined ? null : decodeCursor(query.cursor, 1)[0];
    const rows = await this.database.query<Row>(
      `select seq, id, at, actor_name, actor_role, action, subject_type, subject_id, before, after, reason, request_id
       from platform.audit_log
       where ($1::text is null or subject_type = $1) and ($2::text is null or subject_id = $2) and ($3::text is null or action = $3)
         and ($4::bigint is null or seq < $4)
       order by seq desc limit $5`,
      [query.subject_type ?? null, query.subject_id ?? null, query.action ?? null, before, query.limit + 1],
    );
    return toPage(rows, query.limit, (row) => [row.seq], view);
  }

  /** Recomputes a piece of the chain over the log; what waits is sealed first, so that the newest entry is covered. */
  @Post('verify')
  @HttpCode(200)
  @RequireRole('admin', 'reviewer', 'finance')
  @ApiData(AuditVerificationView)
  async verify(@Body() body: VerifyAuditBody): Promise<AuditVerificationView> {
    if (body.after === 0) await this.seal.execute();
    const [position, hash] = body.known_head?.split(':') ?? [];
    const known = position && hash ? { position: Number(position), hash } : undefined;
    const result = await this.verification.execute(body.after, known);
    return { ...result, problems: [...result.problems] };
  }
}

function view(row: Row): AuditEntryView {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_name: row.actor_name,
    actor_role: row.actor_role,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    before: row.before,
    after: row.after,
    reason: row.reason,
    request_id: row.request_id,
  };
}
