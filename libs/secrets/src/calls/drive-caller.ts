import { macFromSecret, type Mac } from '@portal/conformance';
import { Injectable } from '@nestjs/common';
import { isObject, isSignatureMismatch, MAX_SKEW_MS, parseStrictJson, signatureHeaders } from '@portal/contract';
import { Transactor } from '@portal/platform/database';
import { OutboundClient, OutboundError, type OutboundRequest, type OutboundResponse } from '@portal/platform/outbound';
import { driveUrl } from './domain/drive-url.js';
import { secretsErrors } from '../errors.js';
import { SigningKeyAdopted } from '../events.js';
import { KeyCache } from '../keys/key-cache.js';
import { NoteInstallUse } from './note-install-use.js';
import type { KeyUse } from './note-key-uses.js';
import { SigningKeysRepository, type SignableRow } from '../keys/signing-keys.repository.js';
import { SigningReservations } from './signing-reservations.js';

export interface DriveCall {
  driveId: string;
  /** The tenant on whose behalf the call is made. If the Drive has a key for it, that key signs. */
  tenantId?: string;
  /** The install that is called, to record which key it accepts. */
  installId?: string;
  /** Registered origin of the Drive, for example `https://drive.example.com`. */
  origin: string;
  /** Path and query of a signed endpoint, with encoded ids; signed and sent unchanged. */
  path: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: object;
  /** Scoped token of an install. */
  bearer?: string;
  /** Timeout of the whole exchange, ms. */
  timeoutMs?: number;
  maxBytes?: number;
  /** Receives the body of a 200 response in chunks (`OutboundRequest.onBody`). */
  onBody?: OutboundRequest['onBody'];
  /**
   * Receives the use of the key by an accepted call, for callers that record many uses together (`NoteKeyUses`). Without
   * it the use is recorded before the call returns.
   */
  onAccepted?: ((use: KeyUse) => void) | undefined;
}

export interface DriveAnswer extends OutboundResponse {
  /** Version of the key that signed the answered request. */
  keyVersion: number;
}

/** Result of one request signed with a chosen key. */
export interface ProbeAnswer {
  keyId: string;
  response: { status: number; refusedSignature: boolean } | OutboundError;
}

/** Signs one request of a run; `accepted` records that the Drive accepted a signature of this key. */
export type DriveSigner = ((path: string, timestampMs?: number) => Record<string, string>) & {
  readonly keyVersion: number;
  readonly accepted: () => Promise<void>;
  /**
   * For diagnosing how a Drive that refuses correct signatures signs itself. Decrypts the secret only when it is
   * called.
   */
  readonly mac: Mac;
};

/** Maximum number of timestamps of one conformance run. */
const SIGNER_BLOCK = 256;
/**
 * A request is signed with the newest key, then the other valid one, then the newest again, because the Drive may
 * switch in between.
 */
const MAX_SENDS = 3;

/**
 * Signed requests to Drives (contract: Authentication). Signs with the newest valid key. If the Drive answers 401
 * because the signature does not match, the request is sent again with the other valid key, if there is one. This is
 * safe for every method because a refused signature has no side effects. No key signs twice with the same timestamp, in
 * any process.
 */
