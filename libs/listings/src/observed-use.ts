/** Events of one kind that installs of a Drive told. */
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
}

/** What was observed of Drives in use, known above; provided globally by whoever knows. Without it nothing was. */
export abstract class ObservedUse {
  abstract ofDrive(driveId: string): Promise<DriveUse>;
}
