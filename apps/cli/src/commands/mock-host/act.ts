import type { ConformanceInput } from '@portal/conformance';
import type { Host } from './host.js';
import type { Reporter } from './reporter.js';

/** Context of a step. */
export interface Stage {
  readonly host: Host;
  readonly reporter: Reporter;
  /** How long the author has to switch secrets, milliseconds; 0 does not wait. */
  readonly waitMs: number;
  /** A path of the Drive's own API that accepts the scoped token; shows that a revoked token no longer works. */
  readonly tokenPath: string | undefined;
  /** Values for the Drive's configuration form. */
  readonly config: Readonly<Record<string, unknown>> | undefined;
  /** Contract versions that the manifest may declare; none: the released ones. */
  readonly versions: Pick<ConformanceInput, 'contract'>;
}

/** A step that the host performs with a Drive, named by one word of the script or the console. */
export interface Act {
  readonly summary: string;
  /** Allowed arguments. */
  readonly takes?: readonly string[];
  /** Does not need the manifest. */
  readonly first?: boolean;
  readonly run: (stage: Stage, word?: string) => Promise<void>;
}
