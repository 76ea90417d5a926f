import { parseEnvelope, parseInstallResponse, type InstallResult } from '@portal/contract';

/** What the Drive's answer to an install means (contract: Install response; design: an answer per status). */
type InstallAnswer =
  | { readonly kind: 'active'; readonly result: InstallResult }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * 200 with a token is active; 4xx is a refusal; 408, 429 and 5xx are open; anything else may have left an orphan.
 * @param origin where the Drive is.
 */
export function readInstallAnswer(status: number, body: Uint8Array, origin: string): InstallAnswer {
  if (status === 408 || status === 429) return { kind: 'retry', reason: `The plugin asked to wait (HTTP ${status}).` };
  if (status >= 500) return { kind: 'unknown', reason: `The plugin failed with HTTP ${status}.` };
  if (status >= 300) return { kind: 'failed', reason: `The plugin refused with HTTP ${status}${errorOf(body)}.` };
  const parsed = parseEnvelope(body);
  if (!parsed.ok || !parsed.envelope.ok)
    return { kind: 'unknown', reason: 'The plugin answered without a proper envelope.' };
  const response = parseInstallResponse(parsed.envelope.data, origin);
  if (!response.ok)
    return {
      kind: 'unknown',
      reason: `The plugin's answer is incomplete: ${response.issues.map((issue) => issue.message).join(' ')}`,
    };
  return { kind: 'active', result: response.result };
}

function errorOf(body: Uint8Array): string {
  const parsed = parseEnvelope(body);
  return parsed.ok && !parsed.envelope.ok ? ` (${parsed.envelope.error.slice(0, 200)})` : '';
}
