import * as z from 'zod';
import { type NotifyStep, Step } from '../model/rules/step.ts';
import { compareSeverity } from '../model/severity.ts';
import { spanInWords } from '../model/time/time.ts';
import { listSupportingKinds } from '../rules/terms.ts';
import { chosen } from './chosen.ts';
import { closest } from './closest.ts';
import type { WrittenStep } from './step-file.ts';
import { acrossItems, instead, list } from './written-field.ts';

const StepKind = z.enum(Step.options.map(({ shape }) => shape.kind.value));
export type StepKind = Step['kind'];

/** A misplaced step, by its index in the list, with the correction. */
export type StepOrderError = { readonly at: number; readonly because: string };
/** A step that could not be read, with its likely kind; `null` if that is unknown. */
type Gap = { readonly kind: StepKind | null; readonly unread: true };
const isGap = (step: object): step is Gap => 'unread' in step;
/** The steps of a list, including unreadable ones, so that mistakes between steps are reported as well. */
export type ReadSteps<S> = readonly (S | Gap)[];

const known = StepKind.options;
const conjunction = new Intl.ListFormat('en-GB');

/** Returns the schema of a list of steps of the kinds that a rule supports. */
export function stepList<S extends { readonly kind: StepKind }>(
  files: Partial<Record<StepKind, z.ZodType<S>>>,
  example: string,
  misplaced: (steps: ReadSteps<S>) => readonly StepOrderError[],
) {
  const step = chosen<S | Gap>(
    Object.values(files),
    (raw) => selectStepFile(files, raw, example),
    (raw) => ({ kind: findMeantStep(raw).kind, unread: true }),
  );
  return list(step, 1, `steps such as ${example}, or remove this`)
    .superRefine((steps, context) => {
      for (const { at, because } of [...withoutEffect(steps), ...misplaced(steps)])
        context.addIssue({ code: 'custom', path: [at, steps[at]?.kind ?? ''], message: because });
    }, acrossItems)
    .transform((steps: ReadSteps<S>): S[] => steps.flatMap((entry) => (isGap(entry) ? [] : [entry])))
    .default([]);
}

/** Returns the step kind that the keys of a mapping name, and that key. The kind is `null` if they name two or none. */
function findMeantStep(raw: unknown) {
  const isMapping = typeof raw === 'object' && raw !== null && !Array.isArray(raw);
  const keys = isMapping ? Object.keys(raw) : [];
  const kinds = keys.filter((key) => StepKind.safeParse(key).success);
  const key = kinds[0] ?? keys.find((typed) => closest(typed, known) !== undefined) ?? keys[0] ?? null;
  const suggestion = key === null ? undefined : (kinds[0] ?? closest(key, known));
  const kind = kinds.length > 1 ? null : (known.find((stepKind) => stepKind === suggestion) ?? null);
  return { key, kind, another: kinds[1] ?? null };
}

function selectStepFile<S>(
  files: Partial<Record<StepKind, z.ZodType<S>>>,
  raw: unknown,
  example: string,
): z.ZodType<S> {
  const { key, kind, another } = findMeantStep(raw);
  const can = Object.keys(files).join(', ');
  if (key === null) return refused(instead(`a step such as ${example}`)({ input: raw }));
  if (another !== null) return refused(`a step has one action; begin a new item with - ${another}:`, another);
  if (kind === null) return refused(`unknown step; this rule supports ${can}`, key);
  return (
    files[kind] ??
    refused(
      `only ${conjunction.format(listSupportingKinds(kind))} rules support ${kind}; this one supports ${can}`,
      key,
    )
  );
}

const refused = (because: string, ...path: readonly string[]) =>
  z.unknown().transform((_, context) => {
    context.addIssue({ code: 'custom', path: [...path], message: because });
    return z.NEVER;
  });

/** Returns the notify steps that have no effect because the severity is already reached. */
function withoutEffect(steps: ReadSteps<{ readonly kind: StepKind } | NotifyStep>): StepOrderError[] {
  const notifications = steps.flatMap((step, at) => ('severity' in step ? [{ ...step, at }] : []));
  return notifications.flatMap(({ at, after, severity }) => {
    const earlier = notifications.find(
      (other) =>
        other.at !== at &&
        compareSeverity(other.severity, severity) >= 0 &&
        (other.after < after || (other.after === after && other.at < at)),
    );
    if (earlier === undefined) return [];
    const reached = `${earlier.severity} after ${spanInWords(earlier.after)}`;
    return [{ at, because: `has no effect: the alert is already ${reached}` }];
  });
}

/** Returns steps on resources that are repeated, too early, or without a step that they need. */
export function misplacedSteps(
  steps: ReadSteps<WrittenStep>,
  kinds: readonly StepKind[],
): readonly StepOrderError[] {
  return steps.flatMap((step, at) => {
    if (step.kind === null || step.kind === 'notify') return [];
    const first = steps.findIndex((other) => other.kind === step.kind);
    const because =
      first < at
        ? `a rule may have each action only once; keep one ${step.kind}`
        : (missingStep(step, steps, kinds) ?? outOfTurn(step, steps));
    return because === null ? [] : [{ at, because }];
  });
}

type ReadStep = ReadSteps<WrittenStep>[number];

/** Returns the reason why a step lacks another that it needs; otherwise `null`. An unreadable step may be that one. */
function missingStep(
  step: ReadStep,
  steps: ReadSteps<WrittenStep>,
  kinds: readonly StepKind[],
): string | null {
  const isMissing = (...kinds: readonly StepKind[]) =>
    !steps.some((other) => other.kind === null || kinds.includes(other.kind));
  const isLate = step.kind === 'image' || step.kind === 'terminate';
  if (isLate && kinds.includes('stop') && isMissing('stop'))
    return 'applies to VMs that this rule stopped; add - stop: after 1h';
  if ('needsImage' in step && step.needsImage && isMissing('image'))
    return 'also deletes the disk; add - image: after 7d before it, or without-image: true to it';
  if (step.kind === 'start' && isMissing('stop', 'power-off'))
    return 'starts only what this rule stopped; add - stop: after 15m, or - power-off: after 15m';
  return null;
}

function outOfTurn(step: ReadStep, steps: ReadSteps<WrittenStep>): string | null {
  if (step.kind !== 'terminate') return null;
  if (steps.some((other) => other.kind === 'start'))
    return 'would delete what this rule starts again; remove one of the two steps';
  for (const other of steps)
    if (other.kind === 'image' && 'after' in other && 'after' in step && step.after <= other.after)
      return `must be later than the image, which is made after ${spanInWords(other.after)}`;
  return null;
}
