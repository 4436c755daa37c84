import * as z from 'zod';
import { closest } from '../../config/policy/fields/closest.ts';
import type { Told } from '../../jobs/overrides/override-outcome.ts';
import { assertNever } from '../../model/assert-never.ts';
import { Override } from '../../model/override.ts';
import { localMinute } from '../../model/time/period.ts';
import { isoInstant } from '../../model/time/time.ts';
import { exitCodes } from '../attempt.ts';
import { hanging } from './cut.ts';
import { asJson } from './data-forms.ts';

export function toldCode({ kind }: Told): number {
  switch (kind) {
    case 'told':
    case 'taken-back':
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

/** What came of a person's word, in sentences. */
export const overridesTable = (
  told: Told,
  { zone, width }: { readonly zone: string; readonly width: number },
): string =>
  linesOf(told, zone)
    .flatMap((line) => hanging(line, width, 0))
    .map((line) => `${line}\n`)
    .join('');

function linesOf(told: Told, zone: string): string[] {
  switch (told.kind) {
    case 'told':
    case 'taken-back':
      return [upper(`${told.says}.`), ...told.remarks, effectiveInWords(told, zone)];
    case 'nothing':
      return told.choices.length === 0
        ? [`${told.because}.`]
        : [`${told.because}. There is:`, ...told.choices.map((choice) => `  ${choice}`)];
    case 'ambiguous':
      return [`${told.because}:`, ...told.choices.map((choice) => `  ${choice}`)];
    case 'unknown':
      return [`${told.because}${meantBy(told)}`];
    case 'already':
    case 'held':
    case 'unfit':
      return [`${told.because}.`];
    case 'wrong':
      return [`${told.because} (${optionOf[told.field]})`];
    default:
      return assertNever(told);
  }
}

const optionOf = { author: '--by', reason: '--reason', until: '--for, --until' } as const;

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function effectiveInWords(
  { effective, override }: Extract<Told, { kind: 'told' | 'taken-back' }>,
  zone: string,
) {
  const when = effective === null ? '' : `, about ${localMinute(effective, zone)} (${zone})`;
  return `It counts from the next look on${when}. Its id: ${override.id}`;
}

/** The quoted name that was not known, and what may be meant by it. */
function meantBy({ asked, names }: Extract<Told, { kind: 'unknown' }>): string {
  const meant = closest(asked, names);
  return meant === undefined ? '.' : `; did you mean "${meant}"?`;
}

export function overridesJson(told: Told): string {
  const exitCode = toldCode(told);
  if (told.kind !== 'told' && told.kind !== 'taken-back') {
    if (told.kind !== 'unknown') return asJson({ exitCode, ...told });
    const { names, ...rest } = told;
    return asJson({ exitCode, ...rest, meant: closest(told.asked, names) ?? null });
  }
  const { override, effective, ...rest } = told;
  const replaced = 'replaced' in rest ? { replaced: rest.replaced.map(overrideJson) } : {};
  return asJson({
    exitCode,
    ...rest,
    effective: effective && isoInstant(effective),
    override: overrideJson(override),
    ...replaced,
  });
}

/** With times that people can read. */
export const overrideJson = (override: Override): object => ({
  ...z.encode(Override, override),
  at: isoInstant(override.at),
  until: isoInstant(override.until),
});
