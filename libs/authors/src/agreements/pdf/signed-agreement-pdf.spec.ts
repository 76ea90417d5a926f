import type { SignedCopy } from '../agreement-versions.js';
import { signedAgreementPdf } from './signed-agreement-pdf.task.js';

const copy = (name: string, text: string): SignedCopy => ({
  organization: { id: '00000000-0000-7000-8000-000000000001', name, country: 'US' },
  agreement: { version: '1', digest: 'a'.repeat(64), effective_at: '2026-11-01T00:00:00.000Z', summary: [], text },
  signature: {
    id: '00000000-0000-7000-8000-000000000002',
    signed_at: '2026-11-22T10:00:00.000Z',
    signed_name: name,
    signed_by: '00000000-0000-7000-8000-000000000003',
    ip: '203.0.113.7',
    user_agent: name,
    version: '1',
    digest: 'a'.repeat(64),
  },
});
const pages = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;

describe('the signed copy as a PDF', () => {
  it.each([
    ') Tj ET Q (owned',
    '\u202eevil\u2066',
    'zero\u0000byte',
    '東京 Ω Ж ע ع',
    'endstream endobj',
    '\ud800',
    'x'.repeat(160),
  ])('can be made with the name %j', async (name) => {
    const pdf = await signedAgreementPdf(copy(name, '1. Revenue\nYou keep what is yours.\n'));
    const body = pdf.toString('latin1');
    expect(body.startsWith('%PDF-')).toBe(true);
    expect(body.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(pages(pdf)).toBe(1);
    expect(body).not.toMatch(/\/(JavaScript|JS|URI|Launch|EmbeddedFile)\b/);
  });

  it('has all pages that the text needs, and the same bytes each time', async () => {
    const long = copy('Ada', 'A line of the text that was signed.\n'.repeat(200));
    const pdf = await signedAgreementPdf(long);
    expect(pages(pdf)).toBeGreaterThan(2);
    expect((await signedAgreementPdf(long)).equals(pdf)).toBe(true);
  });
});
