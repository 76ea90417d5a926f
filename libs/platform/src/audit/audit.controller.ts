import { Body, Query, StreamableFile } from '@nestjs/common';
import { ApiProperty } from '../description/index.js';
import { ApiController, GetPage, PostData, GetFile } from '../http/routes/routes.js';
import { instant, maybeText, maybeNumber, maybeObject } from '../http/fields/field-shapes.js';
import { IsIn, Matches } from 'class-validator';
import { Readable } from 'node:stream';
import { keepScope } from '../database/scope/data-scope.js';
import { Transactor } from '../database/transactor.js';
import { CurrentActor, RequireRole, WithoutStepUp } from '../access/access.js';
import type { Actor } from '../access/actor.js';
import { PageQuery } from '../http/lists/page-query.js';
import { AuditLog } from './audit-log.js';
import { SealAudit } from './seal-audit.js';
import { OptionalDay, OptionalText, OptionalWhole, MayBeAbsent } from '../http/fields/optional-fields.js';
import { VerifyAudit, type AuditHead, type AuditProblem, type AuditVerification } from './verify-audit.js';

const FORMATS = ['csv', 'json'] as const;

export class AuditQuery extends PageQuery {
  @OptionalText(60) subject_type?: string;
  @OptionalText(100) subject_id?: string;
  @OptionalText(100, 'listing.approved, or listing for everything done to listings') action?: string;
  @OptionalText(100, 'An ID or part of the name') actor?: string;
  @OptionalDay({ example: '2026-11-01', description: 'First day, UTC' }) from?: string;
  @OptionalDay({ example: '2026-11-22', description: 'Last day, UTC' }) to?: string;
}

class AuditExportQuery extends AuditQuery {
  @ApiProperty({ enum: FORMATS }) @IsIn(FORMATS) format: (typeof FORMATS)[number];
}

export class AuditEntryView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Position of the entry, as reported by a verification.' }) seq: number;
  @ApiProperty(instant) at: string;
  @ApiProperty({ enum: ['user', 'token', 'system'] }) actor_kind: 'user' | 'token' | 'system';
  @ApiProperty(maybeText) actor_id: string | null;
  @ApiProperty() actor_name: string;
  @ApiProperty() actor_role: string;
  @ApiProperty() action: string;
  @ApiProperty() subject_type: string;
  @ApiProperty() subject_id: string;
  @ApiProperty(maybeObject) before: object | null;
  @ApiProperty(maybeObject) after: object | null;
  @ApiProperty(maybeText) reason: string | null;
  @ApiProperty(maybeText) request_id: string | null;
}

class VerifyAuditBody {
  @OptionalWhole(0, Number.MAX_SAFE_INTEGER, {
    default: 0,
    description: 'Position to continue after; 0 starts at the beginning.',
  })
  after: number = 0;
  @ApiProperty({ required: false, description: 'An end of the chain that you recorded earlier: position:hash.' })
  @MayBeAbsent()
  @Matches(/^[1-9]\d{0,14}:[0-9a-f]{64}$/, { message: 'must be position:hash, as the daily message says it' })
  known_head?: string;
}

class AuditHeadView implements AuditHead {
  @ApiProperty() position: number;
  @ApiProperty({ description: '64 lower-case hex digits' }) hash: string;
}

const PROBLEMS = ['changed', 'missing', 'gap', 'unsealed', 'head'] as const;

class AuditProblemView implements AuditProblem {
  @ApiProperty({
    enum: PROBLEMS,
    description:
      'changed: the entry does not match its seal; missing: the entry is missing; gap: a seal is missing; unsealed: the entry was never queued for sealing; head: the known end is not in the chain',
  })
  kind: (typeof PROBLEMS)[number];
  @ApiProperty(maybeNumber) position: number | null;
  @ApiProperty(maybeNumber) seq: number | null;
}

class AuditVerificationView implements AuditVerification {
  @ApiProperty({ description: 'Entries recomputed by this call.' }) checked: number;
  @ApiProperty({ ...maybeNumber, description: 'Send as `after` to continue; null at the end.' }) next: number | null;
  @ApiProperty({ type: AuditHeadView, nullable: true }) head: AuditHeadView | null;
  @ApiProperty({ description: 'Entries too new to be sealed.' }) waiting: number;
  @ApiProperty({ type: [AuditProblemView], description: 'At most 100.' }) problems: AuditProblemView[];
}

@ApiController('admin', 'api/v1/admin/audit')
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly transactor: Transactor,
    private readonly seal: SealAudit,
    private readonly verification: VerifyAudit,
  ) {}

  /** List audit log entries. Newest first. The filters can be combined. */
  @GetPage('', AuditEntryView)
  @RequireRole('admin', 'reviewer', 'finance')
  list(@Query() query: AuditQuery) {
    return this.log.page(query);
  }

  /**
   * Export the audit log. Everything that matches the filter, newest first, each entry as its seal covers it. The
   * export is itself recorded.
   */
  @GetFile('export', ['text/csv', 'application/json'])
  @RequireRole('admin', 'reviewer', 'finance')
  async export(@Query() query: AuditExportQuery, @CurrentActor() actor: Actor): Promise<StreamableFile> {
    const { format, cursor: _cursor, limit: _limit, ...filter } = query;
    await this.transactor.run((tx) =>
      tx.audit(actor, 'audit.exported', ['audit', 'trail'], { after: { format, ...filter } }),
    );
    return new StreamableFile(Readable.from(keepScope(this.log.file(filter, format))), {
      type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      disposition: `attachment; filename="audit-trail.${format}"`,
    });
  }

  /**
   * Verify the audit log. Recomputes a part of the hash chain. Entries that are not sealed yet are sealed first, so
   * that the newest one is covered.
   */
  @WithoutStepUp('computes the chain of hashes again, decides nothing')
  @PostData('verify', AuditVerificationView)
  @RequireRole('admin', 'reviewer', 'finance')
  async verify(@Body() body: VerifyAuditBody) {
    if (body.after === 0) await this.seal.execute();
    const [position, hash] = body.known_head?.split(':') ?? [];
    const known = position && hash ? { position: Number(position), hash } : undefined;
    const result = await this.verification.execute(body.after, known);
    return { ...result, problems: [...result.problems] };
  }
}
