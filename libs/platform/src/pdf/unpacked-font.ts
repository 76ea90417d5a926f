import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;

/** Unpacks a WOFF font (W3C, version 1). Used packed, a table would be unpacked again for every embedded character. */
export function unpackedFont(path: string): Buffer {
  const woff = readFileSync(path);
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error(`${path} is no WOFF font`);
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts = [directory];
  let offset = directory.length;
  for (let n = 0; n < count; n += 1) {
    const entry = HEADER + ENTRY * n;
    const [at, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
      number,
    ];
    const table = woff.subarray(at, at + packed);
    const whole = packed < length ? inflateSync(table) : table;
    if (whole.length !== length) throw new Error(`${path} is damaged`);
    woff.copy(directory, 12 + 16 * n, entry, entry + 4);
    directory.writeUInt32BE(checksum, 12 + 16 * n + 4);
    directory.writeUInt32BE(offset, 12 + 16 * n + 8);
    directory.writeUInt32BE(length, 12 + 16 * n + 12);
    parts.push(whole, Buffer.alloc(-length & 3));
    offset += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
