import { ApiProperty } from '@portal/platform/description';
import { maybeText, OptionalText } from '@portal/platform/http';

export const FRAME_REFUSALS = ['own_host', 'forbidden', 'no_answer'] as const;

export class FramedPageQuery {
  @OptionalText(2_048, 'Its path in the manifest; without it the first page') path?: string;
}

/** A page of a plugin as the portal shows it in a frame. */
export class FramedPageView {
  @ApiProperty({ ...maybeText, description: 'What the frame loads, never under the host name of the portal' })
  url: string | null;
  @ApiProperty({ description: 'Whose page it is: host name, and port where it is not the usual one' }) host: string;
  @ApiProperty({
    enum: FRAME_REFUSALS,
    nullable: true,
    description: 'Why it is not shown: it is at the host name of the portal, it forbids it, or it gave no answer',
  })
  refused: (typeof FRAME_REFUSALS)[number] | null;
  @ApiProperty({ ...maybeText, description: 'The header by which it forbids being shown in a frame' })
  forbidden_by: string | null;
}
