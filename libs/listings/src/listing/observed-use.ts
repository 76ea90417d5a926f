/** Events of one kind that installs of a Drive reported. */
export interface ObservedKind {
  kind: string;
  /** How many counted. */
  count: number;
  /** How many were quarantined because of a fault. */
  quarantined: number;
  lastAt: Date;
}

/** Observed use of a Drive's installs. */
export interface DriveUse {
  events: ObservedKind[];
  /** Events of the host that its installs confirmed, as long as deliveries are kept. */
  delivered: Pick<ObservedKind, 'kind' | 'count' | 'lastAt'>[];
  /** The last calls of each running install by the capability that they are for; when one last succeeded. */
  calls: { capability: string; installs: number; failing: number; lastAt: Date | null }[];
  /** Running installs per permission that their operator granted. */
  grants: ReadonlyMap<string, number>;
  /** Running installs; each received the id and name of its venture. */
  installs: number;
  /** Running installs whose operator entered settings. */
  configured: number;
  /** Since when its events were observed to be the same for every install and token; null: they are not. */
  eventsSharedSince: Date | null;
}

/** Whether a Drive notified of something, and how many of its installs run that it could have notified. */
export interface Notifications {
  notified: boolean;
  installs: number;
}

/** Observations of Drives in use, provided globally by a lib above. Without it there are none. */
export abstract class ObservedUse {
  abstract ofDrive(driveId: string): Promise<DriveUse>;
  /** Whether an event of that kind arrived since then (business time; by our clock, not the event's). */
  abstract notifications(driveId: string, kind: string, since: Date): Promise<Notifications>;
}
