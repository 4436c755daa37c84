import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { moneyInWords } from '../../../lib/model/money/money.ts';
import type { BudgetStep, Step } from '../../../lib/model/rules/step.ts';
import { days, hours, minutes } from '../../../lib/model/time/time.ts';
import { anImage, aPowerOff, aStart, aStop, aTerminate } from '../../support/builders/step-builders.ts';
import { budgetPolicy, readBudget } from './policy-text.ts';

const read = (rule: string, ...steps: readonly string[]): readonly (Step | BudgetStep)[] => {
  const text = `version: 1\nmode: enforce\nrules:\n  - name: a rule\n    ${rule}\n    then: [${steps.join(', ')}]\n`;
  return readPolicy(text, 'policy.yaml').rules[0]?.then ?? [];
};
const stop = '{ stop: after 1h }';

describe('the steps of a rule', () => {
  it.each<[string, readonly string[], readonly Step[]]>([
    ['idle: 12h', [stop], [aStop(hours(1))]],
    ['idle: 12h', ['{ stop: after 15m, approve: required }'], [aStop(minutes(15), { approve: days(3) })]],
    ['idle: 12h', ['{ stop: after 1d, approve: within 90m }'], [aStop(days(1), { approve: minutes(90) })]],
    ['idle: 12h', ['{ stop: after 1h, mode: observe }'], [aStop(hours(1), { mode: 'observe' })]],
    ['idle: 12h', ['{ stop: after 1h, may-erase: true }'], [aStop(hours(1), { mayErase: true })]],
    ['schedule: Mon-Fri 08:00-19:00', ['{ power-off: after 30m }'], [aPowerOff(minutes(30))]],
    [
      'schedule: Mon-Fri 08:00-19:00',
      ['{ power-off: after 1h, may-erase: true }'],
      [aPowerOff(hours(1), { mayErase: true })],
    ],
    ['schedule: Mon-Fri 08:00-19:00', ['{ start: true }', stop], [aStart(), aStop(hours(1))]],
    [
      'schedule: Mon-Fri 08:00-19:00',
      ['{ start: true }', '{ power-off: after 1h }'],
      [aStart(), aPowerOff()],
    ],
    ['idle: 12h', [stop, '{ image: after 7d }'], [aStop(), anImage()]],
    ['lifetime: 7d', [stop, '{ image: after 7d, notice: 7d }'], [aStop(), anImage({ notice: days(7) })]],
    [
      'idle: 12h',
      ['{ terminate: after 8d, approve: required }', stop, '{ image: after 7d }'],
      [aTerminate({ approve: days(3) }), aStop(), anImage()],
    ],
    [
      'idle: 12h',
      [stop, '{ terminate: after 8d, without-image: true, notice: 2d }'],
      [aStop(), aTerminate({ needsImage: false, notice: days(2) })],
    ],
    ['waste: all', ['{ image: after 7d }', '{ terminate: after 8d }'], [anImage(), aTerminate()]],
    [
      'waste: stopped-vm',
      ['{ terminate: after 8d, without-image: true }'],
      [aTerminate({ needsImage: false })],
    ],
    [
      'rate: 5 USD an hour',
      ['{ notify: after 2d }'],
      [{ kind: 'notify', after: days(2), severity: 'critical' }],
    ],
    [
      'commitment: 30d',
      ['{ notify: after 3d }', '{ notify: after 2d, severity: warning }'],
      [
        { kind: 'notify', after: days(3), severity: 'critical' },
        { kind: 'notify', after: days(2), severity: 'warning' },
      ],
    ],
  ])('%s with %j are read with every default filled in', (rule, steps, expected) => {
    expect(read(rule, ...steps)).toEqual(expected);
  });

  it.each([
    ['{ image: after 30m }', null],
    ['{ image: after 1h }', hours(1)],
    ['{ image: after 2h }', hours(1)],
    ['{ terminate: after 8h, without-image: true }', hours(8)],
    ['{ terminate: after 24h, without-image: true }', hours(24)],
    ['{ terminate: after 30d, without-image: true }', hours(24)],
  ])('without a notice of their own have a default that fits their time: %s', (step, notice) => {
    if (notice === null) expect(() => read('idle: 12h', stop, step)).toThrow('must be between 1 h and');
    else expect(read('idle: 12h', stop, step)[1]).toMatchObject({ notice });
  });

  it.each([
    ['enforce', 'enforce', 'enforce', 'enforce'],
    ['observe', 'enforce', 'enforce', 'observe'],
    ['enforce', 'observe', 'enforce', 'observe'],
    ['enforce', 'enforce', 'observe', 'observe'],
  ])('under %s, in a rule with %s, with %s itself, a step is one to %s (invariant 13)', (...modes) => {
    const [policy, rule, step, expected] = modes;
    const each = [
      `{ name: a, idle: 12h, mode: ${rule}, then: [{ stop: after 1h, mode: ${step} }] }`,
      `{ name: b, budget: 5 USD a month, mode: ${rule}, then: [{ stop: everything, at: 110%, mode: ${step} }] }`,
      `{ name: c, waste: all, mode: ${rule}, then: [{ terminate: after 8d, without-image: true, mode: ${step} }] }`,
    ];
    const text = `version: 1\nmode: ${policy}\nrules: [${each.join(', ')}]\n`;
    const { rules } = readPolicy(text, 'policy.yaml');
    expect(rules.map(({ then: [one] }) => one)).toEqual(
      Array(3).fill(expect.objectContaining({ mode: expected })),
    );
  });

  it('of a budget stop VMs at parts of its limit, or at sums of their own', () => {
    const text = budgetPolicy(
      'cool-off: 3d',
      'then:',
      '  - { stop: idle, at: 110% }',
      '  - { stop: everything, at: 7000 USD, after: 4h, approve: within 24h }',
      '  - notify: after 1d',
    );
    const { then, coolOff } = readBudget(`mode: enforce\n${text}`);
    expect(coolOff).toBe(days(3));
    expect(then.map((step) => ('at' in step ? { ...step, at: moneyInWords(step.at) } : step))).toEqual([
      { ...aStop(hours(1)), of: 'idle', at: '5,500.00 USD' },
      { ...aStop(hours(4), { approve: hours(24) }), of: 'everything', at: '7,000.00 USD' },
      { kind: 'notify', after: days(1), severity: 'critical' },
    ]);
  });
});
