import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

/** One workspace: a tenant's venture that uses this Drive. Kept after it was revoked, so that its page can say so. */
export interface Install {
  readonly install_id: string;
  readonly tenant_id: string;
  readonly venture_id: string | null;
  readonly venture_name: string | null;
  readonly operator_email: string | null;
  readonly install_origin: string | null;
  readonly config: Readonly<Record<string, unknown>>;
  readonly permissions: readonly string[];
  /** Version of the settings: 1 came with the install. */
  readonly settings_version: number;
  /** Product version it was installed at. */
  readonly version: string;
  /** Unix milliseconds. */
  readonly created_at: number;
  readonly revoked_at: number | null;
}

/** One row of the append-only event log (contract: Event row). */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  /** Unix milliseconds. */
  readonly ts: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whose it is; null for an event of the Drive as a whole. Not sent. */
  readonly install_id: string | null;
}

export interface DriveState {
  /** Key of this Drive from which scoped tokens are derived, hex. */
  readonly token_key: string;
  /** Accepted signing secrets that were entered in the console, newest first; `until` is null for the newest. */
  secrets: { readonly secret: string; readonly until: number | null }[];
  /** Signing secrets of single tenants, as their install requests brought them; `until` is null while they are valid. */
  tenant_secrets: { readonly tenant_id: string; readonly secret: string; readonly until: number | null }[];
  /** How many versions have been published after the first. */
  releases: number;
  version: string;
  installs: Install[];
  events: StoredEvent[];
  /** Events of the host, newest last; `install_id` is that of the token that came with it. */
  received: StoredEvent[];
}

/** The Drive's state in memory, written to one JSON file after every change and before the change is answered. */
export class Store {
  readonly state: DriveState;

  /** @throws Error when the file exists and cannot be read: starting empty would lose every install. */
  constructor(private readonly file: string | undefined) {
    this.state = file !== undefined && existsSync(file) ? read(file) : empty();
    if (file !== undefined && !existsSync(file)) this.save();
  }

  /** Applies a change and keeps it. */
  change<T>(work: (state: DriveState) => T): T {
    const result = work(this.state);
    this.save();
    return result;
  }

  private save(): void {
    if (this.file === undefined) return;
    mkdirSync(path.dirname(this.file), { recursive: true });
    const draft = `${this.file}.tmp`;
    const handle = openSync(draft, 'w', 0o600);
    try {
      writeSync(handle, JSON.stringify(this.state));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, this.file);
  }
}

function empty(): DriveState {
  return {
    token_key: randomBytes(32).toString('hex'),
    secrets: [],
    tenant_secrets: [],
    releases: 0,
    version: '1.0.0',
    installs: [],
    events: [],
    received: [],
  };
}

function read(file: string): DriveState {
  try {
    return { ...empty(), ...(JSON.parse(readFileSync(file, 'utf8')) as DriveState) };
  } catch (error) {
    throw new Error(`The state in ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
