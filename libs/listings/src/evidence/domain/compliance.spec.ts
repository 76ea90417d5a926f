import { deflateSync } from 'node:zlib';
import type { CanonicalManifest } from '@portal/contract';
import { claimsOf, claimText, claimState, EVIDENCE_DAYS, mayEnd, type EvidenceEnd } from './compliance-claims.js';
import { EVIDENCE_BYTES, safeFileName, typeOfFile } from './evidence-file.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const at = (ms: number): Date => new Date(NOW.getTime() + ms);

const chunk = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, body, Buffer.alloc(4)]);
};
const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const png = Buffer.concat([
  PNG_HEAD,
  chunk('IHDR', Buffer.alloc(13, 1)),
  chunk('IDAT', deflateSync(Buffer.alloc(4))),
  chunk('IEND', Buffer.alloc(0)),
]);
const segment = (kind: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, kind, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
// A thumbnail in a segment has an end of its own, which is not the picture's.
const jpeg = Buffer.concat([
  START,
  segment(0xe1, Buffer.concat([START, END])),
  segment(0xda, Buffer.alloc(10)),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd3, 3]),
  END,
]);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Page>>\nendobj\ntrailer <<>>\nstartxref\n9\n%%EOF\n');

describe('files that are accepted as evidence', () => {
  it('are recognised by their bytes from the first to the last', () => {
    expect([png, jpeg, pdf].map(typeOfFile)).toEqual(['image/png', 'image/jpeg', 'application/pdf']);
  });

  const html = Buffer.from('<script>alert(1)</script>');
  const zip = Buffer.from('PK\x03\x04 something PK\x05\x06');
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['a web page', html],
    ['an archive', zip],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG with an archive behind it', Buffer.concat([png, zip])],
    ['a PNG with a web page before it', Buffer.concat([html, png])],
    ['a PNG that was cut', png.subarray(0, -1)],
    ['a PNG whose chunk reaches beyond its end', Buffer.concat([PNG_HEAD, Buffer.from('7fffffff49484452', 'hex')])],
    ['a PNG without a header', Buffer.concat([PNG_HEAD, chunk('IEND', Buffer.alloc(0))])],
    ['only the signature of a PNG', PNG_HEAD],
    ['a JPEG with an archive behind it', Buffer.concat([jpeg, zip])],
    ['a JPEG with an archive behind it that ends like a JPEG', Buffer.concat([jpeg, zip, END])],
    ['a JPEG without a picture', Buffer.concat([START, END])],
    ['a JPEG whose segment has no length', Buffer.concat([START, Buffer.from([0xff, 0xe0, 0, 0]), END])],
    ['a JPEG that was cut', jpeg.subarray(0, -2)],
    ['a PDF with an archive behind it', Buffer.concat([pdf, zip])],
    ['a PDF that starts later', Buffer.concat([Buffer.from('GIF89a'), pdf])],
    ['a PDF without an end', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a PDF without a page', Buffer.from('%PDF-1.4\n1 0 obj\n<</Type/Pages>>\nendobj\n%%EOF')],
    ['a PDF that only begins and ends', Buffer.from('%PDF-1.4\n% evidence of nothing at all\n%%EOF\n')],
    ['a PDF of no known version', Buffer.from('%PDF-9x9\n%%EOF')],
  ])('do not include %s', (_what, bytes) => {
    expect(typeOfFile(bytes)).toBeUndefined();
  });

  it('are scanned without repeated passes, also the largest', () => {
    const marks = Buffer.alloc(EVIDENCE_BYTES, 0xff);
    START.copy(marks);
    const data = Buffer.concat([START, segment(0xda, Buffer.alloc(2)), Buffer.alloc(EVIDENCE_BYTES - 64, 0xff), END]);
    const short = Buffer.concat([START, ...Array.from({ length: 100_000 }, () => segment(0xfe, Buffer.alloc(0))), END]);
    const began = process.cpuUsage().user;
    expect([marks, data, short].map(typeOfFile)).toEqual([undefined, 'image/jpeg', undefined]);
    expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(2_000);
  });

  it.each([
    ['report.pdf', 'application/pdf', 'report.pdf'],
    ['SCAN.JPEG', 'image/jpeg', 'SCAN.jpg'],
    ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['C:\\temp\\evil.exe', 'application/pdf', 'evil.exe.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'application/pdf', 'aSet-Cookie x=1.pdf'],
    ['inv\u202Efdp.exe', 'image/png', 'invfdp.exe.png'],
    ['<img src=x onerror=alert(1)>.png', 'image/png', 'img src=x onerror=alert(1).png'],
    ['"; filename=evil.html', 'application/pdf', 'filename=evil.html.pdf'],
    ['...', 'application/pdf', 'evidence.pdf'],
    ['\u0000', 'application/pdf', 'evidence.pdf'],
    ['.pdf', 'application/pdf', 'pdf.pdf'],
    ['Zertifikat für Köln 📄.pdf', 'application/pdf', 'Zertifikat für Köln 📄.pdf'],
    ['x'.repeat(500), 'image/png', `${'x'.repeat(120)}.png`],
  ] as const)('have for the name %j and type %s the name %j', (given, type, name) => {
    expect(safeFileName(given, type)).toBe(name);
  });
});

