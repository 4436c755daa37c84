import * as z from 'zod';
import { bounds, defaults } from '../../forms/defaults.ts';
import { resourceFields, toMatchFields } from '../../forms/resource-fields.ts';
import { hasUncoveredMinute, windowForm } from '../../forms/window.ts';
import {
  acrossKeys,
  list,
  mapping,
  oneOf,
  oneOrMore,
  percent,
  span,
  text,
  wholeNumber,
  written,
} from '../../forms/written-field.ts';
import { Mode } from '../../model/rules/step.ts';
import { isTimeZone } from '../../model/time/period.ts';
import { readSpan } from '../../model/time/time.ts';
import { RuleFile, type WrittenRule } from '../../rules/forms.ts';
import { isLearned } from '../../rules/idle/terms.ts';
import { RuleKind as Kind, notifiesOnce, type Rule } from '../../rules/terms.ts';
import type { Policy, Protection } from '../../state/policy.ts';
import { AlertsFile, idleGlobs } from './routes-file.ts';

const ProtectionFile = mapping(
  { ...resourceFields, 'younger-than': span(bounds.youngerThan, 'an age such as 2h').optional() },
  'a protection such as - project: prod-*',
)
  .refine((entry) => entry['younger-than'] === undefined || Object.keys(entry).length === 1, {
    ...acrossKeys,
    error: 'younger-than applies to all resources; give it an entry of its own',
  })
  .refine((entry) => Object.keys(entry).length > 0, {
    error: 'is empty; write a protection such as - project: prod-*',
  })
  .transform(
    ({ 'younger-than': age, ...match }): Protection =>
      age === undefined ? { kind: 'matching', match: toMatchFields(match) } : { kind: 'younger-than', age },
  );

const CapsFile = mapping(
  {
    'per-run': wholeNumber(1, 10_000)
      .default(defaults.caps.perRun)
      .describe('The maximum number of resources acted on in one run.'),
    'per-day': wholeNumber(1, 10_000)
      .default(defaults.caps.perDay)
      .describe('The maximum number of resources acted on in 24 hours.'),
    share: percent(100, 'the maximum share of running resources acted on in one run, such as 25%').prefault(
      defaults.caps.share,
    ),
  },
  'limits such as { per-run: 5, per-day: 20, share: 25% }',
).transform(({ 'per-run': perRun, 'per-day': perDay, share }) => ({ perRun, perDay, share }));

const KeepFile = mapping(
  { 'at-most': span(bounds.keep, 'the longest time that people may keep a resource, such as 7d') },
  'a limit such as { at-most: 7d }',
);

/** Returns the protections with the default one of young resources, unless the policy has its own. */
const withYoung = (protections: readonly Protection[]): Protection[] =>
  protections.some(({ kind }) => kind === 'younger-than')
    ? [...protections]
    : [...protections, { kind: 'younger-than', age: defaults.youngerThan }];

/** Returns the more careful of two modes, so that one line at the top of a policy can prevent all actions. */
const decideMode = (policy: Mode, rule: Mode | undefined): Mode => (rule === 'observe' ? 'observe' : policy);

/** Returns a rule with the most careful mode of the policy, the rule and each step. */
function settled(rule: WrittenRule, policy: Mode): Rule {
  if (!('mode' in rule)) return rule;
  const mode = decideMode(policy, rule.mode);
  const settledStep = <S extends { readonly mode: Mode | undefined }>(step: S) => ({
    ...step,
    mode: decideMode(mode, step.mode),
  });
  if (rule.kind === 'budget')
    return {
      ...rule,
      mode,
      then: rule.then.map((step) => (step.kind === 'notify' ? step : settledStep(step))),
    };
  return {
    ...rule,
    mode,
    then: rule.then.map((step) => (step.kind === 'notify' ? step : settledStep(step))),
  };
}

