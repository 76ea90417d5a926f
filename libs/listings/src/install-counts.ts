/** How many installs run, known above; provided globally by whoever knows. Without it counts are null. */
export abstract class InstallCounts {
  /** Running installs per Drive id. */
  abstract byDrive(driveIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Running installs per revision id. */
  abstract byRevision(revisionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
