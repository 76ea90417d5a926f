import { Body, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@portal/platform/description';
import type { Page } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, type Actor, type PortalRequest } from '@portal/platform/access';
import { FileBody, IdParam, readFileBody, ApiController, GetPage, PostPage, GetFile } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { EVIDENCE_BYTES, EVIDENCE_TYPES } from './domain/evidence-file.js';
import { AuthorizedDrives } from '../listing/authorized-drives.js';
import { ComplianceEvidence, type EvidenceFile } from './compliance-evidence.js';
import { EvidenceService } from './evidence.service.js';
import {
  AcceptEvidenceDto,
  AddEvidenceQuery,
  ClaimEvidenceView,
  DueEvidenceView,
  RejectEvidenceDto,
} from './evidence.view.js';

const FILE = { description: 'The file as it was given; saved, never shown' };
const KEPT_APART = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Uploaded files are sent as attachments with a harmless name, and never displayed by our pages. */
async function save(reply: FastifyReply, { media_type, file_name, content }: EvidenceFile): Promise<void> {
  const plain = file_name.replaceAll(/[^\w. -]/g, '_');
  await reply
    .header('content-type', media_type)
    .header('content-security-policy', KEPT_APART)
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name).replaceAll(/['()*!]/g, '_')}`,
    )
    .header('cross-origin-resource-policy', 'same-origin')
    .send(content);
}

/** Evidence of a Drive's claims about regulated data. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives/:driveId/evidence')
export class EvidenceController {
  constructor(
    private readonly authorized: AuthorizedDrives,
    private readonly evidence: ComplianceEvidence,
    private readonly service: EvidenceService,
  ) {}

  /** List the evidence of a Drive's compliance claims. With when each one expires. */
  @GetPage('', ClaimEvidenceView)
  async list(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    await this.authorized.of(actor, driveId);
    return this.page(driveId);
  }

  /**
   * Upload evidence for a compliance claim. The file is the body, at most 5 MiB. It replaces the evidence that the
   * claim had.
   */
  @PostPage('', ClaimEvidenceView)
  @MemberMay('develop')
  @FileBody({ types: EVIDENCE_TYPES, maxBytes: EVIDENCE_BYTES })
  @ApiConsumes(...EVIDENCE_TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary', maxLength: EVIDENCE_BYTES } })
  async add(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() query: AddEvidenceQuery,
    @Req() request: PortalRequest,
  ) {
    await this.authorized.of(actor, driveId);
    const content = await readFileBody(request);
    await this.service.add({
      actor,
      driveId,
      claim: query.claim,
      validUntil: new Date(query.valid_until),
      fileName: query.file_name,
      mediaType: request.headers['content-type']!.split(';')[0]!.trim().toLowerCase(),
      content,
    });
    return this.page(driveId);
  }

  /** Withdraw evidence. The claim is without this evidence from now on. Returns the evidence that is left. */
  @PostPage(':evidenceId/withdraw', ClaimEvidenceView)
  @MemberMay('develop')
  async withdraw(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @IdParam('evidenceId') id: string) {
    await this.authorized.of(actor, driveId);
    await this.service.withdraw({ actor, driveId, id });
    return this.page(driveId);
  }

  /** Download an evidence file. Exactly as it was uploaded, always as an attachment. */
  @GetFile(':evidenceId/file', EVIDENCE_TYPES, FILE)
  async file(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @IdParam('evidenceId') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.authorized.of(actor, driveId);
    await save(reply, await this.evidence.file(id, actor, driveId));
  }

  private async page(driveId: string): Promise<Page<ClaimEvidenceView>> {
    return { items: await this.evidence.ofDrive(driveId), next_cursor: null };
  }
}

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review/evidence')
export class ReviewEvidenceController {
  constructor(
    private readonly evidence: ComplianceEvidence,
    private readonly service: EvidenceService,
  ) {}

  /**
   * List compliance claims whose evidence is due. First what waits for you to accept or reject it, of live Drives and of
   * cases in review, then what is missing, expired or expiring within 30 days of live Drives. The longest waiting first,
   * at most 200, none of your own organizations.
   */
  @GetPage('', DueEvidenceView)
  async list(@CurrentActor() actor: Actor) {
    return { items: await this.evidence.due(actor), next_cursor: null };
  }

  /**
   * Accept the evidence of a compliance claim. Until a day, not after the end of the file; read the file first. From then on
   * the claim is called proven; for regulated tenants a second reviewer has to accept it too. Returns what is still due.
   */
  @PostPage(':evidenceId/accept', DueEvidenceView)
  async accept(
    @CurrentActor() actor: Actor,
    @IdParam('evidenceId') id: string,
    @Body() { accepted_until: until }: AcceptEvidenceDto,
  ) {
    await this.service.decide(actor, id, { until: new Date(until) });
    return this.list(actor);
  }

  /** Reject the evidence of a compliance claim. With a reason that its author reads. Returns what is still due. */
  @PostPage(':evidenceId/reject', DueEvidenceView)
  async reject(@CurrentActor() actor: Actor, @IdParam('evidenceId') id: string, @Body() { reason }: RejectEvidenceDto) {
    await this.service.decide(actor, id, { reason });
    return this.list(actor);
  }

  /** Download an evidence file for review. Exactly as it was uploaded, always as an attachment. */
  @GetFile(':evidenceId/file', EVIDENCE_TYPES, FILE)
  async file(@IdParam('evidenceId') id: string, @Res() reply: FastifyReply): Promise<void> {
    await save(reply, await this.evidence.file(id, null));
  }
}
