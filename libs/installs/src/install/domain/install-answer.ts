import { parseEnvelope, parseInstallResponse, type InstallResult } from '@portal/contract';

/**
 * Meaning of the Drive's answer to an install (contract: Install response; design: an answer per status).
 * `retry`: nothing was made. `unknown`: something may have been, under `ids` where the answer names some.
 */
export type InstallAnswer =
  | { readonly kind: 'active'; readonly result: InstallResult }
  | { readonly kind: 'failed'; readonly status: number; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly ids: readonly string[] };

/**
 * 200 with a token is active; 4xx is a refusal; 429 asks to wait; 408 and 5xx are open; anything else may have left an orphan.
 * @param origin where the Drive is.
 * @param tenantId of the request: an answer that names another tenant is invalid.
 */
export function readInstallAnswer(status: number, body: Uint8Array, origin: string, tenantId: string): InstallAnswer {
  if (status === 429) return { kind: 'retry', reason: `The plugin asked to wait (HTTP ${status}).` };
  if (status === 408) return unknown(`The plugin ran out of time (HTTP ${status}).`);
  if (status >= 500) return unknown(`The plugin failed with HTTP ${status}.`);
  if (status === 402)
    return {
      kind: 'failed',
      status,
      reason: `The quota of the plugin is used up (HTTP 402)${errorOf(body)}. Install it again in the next period, or ask its author for more.`,
    };
  if (status >= 300)
    return { kind: 'failed', status, reason: `The plugin refused with HTTP ${status}${errorOf(body)}.` };
  const parsed = parseEnvelope(body);
  if (!parsed.ok || !parsed.envelope.ok) {
    const what = parsed.issues[0]?.message ?? `It reports a failure with HTTP ${status}${errorOf(body)}.`;
    return unknown(`The plugin answered without a proper envelope. ${what}`);
  }
  const { data } = parsed.envelope;
  const named = data.tenant_id ?? data.merkava_tenant_id;
  // Its ids belong to another tenant and are not stored.
  if (named !== undefined && named !== null && named !== tenantId)
    return unknown('The plugin answered for another tenant.');
  const response = parseInstallResponse(data, origin);
  if (!response.ok)
    return unknown(
      `The plugin's answer is incomplete: ${response.issues.map((issue) => issue.message).join(' ')}`,
      response.ids,
    );
  return { kind: 'active', result: response.result };
}

const unknown = (reason: string, ids: readonly string[] = []): InstallAnswer => ({ kind: 'unknown', reason, ids });

function errorOf(body: Uint8Array): string {
  const parsed = parseEnvelope(body);
  return parsed.ok && !parsed.envelope.ok ? ` (${parsed.envelope.error.slice(0, 200)})` : '';
}
