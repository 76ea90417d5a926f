import { createRequire } from 'node:module';
import type {} from 'pdfkit'; // its declarations bring the namespace PDFKit

const packages = createRequire(__filename);
export const TEXT_FONT = packages.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
export const BOLD_FONT = packages.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
const GREEN = '#0b6b57';

/** The portal's mark and name at the top of a page, over a line in its colour; what follows stands below it. */
export function letterhead(pdf: PDFKit.PDFDocument): void {
  const { left, right, top } = pdf.page.margins;
  pdf.save().translate(left, top);
  pdf.scale(0.625).roundedRect(0, 0, 32, 32, 8);
  pdf.fill(GREEN).lineWidth(3.5);
  pdf
    .lineCap('round')
    .path('M22 11a2.5 2.5 0 0 0-2.5-2.5h-8A2.5 2.5 0 0 0 9 11v10a2.5 2.5 0 0 0 2.5 2.5h8A2.5 2.5 0 0 0 22 21');
  pdf.stroke('#ffffff').restore();
  pdf.font(BOLD_FONT).fontSize(10);
  pdf.text('Drive Portal', left + 28, top + 5, { lineBreak: false });
  pdf.save().rect(left, top + 28, pdf.page.width - left - right, 1);
  pdf.fill(GREEN).restore();
  pdf.x = left;
  pdf.y = top + 44;
}
