/** How many installs run, provided globally by a lib above. Without it counts are null. */
export abstract class InstallCounts {
  /** Running installs per Drive id. */
  abstract byDrive(driveIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Which of the Drives refuse all signed calls of an install that runs. */
  abstract refusing(driveIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Running installs per revision id. */
  abstract byRevision(revisionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Installs of a Drive that ran at an instant. */
  abstract runningAt(driveId: string, at: Date): Promise<number>;
}
