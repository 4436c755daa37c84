import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { hasUncoveredMinute, readWindow } from '../../../lib/forms/window.ts';
import { days, hours, minutes } from '../../../lib/model/time/time.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import { aWindow } from '../../support/builders/resource-rule-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { mistakesIn } from './policy-text.ts';

const policy = (...fields: readonly string[]): string =>
  `version: 1\nmode: enforce\nrules:\n  - ${['name: the rule', ...fields].join('\n    ')}\n`;

const read = (...fields: readonly string[]): Rule | undefined =>
  readPolicy(policy(...fields), 'policy.yaml').rules[0];

const about = { name: 'the rule', match: {} };
const week = [1, 2, 3, 4, 5];

describe('a rule on resources', () => {
  it.each<[readonly string[], object]>([
    [
      ['waste: all'],
      {
        kind: 'waste',
        ...about,
        conditions: [
          'stopped-vm',
          'powered-off',
          'detached-disk',
          'unmounted-volume',
          'failed',
          'unused-image',
        ],
        transitional: hours(1),
        for: days(1),
        repeat: days(1),
        mode: 'enforce',
        then: [],
      },
    ],
    [
      ['waste: [untouched-volume, failed, failed]', 'after: 14d', 'repeat: never', 'match: { kind: volume }'],
      {
        kind: 'waste',
        ...about,
        match: { kind: 'volume' },
        conditions: ['untouched-volume', 'failed'],
        transitional: hours(1),
        for: days(14),
        repeat: null,
        mode: 'enforce',
        then: [],
      },
    ],
    [
      ['commitment: [30d, 7d, 1d]'],
      { kind: 'commitment', ...about, within: [days(30), days(7), days(1)], for: 0, repeat: null, then: [] },
    ],
    [
      ['commitment: 2w', 'repeat: 24h'],
      { kind: 'commitment', ...about, within: [days(14)], for: 0, repeat: days(1), then: [] },
    ],
    [
      ['schedule: Mon-Fri 08:00-19:00'],
      {
        kind: 'schedule',
        ...about,
        windows: [{ days: week, from: 480, until: 1_140 }],
        for: 0,
        repeat: days(1),
        mode: 'enforce',
        then: [],
      },
    ],
    [
      [
        'schedule: [Mon-Fri 08:00-19:00, Fri 22:00-06:00]',
        'for: 10m',
        'repeat: 4h',
        'mode: observe',
        'then: [{ stop: after 30m }]',
      ],
      {
        kind: 'schedule',
        ...about,
        windows: [
          { days: week, from: 480, until: 1_140 },
          { days: [5], from: 1_320, until: 360 },
        ],
        for: minutes(10),
        repeat: hours(4),
        mode: 'observe',
        then: [aStop(minutes(30), { mode: 'observe' })],
      },
    ],
    [
      ['lifetime: 7d', 'cool-off: 3d', 'then: [{ stop: after 1h }]'],
      {
        kind: 'lifetime',
        ...about,
        longest: days(7),
        extend: null,
        for: 0,
        repeat: days(1),
        mode: 'enforce',
        coolOff: days(3),
        then: [aStop(hours(1))],
      },
    ],
  ])('%j is read with every default filled in', (fields, expected) => {
    expect(read(...fields)).toEqual(expected);
  });

  it.each(['waste: all', 'lifetime: 7d', 'schedule: daily 08:00-20:00', 'commitment: 7d', 'idle: 12h'])(
    '"%s" matches by every property of a resource',
    (rule) => {
      const match =
        'match: { gpu-model: "*H100*", data-center: gb-*, created-by: "*@example.com", older-than: 30d, gpus: 1 }';
      expect(read(rule, match)?.match).toEqual({
        gpuModel: '*H100*',
        dataCenter: 'gb-*',
        createdBy: '*@example.com',
        olderThan: days(30),
        gpus: 1,
      });
    },
  );

  it('has protections that match by the same properties, with younger-than as one of its own', () => {
    const text = `protect: [{ created-by: "*@example.com", older-than: 30d }]\n${policy('waste: all')}`;
    expect(readPolicy(text, 'policy.yaml').protect[0]).toEqual({
      kind: 'matching',
      match: { createdBy: '*@example.com', olderThan: days(30) },
    });
  });
});

const span = 'write how long before the end to alert, such as';
const conditions =
  'stopped-vm, powered-off, detached-disk, unmounted-volume, untouched-volume, untouched-bucket, failed, unused-image';

