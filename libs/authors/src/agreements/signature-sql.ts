import type { SignatureView } from '../applications/authors.view.js';

/** Columns of `authors.agreement_signatures s`, all null without a signature. */
export const SIGNATURE = `s.id as signature_id, s.signed_at, s.signed_name, s.signed_by, s.ip, s.user_agent, s.version as signed_version, s.digest as signed_digest`;

export interface SignatureRow {
  signature_id: string;
  signed_at: Date | null;
  signed_name: string;
  signed_by: string;
  ip: string | null;
  user_agent: string | null;
  signed_version: string;
  signed_digest: string;
}

export function signatureView(row: SignatureRow): SignatureView | null {
  if (row.signed_at === null) return null;
  return {
    id: row.signature_id,
    signed_at: row.signed_at.toISOString(),
    signed_name: row.signed_name,
    signed_by: row.signed_by,
    ip: row.ip,
    user_agent: row.user_agent,
    version: row.signed_version,
    digest: row.signed_digest,
  };
}
