import type { ThreadWork } from '@portal/platform/jobs';
import { named, writeSheet } from '@portal/platform/pdf';
import type { SignedCopy } from '../agreement-versions.js';

/**
 * A signature and the signed text as PDF. Deterministic: dates come from the signature, not from the clock. Names are
 * user input and are printed as plain text.
 */
export function signedAgreementPdf({ organization, agreement, signature }: SignedCopy): Promise<Buffer> {
  const title = `Developer agreement, version ${agreement.version}: signed copy`;
  return writeSheet(title, signature.id, new Date(signature.signed_at), (sheet) => {
    const facts: [string, string][] = [
      ['Company', named(organization.name)],
      ['Country', named(organization.country)],
      ['Organisation', organization.id],
      ['Signed by', named(signature.signed_name)],
      ['Account', signature.signed_by],
      ['Signed (UTC)', signature.signed_at],
      ['From', signature.ip === null ? 'Not recorded' : named(signature.ip)],
      ['Browser', signature.user_agent === null ? 'Not recorded' : named(signature.user_agent)],
      ['Signature', signature.id],
      ['Version', agreement.version],
      ['In force from (UTC)', agreement.effective_at],
      ['Digest (SHA-256)', signature.digest],
    ];
    sheet.heading('Signature');
    for (const [label, value] of facts) sheet.plain(`${label}: ${value}`);
    sheet.heading('Signed text');
    sheet.small('The digest is computed over its UTF-8 bytes, as in the JSON form of this copy.');
    for (const line of agreement.text.replaceAll('\r\n', '\n').split('\n'))
      sheet.plain(line === '' ? ' ' : line.replaceAll('\t', '    '));
  });
}

export const work: ThreadWork<SignedCopy, Buffer> = signedAgreementPdf;
