import { describe, expect, it } from 'vitest';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import { pathInWords } from '../../../lib/config/policy/explain.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { type LedgerState, listPolicyWarnings } from '../../../lib/config/policy/warnings.ts';
import { toResourceSubject } from '../../../lib/model/facts/resource.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  noon,
} from '../../support/builders/observation-builders.ts';
import { pods } from '../../support/clouds/pods.ts';

const warned = (text: string, known: LedgerState | null): string[] =>
  listPolicyWarnings(readPolicy(text, 'policy.yaml'), known).map(
    ({ path, message }) => `${pathInWords(path)}: ${message}`,
  );
const policy = (...rules: readonly string[]) =>
  `version: 1\nmode: enforce\nrules:\n${rules.map((rule, index) => `  - { name: rule ${index}, ${rule} }`).join('\n')}\n`;

/** A project "lab" with two VMs and a volume, and an account "main". */
const known: LedgerState = {
  now: noon,
  passed: [],
  mute: new Set(),
  heads: [
    aHead({
      observation: anObservation({
        resources: [aVm({ id: 'train-1' }), aVm({ id: 'web-1', metadata: { env: 'production' } }), aVolume()],
      }),
    }),
    aHead({
      target: accountTarget(null, BillingAccountId.parse('main')),
      observation: anAccountObservation(),
    }),
  ],
};
const nothing = 'matches nothing now: no known resource';
const nowhere = 'matches nothing now: no known project or billing account';
const stop = 'then: [{ stop: after 1h }]';

