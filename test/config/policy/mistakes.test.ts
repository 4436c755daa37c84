import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../lib/config/policy/policy-error.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { idlePolicy, mistakesIn } from './policy-text.ts';

const budgetExample = '- { name: research budget, budget: 5000 USD a month }';

describe('mistakes in a policy', () => {
  it('are all reported at once, in the order of the text', () => {
    const text = `version: 2
timezne: Europe/Lodon
mode: enforced
mode: observe
protect:
  - {}
  - project: prod-[a]
    younger-than: 2h
  - metadata: { env: true }
caps: { per-run: 0, share: 120%, per-dya: 3 }
rules:
  - name: research budget
    bugdet: 5000 USD a month
    match: { project: 007, account: main }
    at: [80%, 50%]
    forecast: 100%
  - name: research budget
    idle: 4 hours
    below: { cpu: 10, network: 10 kb/s, disk: 1 }
    percentile: 95%
    match: { kind: machine, gpus: -1 }
    then:
      - stop: 1h
      - stop: after 1m
  - name: credit
    runway: [72h]
  - idle: 4h
    budget: 5000 USD a month
`;
    expect(mistakesIn(text)).toEqual([
      '1:10 version: must be 1',
      '2:1 timezne: unknown key; did you mean timezone?',
      '4:1 duplicate key; keep one of them',
      '6:5 protect[0]: is empty; write a protection such as - project: prod-*',
      '7:5 protect[1]: younger-than applies to all resources; give it an entry of its own',
      '7:14 protect[1].project: a glob supports only * and ?',
      '9:22 protect[2].metadata.env: put it in quotes; YAML reads true as a boolean, not as text',
      '10:18 caps.per-run: write a whole number from 1 to 10000, not 0',
      '10:28 caps.share: must be above 0% and at most 100%',
      '10:34 caps.per-dya: unknown key; did you mean per-day?',
      '13:5 rules[0].bugdet: unknown key; did you mean budget?',
      '14:12 rules[0].match: a budget is for either projects or billing accounts; remove one of them',
      '14:23 rules[0].match.project: put it in quotes; YAML reads 7 as a number, not as text',
      '17:11 rules[1].name: is also the name of rules[0]',
      '18:11 rules[1].idle: write how long a VM must be idle, such as 4h, or learned, not "4 hours"',
      '19:19 rules[1].below.cpu: write a percentage of the VM such as 10%, not 10',
      '19:32 rules[1].below.network: write bytes per second, such as 10 KiB/s, not "10 kb/s"',
      '19:47 rules[1].below.disk: write bytes per second, such as 100 KiB/s, not 1',
      '20:17 rules[1].percentile: write a number from 50 to 100, not "95%"',
      '21:20 rules[1].match.kind: an idle rule applies to VMs only; write vm, or remove this',
      '21:35 rules[1].match.gpus: write a whole number from 0 to 1000, not -1',
      '23:15 rules[1].then[0].stop: write the time from the announcement, such as after 1h, not "1h"',
      '24:15 rules[1].then[1].stop: must be between 15 min and 30 d',
      '24:15 rules[1].then[1].stop: a rule may have each action only once; keep one stop',
      '27:5 rules[3]: a rule may have only one of budget, anomaly, rate, runway, account-state, idle, waste, commitment, schedule, lifetime, freshness, reconcile; write two rules',
    ]);
  });

  it('are one error that names the file, the place and the remedy', () => {
    expect(() => readPolicy(idlePolicy('percentil: 90', 'cool-off: 1'), 'team/policy.yaml')).toThrow(
      new PolicyError('team/policy.yaml', [
        { line: 5, column: 5, path: 'rules[0].percentil', message: 'unknown key; did you mean percentile?' },
        {
          line: 6,
          column: 15,
          path: 'rules[0].cool-off',
          message: 'write how long a VM is left alone after someone restarts it, such as 24h, not 1',
        },
      ]),
    );
    expect(() => readPolicy('version: 1', 'team/policy.yaml')).toThrow(
      `1 mistake in the policy\nteam/policy.yaml:1:1 rules: missing; write at least one rule, such as ${budgetExample}`,
    );
  });

  it.each([
    [
      'nothing at all',
      '',
      [
        '1:1 version: missing; write 1',
        `1:1 rules: missing; write at least one rule, such as ${budgetExample}`,
      ],
    ],
    ['a list', '- version: 1', ['1:1 write a policy that begins with version: 1, not a list']],
    [
      'no rules',
      'version: 1\nrules: []',
      [`2:8 rules: is empty; write at least one rule, such as ${budgetExample}`],
    ],
    [
      'rules left blank',
      'version: 1\nrules:',
      [`2:7 rules: write at least one rule, such as ${budgetExample}, not nothing`],
    ],
    [
      'a list that does not end',
      'version: 1\nrules: [1, 2',
      [
        '2:13 not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
      ],
    ],
    [
      'a quote that does not end',
      'version: 1\nrules:\n  - name: "a\n    idle: 4h\n',
      ['5:1 not valid YAML: Missing closing "quote'],
    ],
    [
      'a mistake after a byte order mark',
      `\uFEFFmodes: observe\n${idlePolicy()}`,
      ['1:1 modes: unknown key; did you mean mode?'],
    ],
    [
      'a tab for indentation',
      'version: 1\nrules:\n\t- name: a',
      ['3:1 a tab cannot indent YAML; use spaces'],
    ],
    [
      'a second document',
      `${idlePolicy()}---\nversion: 1`,
      ['5:1 a policy must be a single document; remove the line ---'],
    ],
    [
      'a tag',
      `timezone: !env TZ\n${idlePolicy()}`,
      [
        '1:11 tags (!) are not supported; remove it',
        '1:16 timezone: unknown time zone; write an IANA name such as Europe/London',
      ],
    ],
    ['an alias of nothing', 'version: 1\nrules: *common', ['2:8 anchor &common is not defined before this']],
    ['an alias of itself', 'version: 1\nrules: &all [*all]', ['2:14 *all contains itself']],
    [
      'a merge key',
      idlePolicy('<<: { mode: enforce }'),
      [
        '5:5 rules[0]["<<"]: unknown key; known here: name, idle, within, risk, until-known, gpu-window, match, mode, below, percentile, guest-ping, logins, cool-off, repeat, then',
      ],
    ],
  ])('are reported for %s', (_, text, expected) => {
    expect(mistakesIn(text)).toEqual(expected);
  });

  it('are not reported for parts that depend on a rule that cannot be read', () => {
    const text = `alerts: { routes: [{ to: sns, rules: [forgotten*, others] }] }\n${idlePolicy('percentil: 90')}`;
    expect(mistakesIn(text)).toEqual(['6:5 rules[0].percentil: unknown key; did you mean percentile?']);
  });

  it('are reported for aliases that multiply, without expanding them', () => {
    const names = [...'abcdefgh'];
    const lines = names.map((name, index) => {
      const item = index === 0 ? '1' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array(9).fill(item).join(', ')}]`;
    });
    expect(mistakesIn(lines.join('\n'))).toEqual(['1:1 too many aliases (*); write the rules out']);
  });

  it.each([
    ['29m', 'must be between 30 min and 30 d, or learned'],
    ['31d', 'must be between 30 min and 30 d, or learned'],
    ['4', 'write how long a VM must be idle, such as 4h, or learned, not 4'],
    ['-4h', 'write how long a VM must be idle, such as 4h, or learned, not "-4h"'],
    ['99w', 'must be between 30 min and 30 d, or learned'],
    [
      '99999999999999999999w',
      'write how long a VM must be idle, such as 4h, or learned, not "99999999999999999999w"',
    ],
  ])('are reported for the window %s', (window, expected) => {
    expect(mistakesIn(`version: 1\nrules:\n  - { name: a, idle: ${window} }`)).toEqual([
      `3:22 rules[0].idle: ${expected}`,
    ]);
  });

  it.each(['', ' padded', 'a#b', 'two\nlines', 'esc\u001b[2J', 'x'.repeat(65)])(
    'are reported for the rule name %j',
    (name) => {
      const text = `version: 1\nrules:\n  - { idle: 4h, name: ${JSON.stringify(name)} }`;
      expect(mistakesIn(text)).toEqual([expect.stringMatching(/^3:\d+ rules\[0\]\.name: /)]);
    },
  );

  it('never print a value at length', () => {
    const text = `mode: ${'x'.repeat(10_000)}\n${idlePolicy()}`;
    expect(mistakesIn(text).join('').length).toBeLessThan(200);
  });
});
