import type { Sharp } from 'sharp';
import { listingsErrors } from '../errors.js';

/** What is taken as a picture: kinds of files, bytes, pixels, and the least size. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const PICTURE_BYTES = 2 * 1024 * 1024;
const MOST_PIXELS = 16_000_000;
const LEAST = { width: 320, height: 200 };
/** The frame that a larger one is scaled into, the longest time for one, s, and how many may wait. */
const FRAME = { width: 1_920, height: 1_200 };
const TIMEOUT_S = 10;
const MOST_WAITING = 8;

const READERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

/** The library, from the first picture on: one at a time, on one thread, and nothing is kept; no other format is ever read. */
async function load() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return sharp;
}
let loaded: ReturnType<typeof load> | undefined;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** A picture whose bytes begin as they should, decoded after those before it. @throws Error with the reason, one sentence */
async function decode<T>(
  bytes: Uint8Array,
  form: RegExp,
  pixels: number,
  use: (open: () => Sharp) => Promise<T>,
): Promise<T> {
  if (!form.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) throw new Error('It is of another format.');
  const options = { limitInputPixels: pixels, failOn: 'warning', sequentialRead: true } as const;
  const sharp = await (loaded ??= load());
  const turn = last.then(() => use(() => sharp(bytes, options).timeout({ seconds: TIMEOUT_S })));
  last = turn.catch(() => undefined);
  return turn.catch(({ message }: Error) => {
    throw new Error(message.startsWith('It ') ? message : 'It is damaged, not complete, or has too many pixels.');
  });
}

/**
 * The pixels of a PNG, JPEG or WebP, upright and scaled into the frame, as WebP: nothing else of the file is left, such as
 * where it was taken.
 * @throws AppError `picture_refused` (400) with the reason, `pictures_busy` (503)
 */
export async function encodePicture(bytes: Buffer): Promise<{ content: Buffer; width: number; height: number }> {
  if (waiting >= MOST_WAITING) throw listingsErrors.pictures_busy({ retryAfterMs: TIMEOUT_S * 1_000 });
  waiting += 1;
  try {
    return await decode(bytes, /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF[^]{4}WEBP)/, MOST_PIXELS, async (open) => {
      const { pages = 1, autoOrient: size } = await open().metadata();
      if (pages > 1) throw new Error('It moves.');
      if (size.width < LEAST.width || size.height < LEAST.height) throw new Error('It is too small.');
      const scaled = open()
        .autoOrient()
        .resize({ ...FRAME, fit: 'inside', withoutEnlargement: true });
      const { data, info } = await scaled.webp({ quality: 84 }).toBuffer({ resolveWithObject: true });
      return { content: data, width: info.width, height: info.height };
    });
  } catch (error) {
    const message = (error as Error).message;
    throw listingsErrors.picture_refused({
      details: [{ pointer: '', code: 'picture_refused', message }],
    });
  } finally {
    waiting -= 1;
  }
}

/** The pixels of a PNG of that many pixels a side, as PNG, and its main colour. @throws Error with the reason */
export function encodeIcon(bytes: Uint8Array, side: number): Promise<{ content: Buffer; accent: string | null }> {
  return decode(bytes, /^\x89PNG\r\n\x1a\n/, side * side, async (open) => {
    const { width, height } = await open().metadata();
    if (width !== side || height !== side)
      throw new Error(`It has ${width} by ${height} pixels, not ${side} by ${side}.`);
    const small = open().resize(64, 64, { kernel: 'nearest' }).toColourspace('srgb').ensureAlpha();
    const accent = mainColour(await small.raw().toBuffer());
    return { content: await open().png({ compressionLevel: 9 }).toBuffer(), accent };
  });
}

/** `#rrggbb`, in 16 steps each, of most opaque pixels (RGBA) that are no grey; null without such. */
function mainColour(pixels: Buffer): string | null {
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const rgb = pixels.subarray(at, at + 3).map((value) => 17 * Math.round(value / 17));
    if (pixels[at + 3]! < 255 || Math.max(...rgb) - Math.min(...rgb) < 48) continue;
    const colour = `#${Buffer.from(rgb).toString('hex')}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
