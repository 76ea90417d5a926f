import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Database } from '../database/database.js';
import { RequireRole } from '../http/access.js';
import { ApiPage } from '../http/api-docs.js';
import { PageQuery } from '../http/page-query.js';

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

interface Row extends Omit<AuditEntryView, 'at'> {
  seq: string;
  at: Date;
}

@ApiTags('admin')
@Controller('api/v1/admin/audit')
export class AuditController {
  constructor(private readonly database: Database) {}

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
