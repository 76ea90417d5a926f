import { Inject, Injectable } from '@nestjs/common';
import { PROBE_TENANTS, runConformance, type CheckResult, type ConformanceResult } from '@portal/conformance';
import { parseUrl, readManifestDocument } from '@portal/contract';
import { Clock } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { LOGGER } from '@portal/platform/logging';
import { OutboundClient } from '@portal/platform/outbound';
import { DriveCaller, type DriveSigner } from '@portal/secrets';
import type { Logger } from 'pino';
import { ContractVersions } from '../contract-versions/contract-versions.js';
import { driveTransport } from './drive-transport.js';
import { handshakePassed } from './handshake-passed.js';

/** Time for all checks of one Drive without installs, and with them, ms. */
const RUN_MS = 30_000;
const RUN_WITH_INSTALLS_MS = 60_000;

interface CheckInput {
  manifestUrl: string;
  /** If given, the positive half of the handshake runs too, signed with this Drive's own key. */
  driveId?: string;
  /** Installs the Drive for two probe tenants, checks the steps after it, and uninstalls it again. Needs `driveId`. */
  probeInstalls?: boolean;
  onCheck?: (result: CheckResult) => void;
}

/** Result of reading the manifest alone. */
type Peek =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'read';
      readonly digest: string | null;
      readonly etag: string | null;
      /** False when there was no HTTP answer at all. */
      readonly answered: boolean;
      /** Another origin to which the manifest's address redirects. It is not followed. */
      readonly movedTo?: string;
    };

/** The origin that a redirect leads to, when it is another one; an invalid web address leads nowhere. */
function otherOrigin(
  manifestUrl: string,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string | undefined>> },
): string | undefined {
  const location = answer.headers['location'];
  if (answer.status < 300 || answer.status >= 400 || location === undefined) return undefined;
  const { origin, protocol, host } = parseUrl(location, manifestUrl) ?? { origin: '', protocol: '', host: '' };
  if (!/^https?:$/.test(protocol) || host.length > 255 || origin === new URL(manifestUrl).origin) return undefined;
  return origin;
}

const usableEtag = (etag: string | undefined): string | null =>
  etag !== undefined && /^(?:W\/)?"[\x21\x23-\x7e]{1,180}"$/.test(etag) ? etag : null;

/** Runs the checks against a live Drive. The same function for the public validator, submissions and the sync. */
@Injectable()
export class CheckDrive {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly caller: DriveCaller,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly versions: ContractVersions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async execute(input: CheckInput): Promise<ConformanceResult> {
    const signer = input.driveId === undefined ? undefined : await this.caller.signer(input.driveId);
    const result = await this.run(input, signer);
    const passed = handshakePassed(result.results);
    if (!signer || passed !== false) {
      if (signer && passed) await signer.accepted();
      return result;
    }
    // During an overlap the Drive may still know the previous key only.
    const previous = await this.caller.signer(input.driveId!, { below: signer.keyVersion });
    if (!previous) return result;
    const second = await this.run(input, previous);
    if (handshakePassed(second.results) === false) return result;
    await previous.accepted();
    return second;
  }

  /**
   * Reads only the manifest. With an ETag the Drive may answer that it is unchanged.
   * @returns `digest` null when there is no manifest to be read.
   */
  async peek(manifestUrl: string, etag: string | null = null): Promise<Peek> {
    const answer = await driveTransport(
      this.outbound,
      this.now,
      this.now() + RUN_MS,
    )({ method: 'GET', url: manifestUrl, headers: etag === null ? {} : { 'if-none-match': etag } });
    if ('failure' in answer) return { kind: 'read', digest: null, etag: null, answered: false };
    if (answer.status === 304 && etag !== null) return { kind: 'unchanged' };
    if (answer.status !== 200) {
      const movedTo = otherOrigin(manifestUrl, answer);
      return { kind: 'read', digest: null, etag: null, answered: true, ...(movedTo && { movedTo }) };
    }
    const { digest } = readManifestDocument(answer.body, { envelope: 'required' });
    return { kind: 'read', digest, etag: usableEtag(answer.headers['etag']), answered: true };
  }

  private async run(input: CheckInput, signer: DriveSigner | undefined): Promise<ConformanceResult> {
    const installs = signer !== undefined && input.probeInstalls === true;
    return runConformance({
      contract: await this.versions.now(),
      manifestUrl: input.manifestUrl,
      transport: driveTransport(this.outbound, this.now, this.now() + (installs ? RUN_WITH_INSTALLS_MS : RUN_MS)),
      now: this.now,
      mode: installs ? 'lifecycle' : signer ? 'full' : 'public',
      ...(installs ? { ...PROBE_TENANTS, pause } : {}),
      allowLoopback: this.config.isSandbox,
      host: new URL(this.config.publicUrl).origin,
      ...(signer ? { signer, mac: signer.mac } : {}),
      onError: (check, err) => this.log.error({ check, err }, 'a check broke'),
      ...(input.onCheck ? { onCheck: input.onCheck } : {}),
    });
  }

  private readonly now = (): number => this.clock.wallNow().getTime();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