/** Returns a rule with the policy's limit of use, if it learns. */
export const withLimitOfUse = (rule: Rule, inUse: number): Rule =>
  rule.kind === 'idle' && isLearned(rule) ? { ...rule, learned: { ...rule.learned, inUse } } : rule;

const hoursExample = 'hours such as Mon-Fri 08:00-19:00';

const WrittenPolicy = mapping(
  {
    version: z
      .literal(1, { error: ({ input }) => (input === undefined ? 'missing; write 1' : 'must be 1') })
      .describe('The version of the policy format.'),
    timezone: text('a time zone such as Europe/London')
      .refine(isTimeZone, { error: 'unknown time zone; write an IANA name such as Europe/London' })
      .default(defaults.timezone)
      .describe('The IANA time zone in which days, weeks and months begin.'),
    mode: oneOf(Mode)
      .default(defaults.mode)
      .describe('Whether actions are only announced (observe) or carried out (enforce).'),
    protect: list(
      ProtectionFile,
      0,
      'a list of resources that are never acted on, such as - project: prod-*',
    ).prefault([]),
    caps: CapsFile.prefault({}),
    keep: KeepFile.optional(),
    'business-hours': oneOrMore(written(windowForm, hoursExample), hoursExample)
      .refine(hasUncoveredMinute, {
        error:
          'covers the whole week, so that nothing would ever be stopped; exclude some time, or write mode: observe',
      })
      .optional()
      .describe('Hours in which nothing is stopped, powered off or deleted.'),
    'in-use': percent(
      50,
      'the mean CPU over half an hour at which a VM counts as in use, such as 15%',
    ).prefault(defaults.inUse),
    attribute: list(
      text('a key of metadata such as team'),
      0,
      'keys of metadata such as [team, owner, env]',
    ).prefault([...defaults.attribute]),
    rules: list(
      RuleFile,
      1,
      'at least one rule, such as - { name: research budget, budget: 5000 USD a month }',
    ),
    alerts: AlertsFile,
  },
  'a policy that begins with version: 1',
).transform((file, context): Policy => {
  const { version, timezone, mode, protect, caps, keep, attribute, rules, alerts } = file;
  const { 'business-hours': businessHours = [], 'in-use': inUse } = file;
  for (const path of idleGlobs(alerts.routes ?? [], rules))
    context.addIssue({ code: 'custom', path: [...path], message: 'matches no rule' });
  return {
    version,
    timezone,
    protect: withYoung(protect),
    caps,
    keepAtMost: keep?.['at-most'] ?? null,
    inUse,
    attribute: [...new Set(attribute)],
    businessHours,
    rules: rules.map((rule) => withLimitOfUse(settled(rule, mode), inUse)),
    digest: alerts.digest,
    routes: alerts.routes,
    approveByLink: alerts['approve-by-link'],
  };
});

/** The schema of a policy file, which fills in every default. */
export const PolicyFile = z.preprocess(withCommonRepeat, WrittenPolicy);

/** Kinds of rules that repeat their notifications. */
const repeating = Kind.options.filter((kind) => !notifiesOnce(kind));

type Mapping = Readonly<Record<string, unknown>>;
const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the raw policy with `alerts.repeat` copied into each repeating rule that does not set `repeat`. */
function withCommonRepeat(raw: unknown): unknown {
  if (!isMapping(raw) || !isMapping(raw['alerts']) || !Array.isArray(raw['rules'])) return raw;
  const { repeat } = raw['alerts'];
  const span = typeof repeat === 'string' ? readSpan(repeat) : undefined;
  const { least, most } = bounds.repeat;
  // A mistake in it is reported once, where it is written.
  if (span === undefined || span < least || span > most) return raw;
  const rules = raw['rules'].map((rule: unknown) =>
    isMapping(rule) && !('repeat' in rule) && repeating.some((kind) => kind in rule)
      ? { ...rule, repeat }
      : rule,
  );
  return { ...raw, rules };
}
