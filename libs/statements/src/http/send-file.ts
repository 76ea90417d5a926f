import { StreamableFile } from '@nestjs/common';
import type { RenderedStatement } from '../render-statement.js';

/** A file to be saved, not shown: names and types are ours, nothing of it comes from a stranger. */
export function sendFile({ body, type, fileName }: RenderedStatement): StreamableFile {
  return new StreamableFile(body, { type, disposition: `attachment; filename="${fileName}"`, length: body.length });
}
