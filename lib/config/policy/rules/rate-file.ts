import * as z from 'zod';
import { hourlyPrice } from '../../../model/money/money.ts';
import type { RateRule } from '../../../model/rules/rate-rule.ts';
import { defaults } from '../defaults.ts';
import { rateForm } from '../fields/quantity.ts';
import { mapping, ruleName, written } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { eitherMatch, forField } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

const limit = written(
  rateForm,
  'an hourly rate such as 50 USD an hour, or a share such as 80% of hourly limit or 80% of monthly limit',
)
  .refine((rate) => rate.kind !== 'hourly' || rate.price.gte(hourlyPrice('0.01')), {
    error: 'must be at least 0.01 USD an hour',
  })
  .refine((rate) => rate.kind === 'hourly' || (rate.percent > 0 && rate.percent <= 1_000), {
    error: 'must be above 0% and at most 1000%',
  });

/** The schema of a rate rule. */
export const RateFile = mapping(
  {
    name: ruleName,
    rate: limit,
    match: eitherMatch('a rule'),
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
  'a rule such as { name: pace, rate: 50 USD an hour }',
)
  .meta({
    title: 'rate',
    description: 'Alerts when the hourly rate of a project or billing account exceeds a limit.',
  })
  .transform(({ rate, match, ...file }, context): RateRule => {
    const isOwn = rate.kind === 'hourly';
    if (!isOwn && match.project !== undefined) {
      const message =
        'the platform has limits for billing accounts only; write { account: main }, or remove this';
      context.addIssue({ code: 'custom', path: ['match', 'project'], message });
      return z.NEVER;
    }
    return { kind: 'rate', ...file, limit: rate, match: isOwn ? match : { account: match.account ?? '*' } };
  });