describe('mistakes in a rule on resources', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['waste: everything'], [`waste: write all, or conditions of ${conditions}, not "everything"`]],
    [
      ['waste: [failed, unused-network]'],
      [`waste[1]: write all, or conditions of ${conditions}, not "unused-network"`],
    ],
    [['waste: []'], ['waste: is empty; write all, or conditions such as [stopped-vm, detached-disk]']],
    [['waste:'], [`waste: write all, or conditions of ${conditions}, not nothing`]],
    [
      ['waste: [untouched-volume]', 'repeat: 1'],
      ['repeat: write the time between repeated notifications, such as 24h, or never, not 1'],
    ],
    [['waste: all', 'transitional: 5m'], ['transitional: must be between 15 min and 366 d, or never']],
    [
      ['waste: all', 'transitional: off'],
      [
        'transitional: write how long a resource may be starting, stopping or in another transitional state, such as 1h, or never, not "off"',
      ],
    ],
    [['waste: untouched-volume'], ['after: untouched-volume needs at least 7d; give it a rule of its own']],
    [
      ['waste: all', 'after: 1m', 'then: [{ stop: after 1h }]'],
      [
        'after: must be between 15 min and 366 d',
        'then[0].stop: only idle, schedule, lifetime and budget rules support stop; this one supports notify, image, terminate',
      ],
    ],
    [['waste: all', 'match: { kind: vms }'], [expect.stringContaining('match.kind: write vm or machine or')]],
    [['commitment: [1d, 7d]'], ['commitment: must be in descending order, without duplicates']],
    [['commitment: [7d, 7d]'], ['commitment: must be in descending order, without duplicates']],
    [['commitment: soon'], [`commitment: ${span} 7d, not "soon"`]],
    [
      ['commitment: 7d', 'match: { kind: disk }'],
      ['match.kind: write vm or machine or cluster or volume, not "disk"'],
    ],
    [['schedule: 9 to 5'], ['schedule: write hours such as Mon-Fri 08:00-19:00, not "9 to 5"']],
    [
      ['schedule: [Mon-Fri 08:00-19:00, Sat]'],
      ['schedule[1]: write hours such as Mon-Fri 08:00-19:00, not "Sat"'],
    ],
    [
      ['schedule: daily 00:00-24:00'],
      ['schedule: covers the whole week, so nothing is ever outside its hours'],
    ],
    [
      ['schedule: Mon-Fri 08:00-19:00', 'cool-off: 1h', 'match: { kind: cluster }'],
      [
        'cool-off: unknown key; known here: name, schedule, match, for, repeat, mode, then',
        'match.kind: write vm or machine, not "cluster"',
      ],
    ],
    [['lifetime: 7 days'], ['lifetime: write the maximum age of a resource, such as 7d, not "7 days"']],
  ])('%j', (fields, expected) => {
    const told = mistakesIn(policy(...fields)).map((mistake) => mistake.replace(/^\d+:\d+ rules\[0\]\./, ''));
    expect(told).toEqual(expected);
  });
});

describe('a window', () => {
  it.each([
    ['Mon 08:00-19:00', [1], 480, 1_140],
    ['Sat-Mon 00:00-24:00', [6, 7, 1], 0, 1_440],
    ['Fri 22:00-06:00', [5], 1_320, 360],
    ['Mon-Mon 09:30-17:45', [1], 570, 1_065],
    ['daily 23:59-00:00', [1, 2, 3, 4, 5, 6, 7], 1_439, 0],
  ])('%j is read', (text, days, from, until) => {
    expect(readWindow(text)).toEqual({ days, from, until });
  });

  it.each([
    '',
    '08:00-19:00',
    'Mon-Fri',
    'mon-fri 08:00-19:00',
    'Monday 08:00-19:00',
    'Mon-Fri 8:00-19:00',
    'Mon-Fri 08:00-08:00',
    'Mon-Fri 08:60-19:00',
    'Mon-Fri 24:00-06:00',
    'Mon-Fri 08:00-24:01',
    'Mon-Fri 08:00-25:00',
    'Mon,Tue 08:00-19:00',
    'Mon-Fri 08:00 - 19:00',
    'Mon-Fri 08:00-19:00 ',
  ])('%j is refused', (text) => {
    expect(readWindow(text)).toBeUndefined();
  });

  it.each([
    [['daily 00:00-24:00'], false],
    [['daily 08:00-20:00', 'daily 20:00-08:00'], false],
    [['Mon-Sat 00:00-24:00', 'Sun 00:00-23:59'], true],
    [['Sat 10:00-10:30', 'Sun 23:00-22:59'], true],
  ])('%j leaves some time of the week uncovered: %s', (windows, expected) => {
    expect(hasUncoveredMinute(windows.map(aWindow))).toBe(expected);
  });
});
