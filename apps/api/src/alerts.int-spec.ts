import { existsSync, readFileSync } from 'node:fs';
import { collectDefaultMetrics, register, Registry, type MetricObject } from 'prom-client';
import { parse } from 'yaml';
import { ClockOffset, gaugeCatalogue, ProcessGauges, ProductGauges, Readiness } from '@portal/platform/health';
import { ModuleWorld } from '../../../test/support/database/module-world.js';
import './api.module.js';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { runbook: string; summary: string };
}
const read = (file: string): string => readFileSync(file, 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/grafana/dashboard.json')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
};
/** `| a | b |` of the table in docs/runbooks/metrics.md, without its head. */
const rows = read('docs/runbooks/metrics.md')
  .split('\n')
  .filter((line) => line.startsWith('| `portal_'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
  .map(([, gauge = '', , alarm = '', then = '']) => ({ gauge, alarm, then }));

/** Every name of a series in an expression, with the labels that it selects or groups by. */
function seriesOf(expr: string): { name: string; labels: string[] }[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(/,\s*/));
  return [...expr.matchAll(/\b((?:portal|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name, selected = '']) => ({
      name: name!,
      labels: [...grouped, ...[...selected.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, label]) => label!)],
    }),
  );
}

describe('alert rules and dashboard', () => {
  const world = ModuleWorld.forTests({ providers: [ProductGauges] });
  /** Labels of every series that the processes publish, by its name. */
  const published = new Map<string, string[]>();

  beforeAll(async () => {
    const app = world.module;
    await app.init();
    const own = new Registry();
    collectDefaultMetrics({ register: own });
    for (const part of [ClockOffset, Readiness, ProcessGauges, ProductGauges]) app.get(part).addTo(own);
    for (const metric of Registry.merge([own, register]).getMetricsAsArray() as unknown as (MetricObject & {
      labelNames?: string[];
    })[]) {
      // A scraper adds job and instance.
      const labels = [...(metric.labelNames ?? []), 'job', 'instance'];
      const isHistogram = (await register.getSingleMetric(metric.name)?.get())?.type.toString() === 'histogram';
      if (!isHistogram) published.set(metric.name, labels);
      else for (const end of ['bucket', 'count', 'sum']) published.set(`${metric.name}_${end}`, [...labels, 'le']);
    }
  });

  const unknown = (expr: string): string[] =>
    seriesOf(expr).flatMap(({ name, labels }) => {
      const known = published.get(name);
      return known ? labels.filter((label) => !known.includes(label)).map((label) => `${name}{${label}}`) : [name];
    });

  it('find a series or label that nothing publishes', () => {
    expect(unknown('max by (queue) (portal_queue_waiting{queue="money"}) > 1')).toEqual([]);
    expect(unknown('portal_nothing > 0')).toEqual(['portal_nothing']);
    expect(unknown('sum by (drive) (rate(portal_http_request_duration_seconds_count{method="GET"}[5m]))')).toEqual([
      'portal_http_request_duration_seconds_count{drive}',
    ]);
  });

  it('name only series and labels that the processes publish', () => {
    const exprs = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(exprs.length).toBeGreaterThan(60);
    for (const expr of exprs) expect([expr, seriesOf(expr).length > 0, unknown(expr)]).toEqual([expr, true, []]);
  });

  it('each have a name of their own, a runbook that exists, and a severity', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, annotations.runbook.startsWith('docs/runbooks/') && existsSync(annotations.runbook)]).toEqual([
        alert,
        true,
      ]);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it('have the limits that a check of the deployment has', () => {
    const limited = gaugeCatalogue().filter(({ limits }) => limits);
    expect(limited.length).toBeGreaterThan(10);
    for (const { name, limits } of limited) {
      const [least, most] = limits!;
      const limit = most === Infinity ? `< ${least}` : `> ${most}`;
      expect([name, rules.some(({ expr }) => expr.includes(name) && expr.includes(limit))]).toEqual([name, true]);
    }
  });

  it('are what docs/runbooks/metrics.md says, for every series of the product', () => {
    const base = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
    const expected = rows.map(({ gauge }) => {
      const name = /^`(\w+)/.exec(gauge)![1]!;
      const its = rules.filter(({ expr }) => seriesOf(expr).some((series) => base(series.name) === name));
      return (
        its.map(({ alert, expr, for: time }) => `\`${alert}\`: \`${expr}\`${time ? ` for ${time}` : ''}`).join('; ') ||
        '—'
      );
    });
    expect(rows.map(({ alarm }) => alarm)).toEqual(expected);
    const documented = new Set(rows.map(({ gauge }) => /^`(\w+)/.exec(gauge)![1]!));
    expect([...new Set([...published.keys()].map(base))].filter((name) => name.startsWith('portal_')).sort()).toEqual(
      [...documented].sort(),
    );
  });
});
