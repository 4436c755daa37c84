import { describe, expect, it } from 'vitest';
import { ruleInWords } from '../../../lib/cli/tables/rule-text.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { listPolicyWarnings } from '../../../lib/config/policy/warnings.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { idlePolicy, readIdle, rulePolicy } from './policy-text.ts';

describe('a rule that learns', () => {
  const text = (...fields: string[]) => rulePolicy('idle: learned', ...fields);

  it('is read with its own terms, with defaults, and with a window for its signals', () => {
    expect(readIdle(text())).toMatchObject({
      window: hours(4),
      learned: { within: hours(8), inUse: 15, risk: 5, untilKnown: null },
    });
    expect(readIdle(text('within: 24h', 'risk: 1%', 'until-known: 12h'))).toMatchObject({
      learned: { within: hours(24), inUse: 15, risk: 1, untilKnown: hours(12) },
    });
    expect(readIdle(idlePolicy()).learned).toBeUndefined();
  });

  it('uses the policy’s `in-use` limit, which is the same for all rules', () => {
    const policy = readPolicy(text().replace('version: 1', 'version: 1\nin-use: 8%'), 'policy.yaml');
    expect(policy.inUse).toBe(8);
    expect(policy.rules).toMatchObject([{ learned: { inUse: 8 } }]);
    for (const wrong of ['0%', '51%', '-1%', 'much'])
      expect(() =>
        readPolicy(text().replace('version: 1', `version: 1\nin-use: ${wrong}`), 'p.yaml'),
      ).toThrow(/in-use/);
  });

  it.each([
    ['a horizon other than those it supports', text('within: 7h'), 'write 4h or 8h or 12h or 24h, not "7h"'],
    [
      'a term of a learned rule beside a fixed window',
      rulePolicy('idle: 12h', 'within: 8h', 'risk: 5%', 'until-known: 12h'),
      /within: has no effect beside a fixed window; write idle: learned, or remove this.*risk: has.*until-known: has/s,
    ],
    ['another word', rulePolicy('idle: clever'), 'such as 4h, or learned'],
  ])('is refused with %s', (_, wrong, because) => {
    expect(() => readPolicy(wrong, 'policy.yaml')).toThrow(because);
  });

  it('is warned of when its window for unknown VMs has no effect, or its limit of CPU is above that of use', () => {
    const warnings = (untilKnown: string) =>
      listPolicyWarnings(readPolicy(text(`until-known: ${untilKnown}`), 'policy.yaml'), null);
    expect(warnings('23h')).toEqual([]);
    expect(warnings('24h')).toMatchObject([{ message: expect.stringContaining('has no effect') }]);
    expect(warnings('12h\n    below: { cpu: 15% }')).toEqual([]);
    expect(warnings('12h\n    below: { cpu: 16% }')).toMatchObject([
      { path: ['rules', 0, 'below', 'cpu'], message: expect.stringContaining('write 15% or less') },
    ]);
    expect(warnings('30m')).toMatchObject([
      { path: ['rules', 0, 'until-known'], message: expect.stringContaining('has only 6 samples') },
    ]);
  });

  it('is described in `policy check` by what counts as use and by how young VMs are judged', () => {
    const said = (...fields: string[]) =>
      ruleInWords(readPolicy(text(...fields), 'policy.yaml').rules[0] ?? expect.fail());
    expect(said('within: 4h', 'until-known: 6h')).toContain(
      'VMs whose risk of being used within 4 h, estimated from their history, is at most 5%; used means 15% CPU or more over half an hour, or any other signal at its limit; no other signal at its limit for 4 h (with GPUs: 6 h); VMs known for less than 1 d: VMs under the limits for 6 h, in 97% of the samples; those with GPUs for 6 h, every GPU under 5% throughout',
    );
    // The longer of two windows applies.
    expect(said('until-known: 23h', 'gpu-window: 1h')).toMatch(
      /for 4 h \(with GPUs: 4 h\); .* those with GPUs for 23 h,/,
    );
    expect(said()).toContain('; VMs known for less than 1 d: none');
  });
});
