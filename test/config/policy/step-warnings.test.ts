import { describe, expect, it } from 'vitest';
import { pathInWords } from '../../../lib/config/policy/explain.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { listPolicyWarnings } from '../../../lib/config/policy/warnings.ts';

const warned = (top: string, ...rules: readonly string[]): string[] => {
  const lines = rules.map((rule, index) => `  - { name: rule ${index}, ${rule} }`);
  const text = `version: 1\nmode: enforce\n${top}\nrules:\n${lines.join('\n')}\n`;
  return listPolicyWarnings(readPolicy(text, 'policy.yaml'), null).map(
    ({ path, message }) => `${pathInWords(path)}: ${message}`,
  );
};
const stop = '{ stop: after 1h }';
const image = '{ image: after 7d }';
const office = 'schedule: Mon-Fri 08:00-19:00';
const onlySaid = 'can never run: the stop before it is only announced (mode: observe)';
const asksNobody =
  'deletes VMs without an image and without approval; add approve: required to wait for approval';

describe('warnings of steps', () => {
  it.each<[string, readonly string[]]>([
    // A step that can never run on the kind of resource that the rule matches.
    [
      `${office}, match: { kind: machine }, then: [${stop}]`,
      ['rules[0].then[0].stop: can never run: it is for VMs, and the rule matches kind machine'],
    ],
    [
      `${office}, match: { kind: vm }, then: [{ power-off: after 1h }, { start: true }]`,
      ['rules[0].then[0].power-off: can never run: it is for machines, and the rule matches kind vm'],
    ],
    [`${office}, match: { kind: machine }, then: [{ power-off: after 1h }, { start: true }]`, []],
    [`${office}, then: [${stop}, { power-off: after 1h }, { start: true }]`, []],
    [
      'lifetime: 7d, match: { kind: cluster }, then: [{ notify: after 2d }, { power-off: after 1h }]',
      ['rules[0].then[1].power-off: can never run: it is for machines, and the rule matches kind cluster'],
    ],
    [
      'waste: all, match: { kind: disk }, then: [{ image: after 7d }]',
      ['rules[0].then[0].image: can never run: it is for VMs, and the rule matches kind disk'],
    ],
    // A step that waits for an action that is only announced.
    [
      `idle: 12h, then: [{ stop: after 1h, mode: observe }, ${image}]`,
      [`rules[0].then[1].image: ${onlySaid}`],
    ],
    [
      `${office}, then: [{ stop: after 1h, mode: observe }, { start: true }]`,
      [`rules[0].then[1].start: ${onlySaid}`],
    ],
    [`${office}, then: [{ stop: after 1h, mode: observe }, { power-off: after 1h }, { start: true }]`, []],
    [`idle: 12h, mode: observe, then: [${stop}, ${image}]`, []],
    [`idle: 12h, then: [${stop}, { image: after 7d, mode: observe }]`, []],
    [
      'waste: all, then: [{ image: after 7d, mode: observe }, { terminate: after 8d }]',
      [
        'rules[0].then[1].terminate: can never run: the image that it needs is only announced (mode: observe)',
      ],
    ],
    // A severity that the alert has from the start.
    [
      'idle: 12h, then: [{ notify: after 2d, severity: warning }]',
      [
        'rules[0].then[0].notify: has no effect: the alert is a warning from the start; write severity: critical, or remove severity',
      ],
    ],
    ['idle: 12h, then: [{ notify: after 2d }]', []],
    ['waste: all, then: [{ notify: after 2d, severity: warning }]', []],
    // A deletion that asks nobody.
    [`idle: 12h, then: [${stop}, ${image}, { terminate: after 8d }]`, []],
    [
      'waste: all, then: [{ terminate: after 8d, without-image: true }]',
      [`rules[0].then[0].terminate: ${asksNobody}`],
    ],
    ['waste: all, then: [{ terminate: after 8d, without-image: true, approve: required }]', []],
    ['waste: all, then: [{ terminate: after 8d, without-image: true, mode: observe }]', []],
  ])('%s', (rule, expected) => {
    expect(warned('', rule)).toEqual(expected);
  });

  const budget = 'budget: 5000 USD a month';
  const noIdle =
    'rules[0].then[0].stop: can never run: it stops what an idle rule finds, and the policy has no idle rule';
  const everything =
    'rules[0].then[0].stop: stops all VMs, and protect names none of them; add approve: required to wait for approval';

  it('are given for a budget that stops idle VMs where no rule finds any', () => {
    const rule = `${budget}, then: [{ stop: idle, at: 110% }]`;
    expect(warned('', rule)).toEqual([noIdle]);
    expect(warned('', rule, 'idle: 12h')).toEqual([]);
  });

  it.each([
    ['', '', [everything]],
    ['protect: [{ younger-than: 1d }]', '', [everything]],
    ['protect: [{ project: prod-* }]', '', []],
    ['', ', approve: required', []],
    ['', ', mode: observe', []],
  ])(
    'are given for a budget that stops all VMs without protection or approval: "%s"%s',
    (protect, more, expected) => {
      const rule = `${budget}, then: [{ stop: everything, at: 110%${more} }]`;
      expect(warned(protect, rule)).toEqual(expected);
    },
  );

  it.each([
    ['Mon-Fri 08:00-19:00', []],
    ['Fri 19:00-08:00', []],
    [
      '[daily 19:00-08:00, Sat-Sun 00:00-24:00]',
      ['rules[0].then[0].stop: can never run: business-hours cover all the time outside its hours'],
    ],
  ])('are given for a schedule whose stops fall into business hours only: %s', (hours, expected) => {
    expect(warned(`business-hours: ${hours}`, `${office}, then: [${stop}]`)).toEqual(expected);
  });
});
