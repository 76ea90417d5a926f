/**
 * Source of time. `now` is business time (periods, validity, deadlines); in sandbox mode it may be ahead of the wall
 * clock by the test clock's offset. `wallNow` is the machine's time, for comparison with other clocks and for technical
 * waiting (signing timestamps, sessions, leases, back-off).
 */
export abstract class Clock {
  abstract now(): Date;
  abstract wallNow(): Date;
}

/** Ids of new rows: UUID version 7, so that ids sort by creation time. */
export abstract class Ids {
  abstract next(): string;
}

/** Cryptographically strong random bytes. */
export abstract class Random {
  abstract bytes(length: number): Uint8Array;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
  wallNow(): Date {
    return new Date();
  }
}

/** A clock that moves only on request; for tests. */
export class FixedClock extends Clock {
  constructor(private instant: Date = new Date('2026-11-01T00:00:00.000Z')) {
    super();
  }
  now(): Date {
    return new Date(this.instant);
  }
  wallNow(): Date {
    return new Date(this.instant);
  }
  /** Moves by `ms` milliseconds (may be negative). */
  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
  set(instant: Date): void {
    this.instant = new Date(instant);
  }
}

export class SystemRandom extends Random {
  bytes(length: number): Uint8Array {
    return globalThis.crypto.getRandomValues(new Uint8Array(length));
  }
}

/** UUID v7 (RFC 9562): 48 bits of wall milliseconds, then a 12-bit counter within the millisecond and 62 random bits. */
export class SystemIds extends Ids {
  private lastMs = 0;
  private counter = 0;

  constructor(
    private readonly random: Random = new SystemRandom(),
    private readonly wallMs: () => number = () => Date.now(),
  ) {
    super();
  }

  next(): string {
    const now = this.wallMs();
    if (now > this.lastMs) {
      this.lastMs = now;
      this.counter = 0;
    } else if (++this.counter > 0xfff) {
      this.lastMs += 1;
      this.counter = 0;
    }
    const bytes = this.random.bytes(16);
    let ms = this.lastMs;
    for (let i = 5; i >= 0; i--) {
      bytes[i] = ms % 256;
      ms = Math.floor(ms / 256);
    }
    bytes[6] = 0x70 | (this.counter >> 8);
    bytes[7] = this.counter & 0xff;
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}
