import type { ThreadWork } from '@portal/platform/jobs';
import { BOLD_FONT, letterhead, named, TEXT_FONT, TextWriter, writePdf } from '@portal/platform/pdf';
import type {} from 'pdfkit'; // its declarations bring the namespace PDFKit
import type { SignedCopy } from '../agreement-versions.js';

const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const PLAIN = 9;
const SMALL = 8;
const LABELS = 110;

/**
 * A signature and the signed text as PDF. Deterministic: dates come from the signature, not from the clock. Names are
 * user input and are printed as plain text.
 */
export function signedAgreementPdf(copy: SignedCopy): Promise<Buffer> {
  const { agreement, signature } = copy;
  const CreationDate = new Date(signature.signed_at);
  const title = `Developer agreement, version ${agreement.version}: signed copy`;
  const info = { Title: title, Author: 'Drive Portal', Subject: signature.id, CreationDate, ModDate: CreationDate };
  return writePdf({ size: 'A4', margin: MARGIN, info, lang: 'en', displayTitle: true, font: TEXT_FONT }, (pdf) =>
    draw(pdf, copy, title),
  );
}

export const work: ThreadWork<SignedCopy, Buffer> = signedAgreementPdf;

function draw(pdf: PDFKit.PDFDocument, { organization, agreement, signature }: SignedCopy, title: string): void {
  const writer = new TextWriter(pdf);
  letterhead(pdf);
  pdf.font(BOLD_FONT).fontSize(14).text(title).moveDown(0.5);
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
  for (const [label, value] of facts) {
    write(pdf, writer, label, MARGIN, LABELS, PLAIN, false);
    write(pdf, writer, value, MARGIN + LABELS, WIDTH - LABELS, PLAIN);
  }
  pdf.moveDown(1);
  write(
    pdf,
    writer,
    'The text below is the signed text. The digest is computed over its UTF-8 bytes, as in the JSON form of this copy.',
    MARGIN,
    WIDTH,
    SMALL,
  );
  pdf.moveDown(1);
  for (const line of agreement.text.replaceAll('\r\n', '\n').split('\n'))
    write(pdf, writer, line === '' ? ' ' : line.replaceAll('\t', '    '), MARGIN, WIDTH, PLAIN);
}

/** Prints text of any length on as many pages as needed. `advance`: the next output starts below it. */
function write(
  pdf: PDFKit.PDFDocument,
  writer: TextWriter,
  text: string,
  x: number,
  width: number,
  size: number,
  advance = true,
): void {
  const lines = writer.lines(text, width, size);
  const height = writer.heightOf(lines.slice(0, 1), size);
  for (const line of lines) {
    if (pdf.y + height > BOTTOM) pdf.addPage();
    const { y } = pdf;
    writer.draw([line], x, y, size);
    pdf.x = MARGIN;
    pdf.y = advance ? y + height : y;
  }
}
