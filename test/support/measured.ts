import { register } from 'prom-client';

/** How often a histogram of this process was observed with exactly these labels. */
export async function measured(name: string, labels: Record<string, string>): Promise<number> {
  const { values } = await register.getSingleMetric(name)!.get();
  const counts = values as { metricName?: string; value: number; labels: Record<string, string> }[];
  const found = counts.find(
    (one) =>
      one.metricName === `${name}_count` &&
      Object.keys(one.labels).length === Object.keys(labels).length &&
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return found?.value ?? 0;
}
