import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Survey } from '../../../lib/cli/init/survey.ts';
import { writePolicy } from '../../../lib/cli/init/write-policy.ts';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { CloudName } from '../../../lib/model/cloud-name.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  toTarget,
} from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { matchesTarget } from '../../../lib/model/rules/match.ts';
import { at } from '../../support/at.ts';
import { anAccountObservation, aVm } from '../../support/builders/observation-builders.ts';
import { runs } from '../../support/tier.ts';

const id = fc.oneof(
  fc.string({ minLength: 1, maxLength: 80, unit: 'binary' }),
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    'true',
    '007',
    'a: b',
    '- x',
    '# c',
    "it's",
    '"q"',
    '[ab]',
    '*',
    'prod-1',
    'null',
    '\n',
    'é',
  ),
);
const dollars = fc.option(fc.integer({ min: 0, max: 10 ** 10 }).map((cents) => money(String(cents / 100))));
const price = fc.integer({ min: 0, max: 10 ** 7 }).map((cents) => hourlyPrice(String(cents / 100)));

const cost = fc.integer({ min: 0, max: 10 ** 7 }).map((cents) => String(cents / 100));
const vm = fc.record({
  gpus: fc.nat(8),
  gpuModel: fc.option(id),
  price: fc.option(cost),
  metadata: fc.option(
    fc.dictionary(fc.constantFrom('env', 'Stage', 'team'), fc.constantFrom('prod', 'Live', 'x')),
  ),
});
const project = fc.record({
  id,
  resources: fc.array(
    vm.map((found) => aVm(found)),
    { maxLength: 3 },
  ),
  rate: price,
  spent: dollars,
});
const account = fc
  .record({
    id,
    state: fc.constantFrom('active', 'new\u2028word'),
    paymentTerms: fc.constantFrom('unknown', 'prepaid', 'invoiced'),
    creditBalance: dollars,
    burnRate: fc.option(price),
    burnLimit: fc.option(price),
    monthlySpend: dollars,
    monthlySpendLimit: dollars,
  })
  .map(({ id, ...figures }) => ({ ...anAccountObservation(figures), id }));
const survey: fc.Arbitrary<Survey> = fc.record({
  at: fc.constant(at('2026-03-17T10:30:00')),
  cloud: fc.constantFrom(...CloudName.options).map((name) => getCloudProfile(name)),
  projects: fc.array(project, { maxLength: 14 }),
  accounts: fc.array(account, { maxLength: 3 }),
  unreadAccounts: fc.array(id, { maxLength: 2 }),
  failedParts: fc.constant([]),
  unsupportedParts: fc.constant([]),
  hasSamples: fc.boolean(),
});

it('whatever is found, the policy is valid, and its budgets apply to what was found', () => {
  fc.assert(
    fc.property(survey, (found) => {
      const text = writePolicy(found, {
        cloudUrl: 'https://api.example.com',
        timezone: 'UTC',
        docs: '.',
        command: 'spendwatch',
      });
      expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/policy-schema\.json\n/);
      const { rules, protect } = readPolicy(text, 'spendwatch.yaml');
      const targets = [
        ...found.projects.map(({ id }) => toTarget(projectTarget(null, ProjectId.parse(id)))),
        ...found.accounts.map(({ id }) => toTarget(accountTarget(null, BillingAccountId.parse(id)))),
      ];
      for (const rule of rules) {
        if (rule.kind !== 'budget') continue;
        expect(targets.some((target) => matchesTarget(rule.match, target))).toBe(true);
      }
      expect(protect.at(-1)).toMatchObject({ kind: 'younger-than' });
      const more = readPolicy(
        text.replaceAll(
          /# (?=business-hours: |then: |- image: |- \{ (terminate|name: ("?old|office)[^:]*): )/g,
          '',
        ),
        'more',
      );
      // A step that the cloud does not support is left out, and what a stop erases is accepted explicitly.
      const { actions, effects } = found.cloud;
      expect(more.businessHours).toHaveLength(1);
      for (const rule of more.rules)
        if (rule.kind === 'idle')
          expect(rule.then).toMatchObject([
            { kind: 'stop', ...(effects.stop.vm?.erases && { mayErase: true }) },
            ...(actions.image.on.length > 0 ? [{ kind: 'image' }] : []),
            { kind: 'terminate' },
          ]);
    }),
    runs(100),
  );
});