@Injectable()
export class DriveCaller {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly reservations: SigningReservations,
    private readonly cache: KeyCache,
    private readonly outbound: OutboundClient,
    private readonly transactor: Transactor,
    private readonly noteInstallUse: NoteInstallUse,
  ) {}

  /**
   * Returns the response for any HTTP status. Must not be called inside a transaction.
   * @throws OutboundError when the Drive cannot be reached; AppError `signing_key_missing` (409) without a valid key.
   */
  async call(call: DriveCall): Promise<DriveAnswer> {
    const first = await this.reservations.next(call);
    if (!first) throw secretsErrors.signing_key_missing();
    let key = first;
    let response = await this.send(call, key);
    for (let sent = 1; sent < MAX_SENDS && refusedTheSignature(response); sent++) {
      const other = await this.another(call, key, first);
      if (!other) break;
      key = other;
      response = await this.send(call, key);
    }
    return this.answered(call, key, response);
  }

  /**
   * Calls a public endpoint, without signature and token (contract: Authentication 8).
   * @throws OutboundError when the Drive cannot be reached
   */
  async callPublic(call: Pick<DriveCall, 'origin' | 'path' | 'timeoutMs' | 'maxBytes'>): Promise<OutboundResponse> {
    return this.outbound.request({ url: urlOf(call), ...limitsOf(call) });
  }

  /**
   * Sends a request signed with the newest valid key, or with the previous one, and no other. Undefined when there is
   * no such key. Acceptance of the newest key counts as adoption; of the previous one nothing is recorded, because it
   * was not needed. Must not be called inside a transaction.
   */
  async probe(call: DriveCall, role: 'newest' | 'previous'): Promise<ProbeAnswer | undefined> {
    const newest = await this.reservations.next(call);
    const key = newest && role === 'previous' ? await this.keys.reserve(newest, { except: newest.version }) : newest;
    if (!key) return undefined;
    try {
      const response = await this.send(call, key);
      if (role === 'newest') await this.answered(call, key, response);
      return {
        keyId: key.id,
        response: { status: response.status, refusedSignature: refusedTheSignature(response) },
      };
    } catch (error) {
      if (error instanceof OutboundError) return { keyId: key.id, response: error };
      throw error;
    }
  }

  /**
   * A signer for a conformance run that brings its own transport: up to 256 requests within the next minutes, with the
   * newest valid key (or the newest below `below`). A current time is replaced by a timestamp that no other call of the
   * key gets; a time that a Drive must refuse as stale is signed unchanged. Undefined when there is no such key. The
   * signer throws when its timestamps are used up.
   */
  async signer(driveId: string, options: { below?: number } = {}): Promise<DriveSigner | undefined> {
    const row =
      (await this.keys.reserve({ driveId }, { below: options.below ?? null, count: SIGNER_BLOCK })) ??
      (options.below === undefined ? undefined : await this.keys.reserveBefore({ driveId }, SIGNER_BLOCK));
    if (!row) return undefined;
    const secret = this.cache.prepare(row);
    let used = 0;
    const sign = (path: string, wantedMs: number = row.timestampMs): Record<string, string> => {
      if (row.timestampMs - wantedMs > MAX_SKEW_MS) return signatureHeaders({ secret, path, timestampMs: wantedMs });
      if (used >= SIGNER_BLOCK) throw new Error('a signer signs 256 requests at most');
      return signatureHeaders({ secret, path, timestampMs: row.timestampMs + used++ });
    };
    let opened: Mac | undefined;
    const mac: Mac = (payload, reading) => (opened ??= macFromSecret(this.cache.open(row).reveal()))(payload, reading);
    return Object.assign(sign, { keyVersion: row.version, mac, accepted: () => this.accepted({ driveId }, row) });
  }

  /**
   * The key to sign with after the Drive has refused `tried`: the other valid key of the same owner, or of the one before.
   * A tenant's key that the Drive has never accepted may have been ignored at install, so the Drive's own is used then.
   */
  private async another(call: DriveCall, tried: SignableRow, first: SignableRow): Promise<SignableRow | undefined> {
    const ignored = tried.scope === 'tenant' && !first.adopted;
    const sibling = ignored && tried !== first ? undefined : await this.keys.reserve(tried, { except: tried.version });
    if (sibling && (tried === first || tried.ownerId !== first.ownerId)) return sibling;
    const before = tried.ownerId === first.ownerId ? await this.keys.reserveBefore(call) : undefined;
    return before ?? sibling ?? (ignored ? this.keys.reserve({ driveId: call.driveId }) : undefined);
  }

  /** Records that the Drive accepted this key, and its adoption the first time. */
  private async accepted(
    { driveId, tenantId, installId, onAccepted }: Pick<DriveCall, 'driveId' | 'tenantId' | 'installId' | 'onAccepted'>,
    key: SignableRow,
  ): Promise<void> {
    const isStale = key.adopted && key.useIsStale;
    if (!key.adopted) await this.adopted(driveId, key, tenantId ?? null);
    if (onAccepted) return onAccepted({ keyId: key.id, driveId, installId, isStale });
    if (isStale) await this.keys.noteUses([key.id]);
    if (installId !== undefined) await this.noteInstallUse.execute({ installId, keyId: key.id, driveId });
  }

  private async adopted(driveId: string, key: SignableRow, tenantId: string | null): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.keys.adopt(tx, key.id))) return;
      await tx.emit(SigningKeyAdopted, {
        scope: key.scope,
        drive_id: driveId,
        tenant_id: key.scope === 'tenant' ? tenantId : null,
        key_id: key.id,
        version: key.version,
      });
    });
  }

  private async send(call: DriveCall, key: SignableRow): Promise<OutboundResponse> {
    return this.outbound.request({
      url: urlOf(call),
      method: call.method,
      headers: {
        ...signatureHeaders({ secret: this.cache.prepare(key), path: call.path, timestampMs: key.timestampMs }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.onBody === undefined ? {} : { onBody: call.onBody }),
      ...limitsOf(call),
    });
  }

  private async answered(call: DriveCall, key: SignableRow, response: OutboundResponse): Promise<DriveAnswer> {
    if (response.status >= 200 && response.status < 300) await this.accepted(call, key);
    return { ...response, keyVersion: key.version };
  }
}

function urlOf({ origin, path }: Pick<DriveCall, 'origin' | 'path'>): string {
  const url = driveUrl(origin, path);
  if (url === undefined) throw secretsErrors.drive_path_invalid();
  return url;
}

const limitsOf = ({ timeoutMs, maxBytes }: DriveCall | Pick<DriveCall, 'timeoutMs' | 'maxBytes'>) => ({
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(maxBytes === undefined ? {} : { maxBytes }),
});

/** A 401 whose reason, in any known spelling, is a signature mismatch. Stale or missing signatures do not count. */
function refusedTheSignature(response: OutboundResponse): boolean {
  if (response.status !== 401) return false;
  const parsed = parseStrictJson(response.body);
  return parsed.ok && isObject(parsed.value) && isSignatureMismatch(parsed.value.error);
}
