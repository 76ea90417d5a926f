import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { OutboundClient } from '@portal/platform/outbound';
import { listEntries, readableText } from './domain/subprocessor-list.js';
import type { DueList } from './subprocessor-lists.repository.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 512 * 1024;
/** A server that always answers "unchanged" is read in full again after this, ms. */
const TRUST_ETAG_MS = 24 * 3_600_000;

/** Answer of the author's server; `why` ends a sentence for the author. */
type SubprocessorListRead =
  | { kind: 'unchanged' }
  | { kind: 'read'; digest: string; entries: string[]; etag: string | null }
  | { kind: 'failed'; why: string };

/** Reads one list of subprocessors from the author's server. */
@Injectable()
export class ReadSubprocessorList {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
  ) {}

  async execute({ url, etag, readAt }: DueList): Promise<SubprocessorListRead> {
    const trusted = etag !== null && (readAt?.getTime() ?? 0) > this.clock.wallNow().getTime() - TRUST_ETAG_MS;
    const answer = await this.outbound.attempt({
      url,
      kind: 'page',
      headers: { accept: 'text/html, application/json, text/*', ...(trusted ? { 'if-none-match': etag } : {}) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if ('failure' in answer)
      return { kind: 'failed', why: answer.failure === 'too_large' ? 'it is too large.' : 'there is no answer.' };
    if (answer.status === 304 && trusted) return { kind: 'unchanged' };
    if (answer.status !== 200) return { kind: 'failed', why: `its address answers with ${answer.status}.` };
    const [body, type] = [answer.body.toString('utf8'), answer.headers['content-type'] ?? ''];
    const text = readableText(body, type);
    const given = answer.headers['etag'];
    return {
      kind: 'read',
      digest: createHash('sha256').update(text).digest('hex'),
      entries: listEntries(body, type),
      etag: given !== undefined && /^(?:W\/)?"[\x21\x23-\x7e]{1,180}"$/.test(given) ? given : null,
    };
  }
}
