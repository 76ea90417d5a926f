/**
 * Milliseconds of processor time that this process spent in `work`: a bound on it holds however busy the machine is,
 * which a bound on the clock does not.
 */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
