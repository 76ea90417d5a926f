import { parseEnvelope } from '@portal/contract';

/** Meaning of a Drive's answer to `DELETE install/:id` (contract: States and transitions, Other data shapes). */
type RevokeAnswer =
  | { readonly kind: 'revoked' }
  /** The Drive knows no install of this id. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'open'; readonly reason: string };

/**
 * Only the answer `revoked` about this install counts; 404 and 410 mean that there is none.
 * @param ids every id that the Drive has given for the install
 */
export function readRevokeAnswer(status: number, body: Uint8Array, ids: readonly string[]): RevokeAnswer {
  if (status === 404 || status === 410) return { kind: 'gone' };
  const parsed = parseEnvelope(body);
  if (status !== 200) {
    const error = parsed.ok && !parsed.envelope.ok ? ` (${parsed.envelope.error.slice(0, 200)})` : '';
    return open(`The plugin answered the removal with HTTP ${status}${error}.`);
  }
  if (!parsed.ok || !parsed.envelope.ok) return open('The plugin answered the removal without a proper envelope.');
  const { revoked, install_id: id } = parsed.envelope.data;
  if (revoked !== true) return open('The plugin answered the removal without saying that the install is revoked.');
  if (id !== undefined && (typeof id !== 'string' || !ids.includes(id)))
    return open('The plugin says that it revoked another install.');
  return { kind: 'revoked' };
}

const open = (reason: string): RevokeAnswer => ({ kind: 'open', reason });
