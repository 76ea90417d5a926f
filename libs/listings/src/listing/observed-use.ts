/** Events of one kind that installs of a Drive reported. */
export interface ObservedKind {
  kind: string;
  /** How many counted. */
  count: number;
  /** How many were kept apart because something was wrong with them. */
  quarantined: number;
  lastAt: Date;
}

/** What a Drive's installs were seen to do. */
export interface DriveUse {
  events: ObservedKind[];
  /** Running installs per permission that their operator granted. */
  grants: ReadonlyMap<string, number>;
  /** Running installs; each handed over the id and name of its venture. */
  installs: number;
  /** Running installs whose operator entered settings. */
  configured: number;
  /** Since when its events were seen to be the same for every install, whatever its token; null: they are not. */
  eventsSharedSince: Date | null;
}

/** Whether a Drive notified of something, and how many of its installs run that it could have notified. */
export interface Notifications {
  notified: boolean;
  installs: number;
}

/** What was observed of Drives in use, known above; provided globally by whoever knows. Without it nothing was. */
export abstract class ObservedUse {
  abstract ofDrive(driveId: string): Promise<DriveUse>;
  /** Whether an event of that kind came in since then (business time; by our clock, whatever the event says). */
  abstract notifications(driveId: string, kind: string, since: Date): Promise<Notifications>;
}
