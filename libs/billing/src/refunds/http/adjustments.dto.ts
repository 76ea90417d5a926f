import { ApiProperty } from '@portal/platform/description';
import { OptionalPattern, ItemsOf, Words } from '@portal/platform/http';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, Matches, ValidateIf } from 'class-validator';
import type { AdjustmentScope } from '../domain/plan-adjustment.js';
import { REFUND_REASONS, type RefundReason } from '../domain/refund-state.js';

const MINOR = /^[1-9]\d{0,14}$/;
const MINOR_TEXT = 'Minor units as decimal text, tax included';

class AdjustedLineBody {
  // Line ids are derived, so they have no UUID version.
  @ApiProperty() @Matches(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/) line_id: string;
  @OptionalPattern(MINOR, `${MINOR_TEXT}; all that is left of the line when left out`) amount_minor?: string;
}

export class ScopeBody {
  @ApiProperty({ enum: ['full', 'amount', 'lines'] }) @IsIn(['full', 'amount', 'lines']) scope:
    'full' | 'amount' | 'lines';
  @ApiProperty({ required: false, description: `${MINOR_TEXT}; with scope amount` })
  @ValidateIf((body: ScopeBody) => body.scope === 'amount' || body.amount_minor !== undefined)
  @Matches(MINOR)
  amount_minor?: string;
  @ApiProperty({ required: false, type: [AdjustedLineBody], description: 'With scope lines' })
  @ValidateIf((body: ScopeBody) => body.scope === 'lines' || body.lines !== undefined)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ItemsOf(() => AdjustedLineBody)
  lines?: AdjustedLineBody[];
}

export class CreditNoteBody extends ScopeBody {
  @ApiProperty({ enum: REFUND_REASONS }) @IsIn(REFUND_REASONS) reason: RefundReason;
  @Words(3, 500, 'Reason, printed on the credit note') note: string;
}

export class RefundBody extends CreditNoteBody {
  @ApiProperty({ description: `The amount that was shown by the preview; another one is refused. ${MINOR_TEXT}` })
  @Matches(MINOR)
  confirm_minor: string;
}

export class SurplusRefundBody {
  @Words(3, 500, 'Reason') note: string;
  @ApiProperty({
    description: 'The overpayment that was shown; another amount is refused. Minor units as decimal text',
  })
  @Matches(MINOR)
  confirm_minor: string;
}

/** Maps a request body to the domain's names. */
export function scopeOf(body: ScopeBody): AdjustmentScope {
  switch (body.scope) {
    case 'full':
      return { kind: 'full' };
    case 'amount':
      return { kind: 'amount', amountMinor: BigInt(body.amount_minor!) };
    case 'lines':
      return {
        kind: 'lines',
        lines: body.lines!.map(({ line_id: lineId, amount_minor: amount }) =>
          amount === undefined ? { lineId } : { lineId, amountMinor: BigInt(amount) },
        ),
      };
  }
}
