import { Body, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, IdParam, LONG_TEXTS, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { DisputesQuery } from '../invoicing/http/lists.dto.js';
import { DisputeDetailView, DisputeView } from '../refunds/http/adjustments.view.js';
import { AnswerDispute } from './answer-dispute.js';
import { EvidenceBody } from './disputes.dto.js';
import { Disputes } from './disputes.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance/disputes')
export class FinanceDisputesController {
  constructor(
    private readonly disputes: Disputes,
    private readonly answerDispute: AnswerDispute,
  ) {}

  /** List disputes. Newest first. */
  @GetPage('', DisputeView)
  listDisputes(@Query() query: DisputesQuery) {
    return this.disputes.list(query);
  }

  /** Get a dispute. With its history and its ledger entries. */
  @GetData(':id', DisputeDetailView)
  getDispute(@IdParam() id: string) {
    return this.disputes.get(id);
  }

  /** Submit evidence in a dispute. It is sent to the tenant's bank, which decides. */
  @PostData(':id/evidence', DisputeDetailView)
  @BodyLimit(LONG_TEXTS)
  async submitEvidence(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: EvidenceBody) {
    await this.answerDispute.submitEvidence(actor, id, body.text);
    return this.disputes.get(id);
  }
}
