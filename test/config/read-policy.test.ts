import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../lib/config/read-policy.ts';
import { moneyInWords } from '../../lib/model/money.ts';
import { Policy } from '../../lib/model/policy.ts';
import { days, hours, minutes } from '../../lib/model/time.ts';
import { budgetPolicy, idlePolicy, readBudget, readIdle } from './policy-text.ts';

const example = readFileSync(new URL('../../docs/spendwatch.example.yaml', import.meta.url), 'utf8');

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
rules:
  - name: forgotten machines
    idle: 1h30m
    match: { project: research-*, kind: vm, id: train-?, gpus: 0, metadata: { owner: "*" } }
    below: { cpu: 2.5%, network: 1.5 MiB/s }
    percentile: 97.5
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
          coolOff: days(3),
          then: [{ kind: 'stop', after: minutes(45) }],
        },
      ],
    });
  });

  it('has a budget with its limit, thresholds and basis', () => {
    const rule = readBudget(budgetPolicy('match: { account: main }', 'at: [50%, 120%]', 'on: reported'));
    expect({ ...rule, limit: moneyInWords(rule.limit) }).toEqual({
      kind: 'budget',
      name: 'research budget',
      match: { account: 'main' },
      limit: '5,000.00 USD',
      thresholds: [50, 120],
      basis: 'reported',
    });
  });

  it('that is given as an example has its rules in order, and stops nothing as it stands', () => {
    const { rules } = readPolicy(example, 'example');
    expect(rules.map((rule) => [rule.name, rule.kind === 'idle' ? rule.mode : null])).toEqual([
      ['research budget', null],
      ['account budget', null],
      ['forgotten machines', 'observe'],
      ['forgotten sandboxes', 'observe'],
    ]);
  });

  it('does nothing unless it says enforce', () => {
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

  it('protects the young even if it lists other protections', () => {
    const young = (protect: string) =>
      readPolicy(`protect: ${protect}\n${idlePolicy()}`, 'policy.yaml').protect.filter(
        ({ kind }) => kind === 'younger-than',
      );
    expect(young('[]')).toEqual([{ kind: 'younger-than', age: hours(2) }]);
    expect(young('[{ project: prod-* }]')).toEqual([{ kind: 'younger-than', age: hours(2) }]);
    expect(young('[{ younger-than: 5m }]')).toEqual([{ kind: 'younger-than', age: minutes(5) }]);
  });

  it('takes one of two limits and leaves the other at its default', () => {
    expect(readIdle(idlePolicy('below: { cpu: 3% }'))).toMatchObject({ cpuBelow: 3, networkBelow: 10_240 });
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

  it('survives being stored and read back', () => {
    const policy = readPolicy(example, 'example');
    expect(Policy.parse(JSON.parse(JSON.stringify(Policy.encode(policy))))).toEqual(policy);
  });
});
