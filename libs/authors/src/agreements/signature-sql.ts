import type { SignatureView } from '../applications/authors.view.js';

/** The row `s` of `authors.agreement_signatures` as one JSON value; null without a signature. */
export const SIGNATURE = `case when s.id is not null then jsonb_build_object('id', s.id, 'signed_at', s.signed_at, 'signed_name', s.signed_name,
    'signed_by', s.signed_by, 'ip', s.ip, 'user_agent', s.user_agent, 'version', s.version, 'digest', s.digest) end as signed`;

export const signatureView = (signed: SignatureView): SignatureView => ({
  ...signed,
  signed_at: new Date(signed.signed_at).toISOString(),
});