describe('claims about regulated data', () => {
  const compliance = {
    frameworks: ['SOC 2', 'HIPAA', 'SOC 2'],
    dataClasses: ['phi'],
    dataResidency: ['eu'],
    baaRequired: true,
    subprocessorsUrl: null,
    encryptionAtRest: 'AES-256',
    encryptionInTransit: null,
  };
  it('are named once each, in the order of reading', () => {
    const manifest = { compliance, permissionsRequested: [] } as unknown as CanonicalManifest;
    expect(claimsOf(manifest).map((claim) => claim.id)).toEqual([
      'framework:SOC 2',
      'framework:HIPAA',
      'residency:eu',
      'baa',
      'encryption_at_rest',
    ]);
    expect(claimsOf({ compliance: null, permissionsRequested: ['venture.read'] })).toEqual([]);
  });

  it.each([
    ['framework:SOC 2: Type II', 'Conforms to SOC 2: Type II'],
    ['residency:eu', 'Keeps data in eu'],
    ['baa', 'Offers a business-associate agreement'],
    ['encryption_at_rest', 'Encrypts at rest'],
    ['encryption_in_transit', 'Encrypts in transit'],
    ['permission:data.invoices', 'Protects the data that data.invoices opens'],
    ['of another time', 'of another time'],
  ])('have words by their id alone: %s', (id, text) => expect(claimText(id)).toBe(text));

  it('are made by a permission for regulated data too, with or without a compliance block', () => {
    const permissionsRequested = ['data.phi', 'venture.read', 'data.card'];
    const asked = ['permission:data.phi', 'permission:data.card'];
    expect(claimsOf({ compliance: null, permissionsRequested }).map((claim) => claim.id)).toEqual(asked);
    const both = { compliance, permissionsRequested } as unknown as CanonicalManifest;
    expect(claimsOf(both).map((claim) => claim.id)).toEqual(expect.arrayContaining(['baa', ...asked]));
  });

  it('are stated by a file, and accepted until the instant that a reviewer said, the last 30 days as expiring', () => {
    const state = (accepted_until: Date | null, valid_until = at(90 * DAY), ended_how: EvidenceEnd | null = null) =>
      claimState({ valid_until, accepted_until, ended_how }, NOW);
    expect(claimState(undefined, NOW)).toBe('missing');
    expect([null, at(-1), NOW].map((until) => state(until))).toEqual(['stated', 'stated', 'stated']);
    const ends = [at(1), at(30 * DAY), at(30 * DAY + 1)];
    expect(ends.map((until) => state(until))).toEqual(['expiring', 'expiring', 'accepted']);
    expect([state(null, NOW), state(null, at(-1))]).toEqual(['expired', 'expired']);
    const ended = (['replaced', 'withdrawn', 'rejected'] as const).map((how) => state(at(DAY), at(DAY), how));
    expect(ended).toEqual(['missing', 'missing', 'rejected']);
  });

  it('accept evidence that ends in the future, within three years', () => {
    const ends = [at(-1), NOW, at(1), at(EVIDENCE_DAYS * DAY), at(EVIDENCE_DAYS * DAY + 1), new Date(NaN)];
    expect(ends.map((end) => mayEnd(end, NOW))).toEqual([false, false, true, true, false, false]);
  });
});
