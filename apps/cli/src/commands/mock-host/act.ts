import type { Host } from './host.js';
import type { Reporter } from './reporter.js';

/** What an act may use. */
export interface Stage {
  readonly host: Host;
  readonly teller: Reporter;
  /** How long the author gets to switch secrets, milliseconds; 0 does not wait. */
  readonly waitMs: number;
  /** A path of the Drive's own API that its scoped token opens; proves that a token is dead. */
  readonly tokenPath: string | undefined;
  /** Answers to the Drive's config form. */
  readonly config: Readonly<Record<string, unknown>> | undefined;
}

/** Something the host does with a Drive, by one word of the script or the console. */
export interface Act {
  readonly summary: string;
  /** Words that may follow. */
  readonly takes?: readonly string[];
  /** Needs no manifest. */
  readonly first?: boolean;
  readonly play: (stage: Stage, word?: string) => Promise<void>;
}
