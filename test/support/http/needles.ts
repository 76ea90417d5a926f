/** Least length of a text that is searched for. */
const START = 8;

/** Many texts that are searched for in others, all at once: by their beginnings, as written in JSON. */
export class Needles {
  private readonly byStart = new Map<string, { readonly text: string; readonly inJson: string }[]>();

  /** @param texts of at least eight characters each */
  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const inJson = JSON.stringify(text).slice(1, -1);
      const start = inJson.slice(0, START);
      this.byStart.set(start, [...(this.byStart.get(start) ?? []), { text, inJson }]);
    }
  }

  /** Those in a body of JSON. */
  in(body: string): string[] {
    const found = new Set<string>();
    for (let at = 0; at + START <= body.length; at += 1)
      for (const { text, inJson } of this.byStart.get(body.slice(at, at + START)) ?? [])
        if (body.startsWith(inJson, at)) found.add(text);
    return [...found];
  }
}
