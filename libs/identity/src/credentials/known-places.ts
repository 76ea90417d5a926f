import { Injectable } from '@nestjs/common';
import { Clock, Random, Secret } from '@portal/kernel';
import { SealedBox, SealBroken, type SealContext } from '@portal/platform/crypto';
import { Database, type Tx } from '@portal/platform/database';
import { callerKey } from '@portal/platform/http';

/** How long a browser is known after the last sign-in from it. */
export const KNOWN_DEVICE_MS = 365 * 24 * 60 * 60_000;
/** How long a network is known after the last sign-in from it; shorter, because addresses are reassigned. */
export const KNOWN_NETWORK_DAYS = 90;
/** Maximum number of people known per browser; the one who signed in longest ago is removed first. */
const PEOPLE_MAX = 8;
const SEAL: SealContext = { table: 'cookie', rowId: 'device', purpose: 'known device' };

/** Origin of a request. */
export interface Place {
  readonly ip: string;
  /** The browser's cookie from `remember`, unverified. */
  readonly device: string | null;
}

/**
 * People who signed in from a browser, as stored in its cookie: encrypted, so that it does not reveal which accounts
 * exist.
 */
interface CarriedDevice {
  readonly id: string;
  readonly people: readonly string[];
  readonly until: number;
}

/** Browsers and networks from which people have signed in. There they are not refused because of others' attempts. */
@Injectable()
export class KnownPlaces {
  constructor(
    private readonly database: Database,
    private readonly box: SealedBox,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Takes the same work for an account that does not exist (`userId` undefined) as for one that does. */
  async find(userId: string | undefined, place: Place): Promise<{ device: string | null; network: boolean }> {
    const rows = await this.database.query(
      `select 1 from identity.known_networks where user_id = $1 and network = $2
         and seen_at > clock_timestamp() - make_interval(days => $3)`,
      [userId ?? null, callerKey(place.ip), KNOWN_NETWORK_DAYS],
    );
    return { device: this.deviceOf(userId, place), network: rows.length > 0 };
  }

  /** The browser, if the person has signed in there; null for any other. */
  deviceOf(userId: string | undefined, place: Place): string | null {
    const carried = this.open(place.device);
    return userId !== undefined && carried?.people.includes(userId) ? carried.id : null;
  }

  /**
   * Records that a person has signed in. Runs inside the transaction if `tx` is given.
   * @returns the browser's new cookie
   */
  async remember(userId: string, place: Place, tx: Pick<Tx, 'query'> = this.database): Promise<string> {
    await tx.query(
      `insert into identity.known_networks (user_id, network) values ($1, $2)
       on conflict (user_id, network) do update set seen_at = clock_timestamp()`,
      [userId, callerKey(place.ip)],
    );
    const before = this.open(place.device);
    const carried: CarriedDevice = {
      id: before?.id ?? Buffer.from(this.random.bytes(16)).toString('base64url'),
      people: [userId, ...(before?.people ?? []).filter((id) => id !== userId)].slice(0, PEOPLE_MAX),
      until: this.clock.wallNow().getTime() + KNOWN_DEVICE_MS,
    };
    return this.box.seal(new Secret(JSON.stringify(carried)), SEAL);
  }

  /** Null for a value that we did not encrypt, or that is too old. */
  private open(sealed: string | null): CarriedDevice | null {
    if (sealed === null) return null;
    try {
      const carried = JSON.parse(this.box.open(sealed, SEAL).reveal()) as CarriedDevice;
      return this.clock.wallNow().getTime() < carried.until ? carried : null;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}