describe('warnings of a policy that can be read', () => {
  it.each<[string, readonly string[]]>([
    ['idle: 4h', []],
    [`idle: 4h, ${stop}`, []],
    ['idle: 4h, mode: observe', []],
    ['waste: all', []],
    // A policy begins in observe mode, so that is no mistake.
    [`idle: 4h, mode: observe, ${stop}`, []],
    ['idle: 4h, match: { gpus: 8 }', []],
    ['idle: 4h, match: { gpus: 0 }', []],
    [
      'idle: 2h45m',
      [
        'rules[0].idle: has only 33 samples, so a percentile of 97 allows no sample over the limits; 2 h 50 min or more allows one',
      ],
    ],
    ['idle: 2h50m', []],
    ['idle: 30m, percentile: 100', []],
    ['idle: 2h, percentile: 95', []],
  ])('are found without a ledger for "%s"', (rule, expected) => {
    expect(warned(policy(rule), null)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ['budget: 5 USD a month, match: { project: l* }', []],
    ['budget: 5 USD a month, match: { project: research-* }', [`rules[0]: ${nowhere}`]],
    ['runway: default', []],
    ['runway: default, match: { account: other }', [`rules[0]: ${nowhere}`]],
    ['freshness: default', []],
    ['idle: 4h, match: { id: train-* }', []],
    ['idle: 4h, match: { id: dev-* }', [`rules[0]: ${nothing}`]],
    ['idle: 4h, match: { project: other }', [`rules[0]: ${nowhere}`]],
    ['waste: all, match: { kind: image }', [`rules[0]: ${nothing}`]],
    ['waste: untouched-volume, after: 30d, match: { kind: volume }', []],
    ['schedule: daily 08:00-20:00, match: { kind: machine }', [`rules[0]: ${nothing}`]],
    ['lifetime: 7d, match: { metadata: { env: prod* } }', []],
  ])('use the ledger to check whether "%s" matches anything', (rule, expected) => {
    expect(warned(policy(rule), known)).toEqual(expected);
  });

  it('are not given for a match that a never polled project may satisfy', () => {
    const unseen = { ...known, heads: [...known.heads, aHead()] };
    expect(warned(policy('idle: 4h, match: { id: dev-* }'), unseen)).toEqual([]);
  });

  it('are given for protections that match nothing', () => {
    const protect =
      'protect: [{ project: prod-* }, { project: lab }, { id: web-* }, { metadata: { env: prod } }, { younger-than: 1h }]\n';
    expect(warned(protect + policy('idle: 4h'), known)).toEqual([
      'protect[0]: matches nothing now',
      'protect[3]: matches nothing now',
    ]);
    expect(warned(protect + policy('idle: 4h'), null)).toEqual([]);
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['{ to: slack }', 'budget: 5 USD a month', [], []],
    [
      '{ to: slack, projects: [web] }',
      'budget: 5 USD a month, match: { project: "*" }',
      [],
      ['rules[0]: goes to no route: nobody hears its alerts on lab; let an entry of alerts.routes take them'],
    ],
    ['{ to: slack, projects: [web] }, { to: sns, projects: [l*] }', 'budget: 5 USD a month', [], []],
    [
      '{ to: slack, rules: ["*1"] }',
      'budget: 5 USD a month',
      ['rules[0]: goes to no route: nobody hears its alerts; let an entry of alerts.routes take them'],
      ['rules[0]: goes to no route: nobody hears its alerts; let an entry of alerts.routes take them'],
    ],
    [
      '{ to: slack, from: critical }',
      'idle: 4h',
      ['rules[0]: goes to no route: nobody hears its alerts; let an entry of alerts.routes take them'],
      ['rules[0]: goes to no route: nobody hears its alerts; let an entry of alerts.routes take them'],
    ],
    ['{ to: slack, from: critical }', 'idle: 4h, then: [{ notify: after 6h, severity: critical }]', [], []],
    ['{ to: slack, from: critical }', 'budget: 5 USD a month', [], []],
    [
      '{ to: slack, projects: ["*"] }',
      'budget: 5 USD a month, shared: true',
      ['rules[0]: goes to no route: nobody hears its alerts; let an entry of alerts.routes take them'],
      ['rules[0]: goes to no route: nobody hears its alerts; let an entry of alerts.routes take them'],
    ],
    [
      '{ to: slack, projects: ["*"] }',
      'runway: default',
      [],
      [
        'rules[0]: goes to no route: nobody hears its alerts on main; let an entry of alerts.routes take them',
      ],
    ],
  ])('name rules whose alerts go to no route: over %s, "%s"', (routes, rule, without, withLedger) => {
    const text = `version: 1\nalerts: { routes: [${routes}] }\nrules:\n  - { name: rule 0, ${rule} }\n  - { name: rule 1, waste: all, match: { project: other } }\n`;
    const ofUnheard = (state: LedgerState | null) =>
      warned(text, state).filter((line) => line.startsWith('rules[0]: goes to no route'));
    expect(ofUnheard(null)).toEqual(without);
    expect(ofUnheard(known)).toEqual(withLedger);
  });

  it('are given for rules that may stop the same VMs, by the ledger or without one', () => {
    const both = policy(`idle: 4h, ${stop}`, `lifetime: 7d, match: { id: train-* }, ${stop}`, 'lifetime: 8d');
    expect(warned(both, known)).toEqual([
      'rules[1].then: may stop a VM that "rule 0" may also stop, such as train-1',
    ]);
    expect(warned(both, null)).toEqual(['rules[1].then: may stop the same VMs as "rule 0"']);
    const apart = policy(
      `idle: 4h, match: { id: web-* }, ${stop}`,
      `lifetime: 7d, match: { id: train-* }, ${stop}`,
    );
    expect(warned(apart, known)).toEqual([]);
    expect(warned(apart, null)).toEqual([]);
  });

  it('name VMs that a rule can never find idle, since their guests answer no ping', () => {
    const box = toResourceSubject(projectTarget(null, ProjectId.parse('lab')), aVm({ id: 'train-1' }));
    const mute = { ...known, mute: new Set([box]) };
    const remedy =
      'run the guest agent in the VM, or set guest-ping: ignored in the rule to judge VMs without pings';
    expect(warned(policy('idle: 4h'), mute)).toEqual([
      `rules[0].idle: can never find some VMs idle: the guest of train-1 has not answered any ping; ${remedy}`,
    ]);
    expect(warned(policy('idle: 4h, guest-ping: ignored'), mute)).toEqual([]);
    expect(warned(policy('idle: 4h, match: { id: web-* }'), mute)).toEqual([]);
  });

  it('are given for stops that erase more than the rule accepts, and for a start that may find no free GPU', () => {
    const vms = [aVm({ id: 'plain-1' }), aVm({ id: 'pod-1', erasedByStop: 'its container disk' })];
    const heads = [aHead({ observation: anObservation({ resources: vms }) })];
    const warning =
      'rules[0].then[0].stop: never stops pod-1: that erases its container disk; add may-erase: true to accept the loss';
    const withPods = { ...known, heads };
    expect(warned(policy(`idle: 4h, ${stop}`), withPods)).toEqual([warning]);
    expect(warned(policy(`idle: 4h, match: { id: plain-* }, ${stop}`), withPods)).toEqual([]);
    expect(warned(policy('idle: 4h, then: [{ stop: after 1h, may-erase: true }]'), withPods)).toEqual([]);
    const ofBudget = (mayErase: string) =>
      warned(
        policy(`budget: 5 USD a month, then: [{ stop: everything, at: 110%, approve: required${mayErase} }]`),
        withPods,
      );
    expect(ofBudget('')).toEqual([warning]);
    expect(ofBudget(', may-erase: true')).toEqual([]);
    const schedule = readPolicy(
      policy('schedule: Mon-Fri 08:00-19:00, then: [{ stop: after 1h }, { start: true }]'),
      'policy.yaml',
    );
    expect(listPolicyWarnings(schedule, null, [pods]).map(({ message }) => message)).toEqual([
      'never stops a vm: that erases its container disk; add may-erase: true to accept the loss',
      'may leave a vm stopped during its hours: its capacity may go to others meanwhile',
    ]);
    expect(listPolicyWarnings(schedule, null, [getCloudProfile('compute')])).toEqual([]);
  });

  it('name budgets that are already exceeded', () => {
    const passed = [{ rule: 'rule 1', because: 'project/lab: 12.00 USD are 240% of 5.00 USD' }];
    expect(warned(policy('idle: 4h', 'budget: 5 USD a month'), { ...known, passed })).toEqual([
      'rules[1]: alerts immediately: project/lab: 12.00 USD are 240% of 5.00 USD',
    ]);
  });
});
