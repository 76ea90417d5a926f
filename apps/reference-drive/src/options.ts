import { parseArgs } from 'node:util';
import { isObject } from '@portal/contract';
import { ICON } from './pages.js';

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
  /** Where the state is kept; without it the state lives as long as the process. */
  readonly dataFile?: string;
  /** Manifest: a is flat, b is structured. Default b. */
  readonly shape?: 'a' | 'b';
  /** Which variant of the install request it reads and answers. Default both. */
  readonly installVariant?: '1' | '2' | 'both';
  readonly pricingTier?: string;
  /** Price of one install and month as the billing endpoint reports it, in minor units. */
  readonly priceMinor?: number;
  /** Merged into the manifest last, key by key; null removes a key. */
  readonly manifestOverlay?: Readonly<Record<string, unknown>>;
  /** Merged in turn after that, one more with every published version; without any the Drive has additions of its own. */
  readonly releases?: readonly Readonly<Record<string, unknown>>[];
  /** SVG served at `/icon.svg`. */
  readonly icon?: string;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
}

/** The options with every default filled in; `publicUrl` is known once the server listens. */
export type Settings = Required<Omit<ReferenceDriveOptions, 'dataFile' | 'publicUrl'>> &
  Pick<ReferenceDriveOptions, 'dataFile' | 'publicUrl'>;

export function withDefaults(options: ReferenceDriveOptions): Settings {
  const pricingTier = options.pricingTier ?? 'starter';
  return {
    id: options.id ?? 'quill',
    name: options.name ?? 'Quill',
    port: options.port ?? 4010,
    host: options.host ?? '127.0.0.1',
    publicUrl: options.publicUrl,
    secrets: options.secrets ?? [],
    dataFile: options.dataFile,
    shape: options.shape ?? 'b',
    installVariant: options.installVariant ?? 'both',
    pricingTier,
    priceMinor: options.priceMinor ?? (pricingTier === 'free' ? 0 : 4900),
    manifestOverlay: options.manifestOverlay ?? {},
    releases: options.releases ?? [],
    icon: options.icon ?? ICON,
    now: options.now ?? (() => Date.now()),
  };
}

/** Text of `--help`. */
export const HELP = `The reference Drive "Quill": a small Drive that keeps the whole contract, and breaks it when told to.

Usage: node dist/apps/reference-drive/src/main.js [options]

  --port N                   4010 when left out; 0 takes a free one and prints it
  --host ADDRESS             127.0.0.1 when left out
  --shape a|b                manifest: a is flat, b is structured; b when left out
  --install-variant 1|2|both install request and answer; both when left out
  --data FILE                keep installs, events and the version in this file; else they end with the process
  --json                     print one JSON line when it listens, on a terminal too
  -h, --help                 print this

The secret comes from PLATFORM_AGENT_SECRET (PLATFORM_AGENT_SECRET_PREVIOUS beside it during a rotation), never
from an argument. Further variables: README.md. The control page is the Drive's own address.
`;

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  shape: { type: 'string' },
  'install-variant': { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Request of the command line: the help text, or a Drive with these options. */
export type CommandLine =
  { readonly help: true } | { readonly help: false; readonly json: boolean; readonly options: ReferenceDriveOptions };

/**
 * Reads the command line and the environment; a flag wins over its variable.
 * @throws Error naming the option or variable when one cannot be used or is not known.
 */
export function readCommandLine(env: NodeJS.ProcessEnv, args: readonly string[]): CommandLine {
  const { values } = parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false });
  if (values.help) return { help: true };
  const setting = (flag: 'port' | 'host' | 'shape' | 'install-variant' | 'data', name: string): Setting => ({
    name: values[flag] === undefined ? name : `--${flag}`,
    text: values[flag] ?? env[name],
  });
  const secrets = [env['PLATFORM_AGENT_SECRET'], env['PLATFORM_AGENT_SECRET_PREVIOUS']];
  if (secrets.some((secret) => secret !== secret?.trim()))
    throw new Error('PLATFORM_AGENT_SECRET, or the one before it, begins or ends with a blank or a line end');
  const options: ReferenceDriveOptions = {
    id: env['DRIVE_ID'],
    name: env['DRIVE_NAME'],
    port: port(setting('port', 'DRIVE_PORT')),
    host: setting('host', 'DRIVE_HOST').text,
    publicUrl: env['DRIVE_PUBLIC_URL']?.replace(/\/+$/, ''),
    secrets: secrets.filter((secret): secret is string => secret !== undefined && secret !== ''),
    dataFile: setting('data', 'DRIVE_DATA_FILE').text,
    shape: oneOf(setting('shape', 'DRIVE_SHAPE'), ['a', 'b']),
    installVariant: oneOf(setting('install-variant', 'DRIVE_INSTALL_VARIANT'), ['1', '2', 'both']),
    pricingTier: env['DRIVE_PRICING_TIER'],
    priceMinor: wholeNumber({ name: 'DRIVE_PRICE_MINOR', text: env['DRIVE_PRICE_MINOR'] }),
    manifestOverlay: env['DRIVE_MANIFEST_OVERLAY'] === undefined ? undefined : overlay(env['DRIVE_MANIFEST_OVERLAY']),
  };
  return { help: false, json: values.json === true, options };
}

interface Setting {
  readonly name: string;
  readonly text: string | undefined;
}

function port(setting: Setting): number | undefined {
  const number = wholeNumber(setting);
  if (number !== undefined && number > 65_535) throw new Error(`${setting.name} must be from 0 to 65535`);
  return number;
}

function oneOf<T extends string>({ name, text }: Setting, values: readonly T[]): T | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text.toLowerCase());
  if (found === undefined) throw new Error(`${name} must be one of ${values.join(', ')}, but is "${text}"`);
  return found;
}

function wholeNumber({ name, text }: Setting): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, but is "${text}"`);
  return Number(text);
}

function overlay(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The error below reports it.
  }
  throw new Error('DRIVE_MANIFEST_OVERLAY must be a JSON object');
}
