/** A whole element of `data.events`, or the size and the beginning of one above the limit of a row. */
export type StreamedRow = { readonly bytes: Uint8Array } | { readonly tooLarge: number; readonly head: Uint8Array };

/** Longest row that is kept, bytes. */
const MAX_ROW_BYTES = 256 * 1024;
/** Longest rest of an answer, bytes: everything but the rows. */
const MAX_REST_BYTES = 64 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Cuts the rows out of an events answer while it arrives (contract: Endpoints 2), in constant memory: the rows as their
 * bytes, and the rest of the answer with an empty list in their place. Nothing is judged here but where a row ends; both
 * are read strictly afterwards.
 */
export class EventRowStream {
  /** Where in the answer: outside the list, between two rows, or in a row. */
  private place: 'rest' | 'list' | 'row' = 'rest';
  private found = false;
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** The key whose value comes next, per depth 1 and 2; a key is a string that a colon follows. */
  private readonly keys: string[] = ['', '', ''];
  private text: number[] | undefined;
  private lastText = '';
  private readonly rest: number[] = [];
  private parts: Uint8Array[] = [];
  private size = 0;
  private scalar = false;

  /** The rows that ended within the piece. @throws RestTooLarge when the rest outside of rows is longer than 64 KiB */
  push(piece: Uint8Array): StreamedRow[] {
    const rows: StreamedRow[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!;
      if (this.place === 'rest') {
        this.outside(byte);
      } else if (this.place === 'list') {
        if (byte === CLOSE_LIST) this.leaveList();
        else if (byte !== COMMA && !isSpace(byte)) {
          this.beginRow(byte);
          from = at;
        }
      } else {
        const ends = this.inRow(byte);
        if (ends === 'with') {
          rows.push(this.endRow(piece.subarray(from, at + 1)));
        } else if (ends === 'before') {
          rows.push(this.endRow(piece.subarray(from, at)));
          if (byte === CLOSE_LIST) this.leaveList();
        }
      }
    }
    if (this.place === 'row') this.keep(piece.subarray(from));
    return rows;
  }

  /** The rest outside of rows. `found`: a list of events was found; `open`: the answer ended inside it. */
  end(): { rest: Uint8Array; found: boolean; open: boolean } {
    return { rest: Uint8Array.from(this.rest), found: this.found, open: this.place !== 'rest' };
  }

  private outside(byte: number): void {
    this.rest.push(byte);
    if (this.rest.length > MAX_REST_BYTES) throw new RestTooLarge();
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) {
        this.inString = false;
        this.lastText = String.fromCharCode(...(this.text ?? []));
        this.text = undefined;
        return;
      }
      // A key that is written with escapes does not match.
      if (this.text && this.text.length < 16) this.text.push(byte);
      return;
    }
    if (byte === QUOTE) {
      this.inString = true;
      this.text = [];
    } else if (byte === COLON) {
      if (this.depth <= 2) this.keys[this.depth] = this.lastText;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (byte === OPEN_LIST && this.depth === 2 && this.keys[1] === 'data' && this.keys[2] === 'events') {
        this.place = 'list';
        this.found = true;
      }
      this.depth += 1;
      if (this.depth <= 2) this.keys[this.depth] = '';
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.depth -= 1;
  }

  private leaveList(): void {
    this.place = 'rest';
    this.depth = 2;
    this.rest.push(CLOSE_LIST);
  }

  private beginRow(byte: number): void {
    this.place = 'row';
    this.parts = [];
    this.size = 0;
    this.escaped = false;
    this.inString = byte === QUOTE;
    this.scalar = byte !== OPEN_OBJECT && byte !== OPEN_LIST;
    this.depth = this.scalar ? 0 : 1;
  }

  /** Whether the row ends with this byte or before it. */
  private inRow(byte: number): 'with' | 'before' | undefined {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.inString = false;
      return undefined;
    }
    if (this.depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) return 'before';
    if (byte === QUOTE) this.inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.depth -= 1;
      if (this.depth <= 0 && !this.scalar) return 'with';
    }
    return undefined;
  }

  private keep(bytes: Uint8Array): void {
    // A copy: the piece is the connection's.
    if (this.size <= MAX_ROW_BYTES) this.parts.push(Uint8Array.from(bytes));
    this.size += bytes.length;
  }

  private endRow(last: Uint8Array): StreamedRow {
    this.place = 'list';
    const { parts, size } = this;
    this.parts = [];
    const total = size + last.length;
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    return total > MAX_ROW_BYTES ? { tooLarge: total, head: bytes } : { bytes };
  }
}

/** The part of an events answer outside of rows is too long. */
export class RestTooLarge extends Error {}
