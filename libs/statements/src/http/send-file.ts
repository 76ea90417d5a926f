import { StreamableFile } from '@nestjs/common';
import type { RenderedStatement } from '../render-statement.js';

/** Sends a file as a download. Its name and type never come from user input. */
export function sendFile({ body, type, fileName }: RenderedStatement): StreamableFile {
  return new StreamableFile(body, { type, disposition: `attachment; filename="${fileName}"`, length: body.length });
}
