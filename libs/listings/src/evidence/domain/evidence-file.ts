/** Kinds of files that are taken as evidence. */
export const EVIDENCE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];
/** Largest file, bytes. */
export const EVIDENCE_BYTES = 5 * 1024 * 1024;
/** Files of one Drive that are kept in all, replaced and withdrawn ones too. */
export const EVIDENCE_FILES = 200;

const ENDINGS: Record<EvidenceType, string> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
};
const NAME_MAX = 120;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Type of a file by its own bytes from the first to the last; undefined for everything else. A file with another format
 * before or after it has none.
 */
export function typeOfFile(bytes: Buffer): EvidenceType | undefined {
  if (isPdf(bytes)) return 'application/pdf';
  if (isPng(bytes)) return 'image/png';
  return isJpeg(bytes) ? 'image/jpeg' : undefined;
}

/** It has a page, or keeps its objects compressed as newer ones do; what a page shows a reviewer judges. */
function isPdf(bytes: Buffer): boolean {
  if (!/^%PDF-[12]\.\d[\r\n ]/.test(bytes.subarray(0, 9).toString('latin1'))) return false;
  if (!/%%EOF[\r\n\t ]*$/.test(bytes.subarray(-64).toString('latin1'))) return false;
  return /\/Type\s*\/(?:Page|ObjStm)\b/.test(bytes.toString('latin1'));
}

/** Reads the chunks: the header first, the end last, and nothing after it. */
function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(PNG)) return false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const [length, kind] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
    if (!/^[A-Za-z]{4}$/.test(kind) || (at === 8) !== (kind === 'IHDR')) return false;
    at += 12 + length;
    if (kind === 'IEND') return length === 0 && at === bytes.length;
  }
  return false;
}

/** Reads the segments up to the picture's data, whose end is the file's end. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  for (let at = 2; at + 4 <= bytes.length;) {
    const [mark, kind] = [bytes[at]!, bytes[at + 1]!];
    if (mark !== 0xff || kind < 0xc0 || (kind >= 0xd0 && kind <= 0xd9)) return false;
    at += 2 + bytes.readUInt16BE(at + 2);
    if (kind !== 0xda) continue;
    // In the data a 0xff is followed by 0 or by a restart mark; otherwise the next segment or the end follows.
    for (; at + 1 < bytes.length; at += 1) {
      const next = bytes[at + 1]!;
      if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) break;
    }
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2 === bytes.length;
  }
  return false;
}

/**
 * A name that means nothing to a path, a header, a shell or a reading direction, with the extension of the file's
 * type.
 */
export function safeFileName(given: string, type: EvidenceType): string {
  const base = given.split(/[/\\]/).at(-1)!;
  const plain = base
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"'`<>|:*?%;$&]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. -]+/, '')
    .trim();
  const ending = ENDINGS[type];
  const known = type === 'image/jpeg' ? /\.jpe?g$/i : new RegExp(`\\${ending}$`, 'i');
  const stem = [...plain.replace(known, '')].slice(0, NAME_MAX).join('').trim();
  return `${stem || 'evidence'}${ending}`;
}
