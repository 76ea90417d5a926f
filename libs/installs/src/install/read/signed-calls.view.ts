import { ApiProperty } from '@portal/platform/description';
import { maybeInstant, maybeText } from '@portal/platform/http';
import { CALL_REFUSALS, type CallRefusal } from '../domain/token-refusal.js';

/** Whether something signed can be read of an install. */
export class SignedCallsView {
  @ApiProperty({ ...maybeInstant, description: 'Since then nothing can be read' }) unreachable_since: string | null;
  @ApiProperty({ enum: CALL_REFUSALS, nullable: true, description: 'Null: signed calls are not all refused' })
  refusal: CallRefusal | null;
  @ApiProperty(maybeInstant) refused_since: string | null;
  @ApiProperty({ ...maybeInstant, description: 'The last signed call that succeeded' }) signed_at: string | null;
  @ApiProperty({ ...maybeText, description: 'What it was for: install, or the endpoint' })
  signed_endpoint: string | null;
}
