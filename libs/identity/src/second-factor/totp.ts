import { Injectable } from '@nestjs/common';
import { Clock, Random, Secret } from '@portal/kernel';
import { Secret as OtpSecret, TOTP } from 'otpauth';

const ISSUER = 'Drive Portal';
const PERIOD_MS = 30_000;
const SEED_BYTES = 20;
/** The previous and the next code are accepted too, because phones' clocks differ. */
const WINDOW = 1;

/** Time-based one-time passwords (RFC 6238: SHA-1, 6 digits, 30 s), as supported by every authenticator app. */
@Injectable()
export class Totp {
  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** 160 random bits in base32. */
  newSeed(): Secret {
    const bytes = Uint8Array.from(this.random.bytes(SEED_BYTES));
    return new Secret(new OtpSecret({ buffer: bytes.buffer }).base32);
  }

  /** The URI in the QR code. */
  uri(seed: Secret, account: string): string {
    return generator(seed, account).toString();
  }

  /** The 30-second step of a code, by wall time; null when it is not a current code. */
  stepOf(seed: Secret, code: string): number | null {
    if (!/^\d{6}$/.test(code)) return null;
    const timestamp = this.clock.wallNow().getTime();
    const delta = generator(seed, '').validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : Math.floor(timestamp / PERIOD_MS) + delta;
  }
}

function generator(seed: Secret, account: string): TOTP {
  return new TOTP({ issuer: ISSUER, label: account, secret: OtpSecret.fromBase32(seed.reveal()) });
}
