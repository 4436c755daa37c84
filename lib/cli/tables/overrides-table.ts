import * as z from 'zod';
import { closest } from '../../forms/closest.ts';
import type { OverrideOutcome } from '../../jobs/overrides/override-outcome.ts';
import { assertNever } from '../../model/assert-never.ts';
import { formatZonedMinute, withLocalTimes } from '../../model/time/local-times.ts';
import { isoInstant } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { Override } from '../../state/override.ts';
import { subjectHint } from '../names.ts';
import { exitCodes } from '../process.ts';
import { hanging } from './cut.ts';
import { asJson } from './data-forms.ts';

export function outcomeCode({ kind }: OverrideOutcome): number {
  switch (kind) {
    case 'placed':
    case 'revoked':
      return exitCodes.fine;
    case 'nothing':
    case 'already':
    case 'held':
      return exitCodes.news;
    case 'unknown':
    case 'ambiguous':
    case 'unfit':
    case 'wrong':
      return exitCodes.misconfigured;
    default:
      return assertNever(kind);
  }
}

export const overridesTable = (
  outcome: OverrideOutcome,
  { zone, width }: { readonly zone: string; readonly width: number },
): string =>
  linesOf(outcome, zone)
    .flatMap((line) => hanging(withLocalTimes(line, zone), width, 0))
    .map((line) => `${line}\n`)
    .join('');

function linesOf(outcome: OverrideOutcome, zone: string): string[] {
  switch (outcome.kind) {
    case 'placed':
    case 'revoked':
      return [capitalized(`${outcome.says}.`), ...outcome.remarks, effectiveInWords(outcome, zone)];
    case 'nothing':
      return outcome.choices.length === 0
        ? [`${outcome.because}.`]
        : [`${outcome.because}. Available:`, ...outcome.choices.map((choice) => `  ${choice}`)];
    case 'ambiguous':
      return [`${outcome.because}:`, ...outcome.choices.map((choice) => `  ${choice}`)];
    case 'unknown':
      return [`${outcome.because}${subjectHint(outcome.asked, outcome.names)}`];
    case 'already':
    case 'held':
    case 'unfit':
      return [`${outcome.because}.`];
    case 'wrong':
      return [`${outcome.because} Set it with ${optionOf[outcome.field]}.`];
    default:
      return assertNever(outcome);
  }
}

const optionOf = {
  author: '--by',
  reason: '--reason',
  owner: '--owner',
  purpose: '--purpose',
  until: '--for or --until',
} as const;

function effectiveInWords(
  { effective, override }: Extract<OverrideOutcome, { kind: 'placed' | 'revoked' }>,
  zone: string,
) {
  const when = effective === null ? '' : `, about ${formatZonedMinute(effective, zone)}`;
  return `Takes effect at the next poll${when}. ID: ${override.id}`;
}

export function overridesJson(outcome: OverrideOutcome): string {
  const exitCode = outcomeCode(outcome);
  if (outcome.kind !== 'placed' && outcome.kind !== 'revoked') {
    if (outcome.kind !== 'unknown') return asJson({ exitCode, ...outcome });
    const { names, ...rest } = outcome;
    return asJson({ exitCode, ...rest, meant: closest(outcome.asked, names) ?? null });
  }
  const { override, effective, ...rest } = outcome;
  const replaced = 'replaced' in rest ? { replaced: rest.replaced.map(overrideJson) } : {};
  return asJson({
    exitCode,
    ...rest,
    effective: effective && isoInstant(effective),
    override: overrideJson(override),
    ...replaced,
  });
}

/** Returns an override as JSON data, with times in RFC 3339. */
export const overrideJson = (override: Override): object => ({
  ...z.encode(Override, override),
  at: isoInstant(override.at),
  until: isoInstant(override.until),
});
