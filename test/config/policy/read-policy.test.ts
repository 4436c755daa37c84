import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { moneyInWords, priceInWords } from '../../../lib/model/money/money.ts';
import { days, hours, minutes } from '../../../lib/model/time/time.ts';
import { Policy } from '../../../lib/state/policy.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { budgetPolicy, idlePolicy, readBudget, readIdle } from './policy-text.ts';

const example = readFileSync(new URL('../../../docs/spendwatch.example.yaml', import.meta.url), 'utf8');

describe('a policy', () => {
  it('is read with every value in the units of the model', () => {
    const policy = readPolicy(
      `
version: 1
timezone: Europe/London
mode: enforce
protect:
  - project: prod-*
  - { kind: vm, id: db-*, metadata: { env: production, tier: "1" } }
  - younger-than: 90m
caps: { per-run: 3, per-day: 9, share: 12.5% }
attribute: [team, cost-center, team]
business-hours: [Mon-Fri 08:00-19:00, Sat 22:00-02:00]
rules:
  - name: forgotten machines
    idle: 1h30m
    match: { project: research-*, kind: vm, id: train-?, gpus: 0, metadata: { owner: "*" } }
    below: { cpu: 2.5%, network: 1.5 MiB/s, disk: 20 kB/s, gpu: 2% }
    gpu-window: 8h
    percentile: 97.5
    guest-ping: ignored
    logins: ignored
    cool-off: 3d
    then:
      - stop: after 45m
`,
      'policy.yaml',
    );
    expect(policy).toEqual({
      version: 1,
      timezone: 'Europe/London',
      protect: [
        { kind: 'matching', match: { project: 'prod-*' } },
        { kind: 'matching', match: { kind: 'vm', id: 'db-*', metadata: { env: 'production', tier: '1' } } },
        { kind: 'younger-than', age: minutes(90) },
      ],
      caps: { perRun: 3, perDay: 9, share: 12.5 },
      keepAtMost: null,
      inUse: 15,
      attribute: ['team', 'cost-center'],
      businessHours: [
        { days: [1, 2, 3, 4, 5], from: 480, until: 1_140 },
        { days: [6], from: 1_320, until: 120 },
      ],
      digest: null,
      routes: null,
      approveByLink: false,
      rules: [
        {
          kind: 'idle',
          name: 'forgotten machines',
          match: { project: 'research-*', kind: 'vm', id: 'train-?', gpus: 0, metadata: { owner: '*' } },
          mode: 'enforce',
          window: minutes(90),
          percentile: 97.5,
          cpuBelow: 2.5,
          networkBelow: 1_572_864,
          diskBelow: 20_000,
          guestPing: 'ignored',
          logins: 'ignored',
          gpuWindow: hours(8),
          gpuBelow: 2,
          coolOff: days(3),
          repeat: days(1),
          then: [aStop(minutes(45))],
        },
      ],
    });
  });

  it('has a budget with its limit, thresholds and basis', () => {
    const rule = readBudget(budgetPolicy('match: { account: main }', 'at: [50%, 120%]', 'on: reported'));
    const thresholds = rule.thresholds.map(moneyInWords);
    expect({ ...rule, limit: moneyInWords(rule.limit), thresholds }).toEqual({
      kind: 'budget',
      name: 'research budget',
      match: { account: 'main' },
      limit: '5,000.00 USD',
      period: { kind: 'month', startsOn: 1 },
      thresholds: ['2,500.00 USD', '6,000.00 USD'],
      basis: 'reported',
      forecast: null,
      aheadOnly: false,
      shared: false,
      mode: 'observe',
      coolOff: days(1),
      then: [],
    });
  });

  it.each([
    ['200 USD a day', '', { kind: 'day' }],
    ['900 USD a week', '', { kind: 'week', startsOn: 1 }],
    ['900 USD a week', 'starts: sunday', { kind: 'week', startsOn: 7 }],
    ['5000 USD per month', 'starts: 28', { kind: 'month', startsOn: 28 }],
    ['3000 USD in 30 days', '', { kind: 'rolling', days: 30 }],
  ])('has a budget of %s %s with its period', (budget, starts, period) => {
    const text = `version: 1\nrules:\n  - name: a\n    budget: ${budget}\n    ${starts}\n`;
    expect(readBudget(text).period).toEqual(period);
  });

  it('has thresholds in money, a forecast, and an anomaly with its figures', () => {
    const rule = readBudget(
      budgetPolicy('at: [50%, 4000 USD, 5000 USD]', 'forecast: 4500 USD', 'ahead-only: true', 'shared: true'),
    );
    expect(rule.thresholds.map(moneyInWords)).toEqual(['2,500.00 USD', '4,000.00 USD', '5,000.00 USD']);
    expect(rule.forecast && moneyInWords(rule.forecast)).toBe('4,500.00 USD');
    expect(rule).toMatchObject({ aheadOnly: true, shared: true });
    const text =
      'version: 1\nrules:\n  - { name: a, anomaly: 2x, least: 3 USD an hour, needs: 36h, repeat: 1d }';
    const [anomaly] = readPolicy(text, 'policy.yaml').rules;
    if (anomaly?.kind !== 'anomaly') throw new Error('not an anomaly rule');
    expect({ ...anomaly, least: priceInWords(anomaly.least) }).toEqual({
      kind: 'anomaly',
      name: 'a',
      match: {},
      factor: 2,
      deviations: 4,
      least: '3.00 USD/h',
      needs: 36,
      for: 0,
      repeat: 86_400_000,
      then: [],
    });
  });

  it('that is given as an example has its rules in order, and stops nothing in its current mode', () => {
    const { rules } = readPolicy(example, 'example');
    expect(rules.map((rule) => [rule.name, 'mode' in rule ? rule.mode : null])).toEqual([
      ['research budget', 'observe'],
      ['sandboxes together', 'observe'],
      ['unusual spend', null],
      ['account budget', 'observe'],
      ['account pace', null],
      ['research pace', null],
      ['credit', null],
      ['standing', null],
      ['sight', null],
      ['the bill', null],
      ['forgotten machines', 'observe'],
      ['forgotten sandboxes', 'observe'],
      ['leftovers', 'observe'],
      ['quiet volumes', 'observe'],
      ['commitments', null],
      ['office hours', 'observe'],
      ['old sandboxes', 'observe'],
    ]);
    const steps = rules.flatMap(({ then }): readonly object[] => then);
    expect(steps.filter((step) => 'mode' in step && step.mode !== 'observe')).toEqual([]);
    expect(steps).toHaveLength(12);
  });

  it('takes no action unless it says enforce', () => {
    expect(readIdle(idlePolicy('then: [{ stop: after 1h }]')).mode).toBe('observe');
  });

  it.each([
    ['enforce', '', 'enforce'],
    ['enforce', 'mode: enforce', 'enforce'],
    ['enforce', 'mode: observe', 'observe'],
    ['observe', '', 'observe'],
    ['observe', 'mode: enforce', 'observe'],
  ])('that says %s, with a rule that says "%s", makes the rule %s (invariant 13)', (policy, rule, mode) => {
    expect(readIdle(`mode: ${policy}\n${idlePolicy(...(rule ? [rule] : []))}`).mode).toBe(mode);
  });

  it('protects young resources even if it lists other protections', () => {
    const young = (protect: string) =>
      readPolicy(`protect: ${protect}\n${idlePolicy()}`, 'policy.yaml').protect.filter(
        ({ kind }) => kind === 'younger-than',
      );
    expect(young('[]')).toEqual([{ kind: 'younger-than', age: hours(2) }]);
    expect(young('[{ project: prod-* }]')).toEqual([{ kind: 'younger-than', age: hours(2) }]);
    expect(young('[{ younger-than: 5m }]')).toEqual([{ kind: 'younger-than', age: minutes(5) }]);
  });

  it('may set one of the limits and leave the others at their defaults', () => {
    expect(readIdle(idlePolicy('below: { cpu: 3% }'))).toMatchObject({
      cpuBelow: 3,
      networkBelow: 10_240,
      diskBelow: 102_400,
    });
    expect(readIdle(idlePolicy('below: { network: 1 kB/s }'))).toMatchObject({
      cpuBelow: 10,
      networkBelow: 1_000,
    });
  });

  it('may repeat a part by an alias', () => {
    const text = `
version: 1
rules:
  - { name: one, idle: 4h, below: &quiet { cpu: 3% } }
  - { name: two, idle: 8h, below: *quiet }
`;
    expect(readPolicy(text, 'policy.yaml').rules).toMatchObject([{ cpuBelow: 3 }, { cpuBelow: 3 }]);
  });

  it('is read the same with Windows line ends and a byte order mark', () => {
    expect(readPolicy(`\uFEFF${example.replaceAll('\n', '\r\n')}`, 'example')).toEqual(
      readPolicy(example, 'example'),
    );
  });

  it('is unchanged after being stored and read back', () => {
    const policy = readPolicy(example, 'example');
    expect(Policy.parse(JSON.parse(JSON.stringify(Policy.encode(policy))))).toEqual(policy);
  });
});
