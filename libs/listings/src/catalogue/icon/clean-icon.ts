import { encodeIcon } from '../../content/pictures.js';
import { cleanSvg } from './clean-svg.js';
import { IconRefused } from './icon-refused.js';

/** An icon that may be served: encoded again, or rewritten from the checked parts. */
export interface CleanIcon {
  mediaType: 'image/png' | 'image/svg+xml';
  content: Uint8Array;
  /** `#rrggbb`: the first colour that fills something whole, or that most of a PNG's pixels are near to; null without one. */
  accent: string | null;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
/** Pixels of each side (contract, Limits: icon). */
const SIDE = 512;

/**
 * Distinguishes PNG from SVG by the bytes, not by the server's type, and cleans it (contract, Limits: icon).
 * @throws IconRefused
 */
export async function cleanIcon(bytes: Uint8Array): Promise<CleanIcon> {
  if (PNG.every((byte, i) => bytes[i] === byte)) return { mediaType: 'image/png', ...(await cleanPng(bytes)) };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new IconRefused('The icon is neither a PNG nor an SVG in UTF-8.');
  }
  const svg = cleanSvg(text);
  return { mediaType: 'image/svg+xml', content: new TextEncoder().encode(svg), accent: fillOf(svg) };
}

/** Of an SVG as it was rewritten, in which only elements have `<`, and every `<` its `>`. */
function fillOf(svg: string): string | null {
  for (const [element] of svg.matchAll(/<[^>]*>/g)) {
    const fill = /\sfill="#([0-9a-f]{6}|[0-9a-f]{3})"/i.exec(element)?.[1]?.toLowerCase();
    if (fill && !element.includes('opacity')) return `#${fill.length === 3 ? fill.replaceAll(/./g, '$&$&') : fill}`;
  }
  return null;
}

async function cleanPng(bytes: Uint8Array): Promise<Pick<CleanIcon, 'content' | 'accent'>> {
  try {
    return await encodeIcon(bytes, SIDE);
  } catch (error) {
    throw new IconRefused(`The icon cannot be used. ${(error as Error).message}`);
  }
}
