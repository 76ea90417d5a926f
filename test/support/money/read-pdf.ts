import { inflateSync } from 'node:zlib';

/** The contents of the streams of a PDF, and the characters of its glyphs. */
export function textOf(pdf: Buffer): string {
  return [...streamsOf(pdf).values()].join('\n');
}

/** Streams by the number of their object, inflated: as long as they say, because their bytes may be anything. */
function streamsOf(pdf: Buffer): Map<string, string> {
  const found = pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n((?:(?!endobj)[\s\S])*?)\nstream\r?\n/gm);
  return new Map(
    [...found].flatMap(({ 0: head, 1: id, 2: entries, index }): [string, string][] => {
      const length = Number(/\/Length (\d+)/.exec(entries!)![1]);
      try {
        return [[id!, inflateSync(pdf.subarray(index + head.length, index + head.length + length)).toString('latin1')]];
      } catch {
        return [];
      }
    }),
  );
}

/** Text of the pages, as any reader extracts it: glyphs of each font by its own table, from left to right. */
export function readOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = streamsOf(pdf);
  const fonts = new Map(
    [...raw.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]): [string, string[]] => {
      const font = new RegExp(`^${id} 0 obj\\n[\\s\\S]*?/ToUnicode (\\d+) 0 R`, 'm').exec(raw);
      const table = streams.get(font![1]!)!;
      const rows = [...table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)];
      const meant: string[] = [];
      for (const [, from, , list] of rows)
        [...list!.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units], n) => {
          const text = Buffer.from(units!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
          meant[parseInt(from!, 16) + n] = text;
        });
      return [name!, meant];
    }),
  );
  let font: string[] = [];
  let text = '';
  for (const content of streams.values())
    for (const [, chosen, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (chosen !== undefined) font = fonts.get(chosen)!;
      else
        for (const [, glyphs] of shown!.matchAll(/<([0-9a-f]+)>/g))
          for (const [glyph] of glyphs!.matchAll(/.{4}/g)) text += font[parseInt(glyph, 16)] ?? '\u{1f6ab}';
    }
  return text;
}
