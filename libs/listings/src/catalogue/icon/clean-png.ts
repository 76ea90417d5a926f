import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { IconRefused } from './icon-refused.js';

/** Pixels of each side (contract, Limits: icon). */
const SIDE = 512;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Samples per pixel and the bit depths allowed, by colour type. */
const COLOURS: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** Start and step of each pass of an interlaced image: x, y, then both steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Parts {
  header: Buffer;
  palette: Buffer | null;
  transparency: Buffer | null;
  data: Buffer[];
}

/**
 * Rewrites a PNG: header, palette, transparency and the pixels, packed again. Text, colour profiles, animation and
 * whatever follows the end stay behind.
 * @throws IconRefused for anything that is not a whole and right PNG of 512 by 512.
 */
export function cleanPng(bytes: Uint8Array): Uint8Array {
  const { header, palette, transparency, data } = parts(Buffer.from(bytes));
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width !== SIDE || height !== SIDE)
    throw new IconRefused(`The icon has ${width} by ${height} pixels; it must have ${SIDE} by ${SIDE}.`);
  const [depth, type, compression, filter, interlace] = header.subarray(8);
  const colour = COLOURS[type!];
  if (!colour?.depths.includes(depth!) || compression !== 0 || filter !== 0 || interlace! > 1)
    throw new IconRefused('The header of the icon is not that of a PNG.');
  if ((type === 3) !== (palette !== null) && type !== 2 && type !== 6)
    throw new IconRefused('The palette of the icon is missing, or there is one too many.');
  if (palette && (palette.length % 3 !== 0 || palette.length > 768 || palette.length === 0))
    throw new IconRefused('The palette of the icon is not right.');
  const rows = rowLengths(depth! * colour.samples, interlace === 1);
  const pixels = unpack(Buffer.concat(data), rows);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function parts(bytes: Buffer): Parts {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw new IconRefused('The icon is not a PNG.');
  const found: Parts = { header: Buffer.alloc(0), palette: null, transparency: null, data: [] };
  for (let at = 8; ;) {
    if (at + 12 > bytes.length) throw new IconRefused('The icon ends too early.');
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new IconRefused('The icon ends too early.');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw new IconRefused('A checksum in the icon is wrong.');
    const content = bytes.subarray(at + 8, end - 4);
    if ((at === 8) !== (type === 'IHDR') || (type === 'IHDR' && length !== 13))
      throw new IconRefused('The icon does not begin with the header of a PNG.');
    if (type === 'IHDR') found.header = content;
    else if (type === 'PLTE') found.palette = once(found.palette, content);
    else if (type === 'tRNS') found.transparency = once(found.transparency, content);
    else if (type === 'IDAT') found.data.push(content);
    else if (type === 'IEND') return found;
    else if (/^[A-Z]/.test(type)) throw new IconRefused('The icon has a part that no PNG has.');
    at = end;
  }
}

function once(before: Buffer | null, content: Buffer): Buffer {
  if (before !== null || content.length > 768) throw new IconRefused('A part of the icon is there twice or too long.');
  return content;
}

/** Bytes of each row of pixels, without its filter byte. */
function rowLengths(bitsPerPixel: number, interlaced: boolean): number[] {
  const bytes = (width: number): number => Math.ceil((width * bitsPerPixel) / 8);
  if (!interlaced) return Array.from({ length: SIDE }, () => bytes(SIDE));
  return ADAM7.flatMap(([x, y, stepX, stepY]) =>
    Array.from({ length: Math.ceil((SIDE - y) / stepY) }, () => bytes(Math.ceil((SIDE - x) / stepX))),
  );
}

/** The pixels, exactly as many as the header promises: a packed flood ends at the first byte too many. */
function unpack(packed: Buffer, rows: readonly number[]): Buffer {
  const size = rows.reduce((sum, row) => sum + row + 1, 0);
  let pixels: Buffer;
  try {
    pixels = inflateSync(packed, { maxOutputLength: size });
  } catch {
    throw new IconRefused('The pixels of the icon cannot be unpacked to what its header promises.');
  }
  if (pixels.length !== size) throw new IconRefused('The icon has too few pixels.');
  let at = 0;
  for (const row of rows) {
    if (pixels[at]! > 4) throw new IconRefused('A row of the icon uses a filter that no PNG has.');
    at += row + 1;
  }
  return pixels;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
