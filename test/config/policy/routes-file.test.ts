import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../lib/config/policy/policy-error.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { aRoute } from '../../support/a-route.ts';

const withAlerts = (alerts: string, rules = '  - { name: pace, rate: 50 USD an hour }') =>
  `version: 1\nrules:\n${rules}\nalerts:\n${alerts}\n`;
const routesOf = (...routes: readonly string[]) =>
  readPolicy(withAlerts(`  routes:\n${routes.map((route) => `    - ${route}`).join('\n')}`), 'p.yaml').routes;

function mistakesIn(text: string): readonly string[] {
  try {
    readPolicy(text, 'p.yaml');
  } catch (error) {
    if (error instanceof PolicyError) return error.message.split('\n').slice(1);
    throw error;
  }
  throw new Error('the policy was taken');
}

const everyday = [1, 2, 3, 4, 5, 6, 7];

describe('routes', () => {
  it('are all configured routes where the policy names none', () => {
    expect(readPolicy('version: 1\nrules: [{ name: a, idle: 4h }]', 'p.yaml').routes).toBeNull();
    expect(readPolicy(withAlerts('  repeat: 8h'), 'p.yaml').routes).toBeNull();
  });

  it.each([
    ['{ to: sns }', aRoute({ to: 'sns' })],
    ['{ to: slack, from: warning }', aRoute({ from: 'warning' })],
    [
      '{ to: slack, name: research, projects: [research-*] }',
      aRoute({ name: 'research', projects: ['research-*'] }),
    ],
    [
      '{ to: webhook, accounts: [main], rules: ["p*"] }',
      aRoute({ to: 'webhook', accounts: ['main'], rules: ['p*'] }),
    ],
    [
      '{ to: email, quiet: 22:00-07:00 }',
      aRoute({ to: 'email', quiet: [{ days: everyday, from: 1_320, until: 420 }] }),
    ],
    [
      '{ to: amazon-q, quiet: [22:00-07:00, Sat-Sun 00:00-24:00] }',
      aRoute({
        to: 'amazon-q',
        quiet: [
          { days: everyday, from: 1_320, until: 420 },
          { days: [6, 7], from: 0, until: 1_440 },
        ],
      }),
    ],
  ])('are read: %s', (text, route) => {
    expect(routesOf(text)).toEqual([route]);
  });

  it.each([
    [
      '{ to: pager }',
      'p.yaml:6:13 alerts.routes[0].to: write sns or slack or webhook or email or amazon-q or eventbridge or teams or pagerduty or console, not "pager"',
    ],
    ['{ from: warning }', 'alerts.routes[0].to: missing'],
    ['{ to: slack, form: warning }', 'did you mean from?'],
    [
      '{ to: slack, quiet: 25:00-07:00 }',
      'write hours such as 22:00-07:00 or Sat-Sun 00:00-24:00, not "25:00-07:00"',
    ],
    ['{ to: slack, quiet: 00:00-24:00 }', 'covers the whole week'],
    ['{ to: slack, projects: [] }', 'is empty'],
    ['{ to: slack, projects: ["[ab]"] }', 'a glob supports only * and ?'],
    ['{ to: slack, name: The Team }', 'lowercase letters'],
    ['{ to: console, name: mine }', 'the console takes no name'],
    ['{ to: slack, rules: [forgoten *] }', 'matches no rule'],
    ['{ to: slack, url: https://hooks.slack.com/services/x }', 'url'],
  ])('with a mistake are refused with its place: %s', (text, mistake) => {
    expect(mistakesIn(withAlerts(`  routes:\n    - ${text}`)).join('\n')).toContain(mistake);
  });
});

it('the policy on the page about routes is valid as it is printed', () => {
  const page = readFileSync(new URL('../../../docs/routes.md', import.meta.url), 'utf8');
  const [, alerts = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const text = `version: 1\nrules: [{ name: a budget, budget: 5 USD a day }]\n${alerts}`;
  expect(readPolicy(text, 'routes.md').routes).toHaveLength(4);
});

describe('alerts.repeat', () => {
  const rules = `  - { name: pace, rate: 50 USD an hour }
  - { name: own, rate: 50 USD an hour, repeat: 6h }
  - { name: machines, idle: 4h }
  - { name: odd, anomaly: default }
  - { name: month, budget: 5 USD a month }`;

  it('applies to every rule that repeats without its own interval, and to no other', () => {
    const repeats = (text: string) =>
      readPolicy(text, 'p.yaml').rules.map((rule) => ('repeat' in rule ? rule.repeat : undefined));
    expect(repeats(withAlerts('  repeat: 12h', rules))).toEqual([
      hours(12),
      hours(6),
      hours(12),
      null,
      undefined,
    ]);
    expect(repeats(withAlerts('  {}', rules))).toEqual([hours(4), hours(6), hours(24), null, undefined]);
  });

  it('with a mistake is reported once, at its own place', () => {
    expect(mistakesIn(withAlerts('  repeat: 1m', rules))).toEqual([
      'p.yaml:9:11 alerts.repeat: must be between 15 min and 366 d',
    ]);
  });
});
