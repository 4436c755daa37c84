import { describe, expect, it } from 'vitest';
import { budgetPolicy, mistakesIn, rulePolicy } from './policy-text.ts';

const told = (text: string): string[] =>
  mistakesIn(text).map((mistake) => mistake.replace(/^\d+:\d+ rules\[0\]\./, ''));
const idleWith = (...steps: readonly string[]): string[] =>
  told(rulePolicy('idle: 12h', `then: [${steps.join(', ')}]`));
const stop = '{ stop: after 1h }';
const image = '{ image: after 7d }';
const ofIdle = 'notify, stop, image, terminate';

describe('mistakes in steps', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['{ stp: after 1h }'], ['then[0].stp: unknown key; did you mean stop?']],
    [['{ delete: after 8d }'], [`then[0].delete: unknown step; this rule supports ${ofIdle}`]],
    [['{ mode: enforce }'], [`then[0].mode: unknown step; this rule supports ${ofIdle}`]],
    [['stop'], ['then[0]: write a step such as - stop: after 1h, not "stop"']],
    [['null'], ['then[0]: write a step such as - stop: after 1h, not nothing']],
    [['{}'], ['then[0]: write a step such as - stop: after 1h, not a mapping']],
    [['[stop]'], ['then[0]: write a step such as - stop: after 1h, not a list']],
    [[], ['then: is empty; write steps such as - stop: after 1h, or remove this']],
    [
      ['{ stop: after 1h, image: after 7d }'],
      ['then[0].image: a step has one action; begin a new item with - image:'],
    ],
    [
      ['{ power-off: after 1h }'],
      [`then[0].power-off: only schedule and lifetime rules support power-off; this one supports ${ofIdle}`],
    ],
    [
      ['{ poweroff: after 1h }'],
      [`then[0].poweroff: only schedule and lifetime rules support power-off; this one supports ${ofIdle}`],
    ],
    [['{ stop: 1h }'], ['then[0].stop: write the time from the announcement, such as after 1h, not "1h"']],
    [['{ stop: after 1m }'], ['then[0].stop: must be between 15 min and 30 d']],
    [[stop, '{ stop: after 2h }'], ['then[1].stop: a rule may have each action only once; keep one stop']],
    [[image], ['then[0].image: applies to VMs that this rule stopped; add - stop: after 1h']],
    [
      [stop, '{ terminate: after 8d }'],
      [
        'then[1].terminate: also deletes the disk; add - image: after 7d before it, or without-image: true to it',
      ],
    ],
    [
      [stop, image, '{ terminate: after 7d }'],
      ['then[2].terminate: must be later than the image, which is made after 7 d'],
    ],
    [
      [stop, '{ terminate: after 6d, without-image: true }', image],
      ['then[1].terminate: must be later than the image, which is made after 7 d'],
    ],
    [
      [stop, '{ terminate: after 8d, without-image: false }'],
      ['then[1].without-image: write true, or remove this'],
    ],
    [
      [stop, '{ image: after 6h, notice: 7h }'],
      ['then[1].notice: cannot be sent before the stop: write at most 6 h'],
    ],
    [
      [stop, image, '{ terminate: after 8d, notice: 9d }'],
      ['then[2].notice: cannot be sent before the stop: write at most 8 d'],
    ],
    [
      [stop, '{ image: 7d, notice: 1m, mode: do }'],
      [
        'then[1].image: write the time since the stop, such as after 7d, not "7d"',
        'then[1].notice: must be between 15 min and 30 d',
        'then[1].mode: write observe or enforce, not "do"',
      ],
    ],
    [
      ['{ stop: after 1h, approve: 24h }'],
      ['then[0].approve: write required, or how long to wait for approval, such as within 24h, not "24h"'],
    ],
    [['{ stop: after 1h, approve: within 5m }'], ['then[0].approve: must be between 1 h and 30 d']],
    [
      ['{ stop: after 1h, notice: 1h }'],
      ['then[0].notice: unknown key; known here: stop, mode, approve, may-erase'],
    ],
    [['{ notify: after 2d, severity: info }'], ['then[0].severity: write warning or critical, not "info"']],
    [
      ['{ notify: after 2d }', '{ notify: after 3d, severity: warning }'],
      ['then[1].notify: has no effect: the alert is already critical after 2 d'],
    ],
    [
      ['{ notify: after 3d }', '{ notify: after 2d }', '{ notify: after 2d }'],
      [
        'then[0].notify: has no effect: the alert is already critical after 2 d',
        'then[2].notify: has no effect: the alert is already critical after 2 d',
      ],
    ],
    // A step that could not be read still counts as the step that it was meant to be.
    [
      ['{ stop: soon }', '{ terminate: after 8d }'],
      [
        'then[0].stop: write the time from the announcement, such as after 1h, not "soon"',
        'then[1].terminate: also deletes the disk; add - image: after 7d before it, or without-image: true to it',
      ],
    ],
    [
      ['{ stpo: after 1h }', stop],
      [
        'then[0].stpo: unknown key; did you mean stop?',
        'then[1].stop: a rule may have each action only once; keep one stop',
      ],
    ],
    // Where its meaning is unknown, it may be the step that seems to be missing.
    [['stop', image], ['then[0]: write a step such as - stop: after 1h, not "stop"']],
    [
      ['{ mode: observe, stop: after 1h, image: after 7d }', '{ terminate: after 8d }'],
      ['then[0].image: a step has one action; begin a new item with - image:'],
    ],
    [
      ['{ stop: soon }', image],
      ['then[0].stop: write the time from the announcement, such as after 1h, not "soon"'],
    ],
  ])('are reported for an idle rule with %j', (steps, expected) => {
    expect(idleWith(...steps)).toEqual(expected);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'schedule: Mon-Fri 08:00-19:00',
      '[{ start: yes }, { stop: after 1h }]',
      ['then[0].start: write true: resources start when their hours begin'],
    ],
    [
      'schedule: Mon-Fri 08:00-19:00',
      '[{ start: true }]',
      ['then[0].start: starts only what this rule stopped; add - stop: after 15m, or - power-off: after 15m'],
    ],
    [
      'schedule: Mon-Fri 08:00-19:00',
      '[{ start: true, approve: required }, { stop: after 1h }]',
      ['then[0].approve: unknown key; known here: start, mode'],
    ],
    [
      'schedule: Mon-Fri 08:00-19:00',
      '[{ start: true }, { stop: after 1h }, { terminate: after 8d, without-image: true }]',
      ['then[2].terminate: would delete what this rule starts again; remove one of the two steps'],
    ],
    [
      'lifetime: 7d',
      '[{ power-off: after 1h }, { image: after 7d }]',
      ['then[1].image: applies to VMs that this rule stopped; add - stop: after 1h'],
    ],
    [
      'waste: detached-disk',
      '[{ notify: after 3d }, { image: after 7d }]',
      ['then[1].image: applies to stopped VMs; add stopped-vm to waste'],
    ],
    [
      'waste: all',
      '[{ terminate: after 8d }]',
      [
        'then[0].terminate: also deletes the disk; add - image: after 7d before it, or without-image: true to it',
      ],
    ],
    [
      'rate: 5 USD an hour',
      '[{ stop: after 1h }]',
      ['then[0].stop: only idle, schedule, lifetime and budget rules support stop; this one supports notify'],
    ],
    [
      'freshness: default',
      'stop',
      ['then: write steps such as - notify: after 2d, or remove this, not "stop"'],
    ],
  ])('are reported for a rule with %s and %s', (rule, steps, expected) => {
    expect(told(rulePolicy(rule, `then: ${steps}`))).toEqual(expected);
  });

  it.each<[readonly string[], readonly string[]]>([
    [
      ['{ stop: after 1h }'],
      [
        'then[0].at: missing; write a percentage such as 110%, or money such as 5500 USD',
        'then[0].stop: write idle or everything, not "after 1h"',
      ],
    ],
    [
      ['{ stop: idle, at: 110 }'],
      ['then[0].at: write a percentage such as 110%, or money such as 5500 USD, not 110'],
    ],
    [['{ stop: idle, at: 0% }'], ['then[0].at: must be above 0% and at most 1000%']],
    [['{ stop: idle, at: 50001 USD }'], ['then[0].at: must be above 0% and at most 1000%']],
    [
      ['{ stop: idle, at: 110%, after: after 1h }'],
      ['then[0].after: write the time from the announcement, such as 1h, not "after 1h"'],
    ],
    [
      ['{ stop: idle, at: 110% }', '{ stop: idle, at: 120% }'],
      ['then[1].stop: a budget may have only one step with stop: idle; remove the others'],
    ],
    [
      ['{ stop: idle, at: 5500 USD }', '{ stop: everything, at: 110% }'],
      ['then[0].at: is reached only after all VMs are stopped; write less, or remove this step'],
    ],
    [
      ['{ terminate: after 8d }'],
      [
        'then[0].terminate: only idle, waste, schedule and lifetime rules support terminate; this one supports notify, stop',
      ],
    ],
  ])('are reported for a budget with %j', (steps, expected) => {
    expect(told(budgetPolicy(`then: [${steps.join(', ')}]`)).toSorted()).toEqual([...expected].toSorted());
  });

  it.each(['500 USD a day', '500 USD a week', '500 USD in 30 days', '500 USD a month\n    starts: 15'])(
    'are reported for a stop by a budget of %s, whose period no reported spend covers',
    (budget) => {
      expect(
        told(rulePolicy(`budget: ${budget}`, 'then: [{ notify: after 1d }, { stop: idle, at: 110% }]')),
      ).toEqual([
        'then[1].stop: acts on reported spend, which covers whole calendar months; write a monthly budget that starts on the 1st, or remove this step',
      ]);
    },
  );

  it.each(['daily 00:00-24:00', '[daily 00:00-12:00, daily 12:00-24:00]'])(
    'are reported for the business hours %s, which cover the whole week',
    (hours) => {
      expect(mistakesIn(`business-hours: ${hours}\n${budgetPolicy()}`)).toEqual([
        '1:17 business-hours: covers the whole week, so that nothing would ever be stopped; exclude some time, or write mode: observe',
      ]);
    },
  );
});
