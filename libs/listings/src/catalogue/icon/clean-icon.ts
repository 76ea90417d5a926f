import { cleanPng } from './clean-png.js';
import { cleanSvg } from './clean-svg.js';
import { IconRefused } from './icon-refused.js';

/** An icon that may be served: rewritten from the checked parts, without any other byte of the author's. */
export interface CleanIcon {
  mediaType: 'image/png' | 'image/svg+xml';
  content: Uint8Array;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];

/**
 * Distinguishes PNG from SVG by the bytes, not by the server's type, and cleans it (contract, Limits: icon).
 * @throws IconRefused
 */
export function cleanIcon(bytes: Uint8Array): CleanIcon {
  if (PNG.every((byte, i) => bytes[i] === byte)) return { mediaType: 'image/png', content: cleanPng(bytes) };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new IconRefused('The icon is neither a PNG nor an SVG in UTF-8.');
  }
  return { mediaType: 'image/svg+xml', content: new TextEncoder().encode(cleanSvg(text)) };
}
