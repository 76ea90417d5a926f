import { ApiProperty } from '@portal/platform/description';
import { maybeText } from '@portal/platform/http';

/** The snippet of a plugin for a site of the venture. */
export class EmbedView {
  @ApiProperty({
    ...maybeText,
    description: 'Rebuilt from allowed parts; {{scoped_token}} is replaced by the token. Null: it was refused',
  })
  snippet: string | null;
  @ApiProperty({ type: [String], description: 'Why the snippet of the manifest is not shown, in sentences' })
  refused: string[];
  @ApiProperty({ ...maybeText, description: 'The only origin that it loads from' }) host_origin: string | null;
  @ApiProperty({ ...maybeText, description: 'With what the manifest says that tokens begin' })
  token_prefix: string | null;
  @ApiProperty({ description: 'The token that the plugin gave begins otherwise' }) token_prefix_differs: boolean;
}

export class RevealedEmbedView {
  @ApiProperty({ description: 'The snippet with the token in it, ready to be pasted' }) snippet: string;
}
