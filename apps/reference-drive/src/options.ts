/** Everything that differs between two reference Drives. */
export interface ReferenceDriveOptions {
  /** Slug of the Drive. Default `quill`. */
  readonly id?: string;
  readonly name?: string;
  /** 0 takes a free port. Default 4010. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Origin under which others reach it, without a trailing slash. Default `http://<host>:<port>`. */
  readonly publicUrl?: string;
  /** Secrets accepted from the start; none means that every signed endpoint refuses. */
  readonly secrets?: readonly string[];
  /** File with one accepted secret per line, read again whenever it changes. */
  readonly secretFile?: string;
  /** Where the state is kept; without it the state lives as long as the process. */
  readonly dataFile?: string;
  readonly pricingTier?: string;
  /** Price of one install and month as the billing endpoint reports it, in minor units. */
  readonly priceMinor?: number;
  /** Merged into the manifest last, key by key; null removes a key. */
  readonly manifestOverlay?: Readonly<Record<string, unknown>>;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
}

/** The options with every default filled in; `publicUrl` is known once the server listens. */
export type Settings = Required<Omit<ReferenceDriveOptions, 'secretFile' | 'dataFile' | 'publicUrl'>> &
  Pick<ReferenceDriveOptions, 'secretFile' | 'dataFile' | 'publicUrl'>;

export function withDefaults(options: ReferenceDriveOptions): Settings {
  const pricingTier = options.pricingTier ?? 'starter';
  return {
    id: options.id ?? 'quill',
    name: options.name ?? 'Quill',
    port: options.port ?? 4010,
    host: options.host ?? '127.0.0.1',
    publicUrl: options.publicUrl,
    secrets: options.secrets ?? [],
    secretFile: options.secretFile,
    dataFile: options.dataFile,
    pricingTier,
    priceMinor: options.priceMinor ?? (pricingTier === 'free' ? 0 : 4900),
    manifestOverlay: options.manifestOverlay ?? {},
    now: options.now ?? (() => Date.now()),
  };
}

/**
 * Reads the options from environment variables and `--port N`.
 * @throws Error naming the variable when one cannot be used.
 */
export function optionsFromEnvironment(env: NodeJS.ProcessEnv, args: readonly string[]): ReferenceDriveOptions {
  const flag = args.indexOf('--port');
  const port = flag >= 0 ? args[flag + 1] : env['DRIVE_PORT'];
  const secrets = [env['PLATFORM_AGENT_SECRET'], env['PLATFORM_AGENT_SECRET_PREVIOUS']];
  return {
    id: env['DRIVE_ID'],
    name: env['DRIVE_NAME'],
    port: port === undefined ? undefined : wholeNumber(flag >= 0 ? '--port' : 'DRIVE_PORT', port),
    host: env['DRIVE_HOST'],
    publicUrl: env['DRIVE_PUBLIC_URL']?.replace(/\/+$/, ''),
    secrets: secrets.filter((secret): secret is string => secret !== undefined && secret !== ''),
    secretFile: env['PLATFORM_AGENT_SECRET_FILE'],
    dataFile: env['DRIVE_DATA_FILE'],
    pricingTier: env['DRIVE_PRICING_TIER'],
    priceMinor:
      env['DRIVE_PRICE_MINOR'] === undefined ? undefined : wholeNumber('DRIVE_PRICE_MINOR', env['DRIVE_PRICE_MINOR']),
    manifestOverlay: env['DRIVE_MANIFEST_OVERLAY'] === undefined ? undefined : overlay(env['DRIVE_MANIFEST_OVERLAY']),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, but is "${text}"`);
  return Number(text);
}

function overlay(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new Error('DRIVE_MANIFEST_OVERLAY must be a JSON object');
}
