import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AlertKey, RuleName, Subject } from '../../../lib/model/ids.ts';
import { Instant } from '../../../lib/model/time/time.ts';
import { listMetrics } from '../../../lib/views/metrics/metrics.ts';
import { aHead, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';

const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});
const dashboard = Dashboard.parse(
  JSON.parse(readFileSync(new URL('../../../docs/grafana-dashboard.json', import.meta.url), 'utf8')),
);

const families = listMetrics([], aPolicy(), noon);
/** Reported by the process that serves the metrics, and not from heads. */
const ofProcess = 'spendwatch_last_pass_timestamp_seconds';
const names = [...families.map(({ name }) => name), ofProcess];

const firing = (rule: string, severity: 'warning' | 'critical', phase: 'firing' | 'pending' = 'firing') => ({
  key: AlertKey.parse(`${rule}#${severity}`),
  rule: RuleName.parse(rule),
  subject: Subject.parse('project/lab'),
  kind: 'budget' as const,
  phase,
  severity,
  since: Instant.parse(noon),
  level: null,
  lastNotified: null,
  clearSince: null,
  fired: [],
  flapping: false,
  announcement: null,
  retryAfter: null,
  step: null,
  episode: '',
  createdAt: null,
  tries: 0,
  unsent: 0,
  because: 'it is',
});

describe('metrics', () => {
  it('have names in the form of Prometheus, each once', () => {
    for (const name of names) expect(name).toMatch(/^spendwatch_[a-z]+(_[a-z]+)*$/);
    expect(new Set(names).size).toBe(names.length);
    for (const { labels } of families) expect(labels).not.toContain('vm');
  });

  it('are all in docs/metrics.md, with their labels', () => {
    const rows = page.matchAll(/^\| `(spendwatch_\w+)` +\| ([^|]*)\|/gm);
    const told = [...rows].map(([, name, labels = '']) => [
      name,
      [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    ]);
    const made = [...families.map(({ name, labels }) => [name, labels]), [ofProcess, []]];
    expect(told).toEqual(made);
  });

  it('include all that the example dashboard asks for', () => {
    const asked = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/spendwatch_\w+/g) ?? []),
    );
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('count firing alerts by rule and severity, over all targets, without those on resources that people keep', () => {
    const heads = [
      aHead({ alerts: [firing('b', 'warning'), firing('c', 'critical', 'pending')] }),
      aHead({ alerts: [firing('b', 'warning'), firing('b', 'critical')] }),
      aHead({ alerts: [{ ...firing('b', 'warning'), spared: 'kept by ada' }] }),
    ];
    const found = listMetrics(heads, aPolicy(), noon).find(({ name }) => name === 'spendwatch_alerts_firing');
    expect(found?.samples).toEqual([
      { of: { rule: 'b', kind: 'budget', severity: 'warning' }, value: 2 },
      { of: { rule: 'b', kind: 'budget', severity: 'critical' }, value: 1 },
    ]);
  });
});
