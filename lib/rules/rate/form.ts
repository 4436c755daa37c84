import * as z from 'zod';
import { tellsOnly } from '../../forms/acting-fields.ts';
import { defaults } from '../../forms/defaults.ts';
import type { Form } from '../../forms/form.ts';
import { either, hourlyPattern, readHourly, share } from '../../forms/quantity.ts';
import { moneyMatch } from '../../forms/resource-fields.ts';
import { forField, repeatField, ruleFile } from '../../forms/rule-fields.ts';
import { written } from '../../forms/written-field.ts';
import { hourlyPrice } from '../../model/money/money.ts';
import { namesResources } from '../../model/rules/match.ts';
import type { RateLimit, RateRule } from './terms.ts';

const shareOfLimitPattern = new RegExp(`^${share} of (hourly|monthly) limit$`);

/** Reads "50 USD an hour", or a share of a limit that the platform sets: "80% of hourly limit", "80% of monthly limit". */
function readRate(text: string): RateLimit | undefined {
  const price = readHourly(text);
  if (price !== undefined) return { kind: 'hourly', price };
  const [, digits, unit] = shareOfLimitPattern.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const kind = unit === 'hourly' ? 'share-of-hourly-limit' : 'share-of-monthly-limit';
  return { kind, percent: Number(digits) };
}

const rateForm: Form<RateLimit> = {
  pattern: either(hourlyPattern, shareOfLimitPattern),
  read: readRate,
};

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

export const RateFile = ruleFile(
  'rate',
  'Alerts when the hourly rate of a project or billing account exceeds a limit.',
  '{ name: hourly rate, rate: 50 USD an hour }',
  {
    rate: limit,
    match: moneyMatch('a rule'),
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
).transform(({ rate, match, ...file }, context): RateRule => {
  const isOwn = rate.kind === 'hourly';
  if (!isOwn && match.project !== undefined) {
    const message =
      'the platform has limits for billing accounts only; write { account: main }, or remove this';
    context.addIssue({ code: 'custom', path: ['match', 'project'], message });
    return z.NEVER;
  }
  if (!isOwn && namesResources(match)) {
    const message =
      'the platform has limits for billing accounts only; write a rate such as 50 USD an hour, or remove this';
    context.addIssue({ code: 'custom', path: ['match'], message });
    return z.NEVER;
  }
  return {
    kind: 'rate',
    ...file,
    limit: rate,
    match: isOwn ? match : { ...match, account: match.account ?? '*' },
  };
});
