import type {} from 'pdfkit'; // its declarations bring the namespace PDFKit

/**
 * Resolves with the bytes of what `draw` puts on paper. The library is loaded with the first one: most processes never
 * write any, and its tables take a twentieth of their start.
 */
export async function writePdf(
  options: PDFKit.PDFDocumentOptions,
  draw: (pdf: PDFKit.PDFDocument) => void | Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument(options);
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  await draw(pdf);
  pdf.end();
  return whole;
}
