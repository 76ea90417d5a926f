export type { PrintedDocument } from './document-pdf.task.js';
export { BOLD_FONT, letterhead, TEXT_FONT } from './letterhead.js';
export { Pdfs } from './pdfs.js';
export { named } from './shown-text.js';
export { writeSheet, type Sheet } from './sheet.js';
export { TextWriter } from './text-writer.js';
export { writePdf } from './write-pdf.js';
