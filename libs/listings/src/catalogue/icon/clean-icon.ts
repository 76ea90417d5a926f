import { encodeIcon } from '../../content/pictures.js';
import { cleanSvg } from './clean-svg.js';
import { IconRefused } from './icon-refused.js';

/** An icon that may be served: encoded again, or rewritten from the checked parts. */
export interface CleanIcon {
  mediaType: 'image/png' | 'image/svg+xml';
  content: Uint8Array;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
/** Pixels of each side (contract, Limits: icon). */
const SIDE = 512;

/**
 * Distinguishes PNG from SVG by the bytes, not by the server's type, and cleans it (contract, Limits: icon).
 * @throws IconRefused
 */
export async function cleanIcon(bytes: Uint8Array): Promise<CleanIcon> {
  if (PNG.every((byte, i) => bytes[i] === byte)) return { mediaType: 'image/png', content: await cleanPng(bytes) };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new IconRefused('The icon is neither a PNG nor an SVG in UTF-8.');
  }
  return { mediaType: 'image/svg+xml', content: new TextEncoder().encode(cleanSvg(text)) };
}

async function cleanPng(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await encodeIcon(bytes, SIDE);
  } catch (error) {
    throw new IconRefused(`The icon cannot be used. ${(error as Error).message}`);
  }
}
