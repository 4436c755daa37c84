import type { Flaw } from '../../clouds/http/operation.ts';
import type { PartMeaning } from '../../clouds/part-meaning.ts';
import { partMeanings } from '../../clouds/part-meanings.ts';
import { type CloudProfile, grantInWords } from '../../clouds/profile.ts';
import { Part } from '../../model/facts/observation.ts';
import { nameOfTarget, type TargetId, toTarget } from '../../model/ids.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { Policy } from '../../state/policy.ts';
import { computePolicyNeeds } from '../../state/policy-needs.ts';
import { type Examination, findPartRequest, isAbsent } from './examine.ts';
import { type Finding, finding, judgeFindingState } from './finding.ts';
import type { SeenTarget } from './survey-targets.ts';

/** Returns a finding for each part of a poll, but on spend only if a rule needs it. */
export function partFindings(examination: Examination, policy: Policy): Finding[] {
  const needs = computePolicyNeeds(policy);
  const isNeeded = (kind: 'project' | 'account', part: Part) =>
    part !== 'spend' || needs.facts.has(`reported spend of ${kind}s`);
  const buildKindFindings = (kind: 'project' | 'account', parts: Partial<Record<Part, PartMeaning>>) =>
    listPartEntries(parts).flatMap(([part, meaning]) => {
      const parts = examination.targets
        .filter(({ target }) => target.kind === kind)
        .map((target) => partSeen(target, part, examination));
      return parts.length > 0 && isNeeded(kind, part) ? [partFinding(meaning, parts, examination.cloud)] : [];
    });
  const { project, account } = partMeanings[examination.cloud.name];
  return [...buildKindFindings('project', project), ...buildKindFindings('account', account)];
}

const listPartEntries = (parts: Partial<Record<Part, PartMeaning>>): [Part, PartMeaning][] =>
  Object.entries(parts).map(([part, meaning]) => [Part.parse(part), meaning]);

/** Returns the finding on one part over all checked targets. */
function partFinding(meaning: PartMeaning, parts: readonly PartSeen[], cloud: CloudProfile): Finding {
  const answered = parts.filter(({ outcome }) => outcome.kind === 'whole' || outcome.kind === 'flawed');
  const whole = parts.filter(({ outcome }) => outcome.kind === 'whole');
  const items = answered.reduce((sum, { outcome }) => sum + ('items' in outcome ? outcome.items : 0), 0);
  const fallback = answered.find(({ by }) => by !== null)?.by ?? null;
  const byFallback =
    fallback === null ? [] : [`by ${fallback}, because the platform does not support it directly`];
  // A fallback does not return every item of the part, so the items are not counted.
  const isCounted = meaning.one !== null && fallback === null;
  const troubles = listTroubles(meaning, parts, cloud);
  const found = [
    ...(answered.length > 0
      ? [
          `${!isCounted ? 'available for' : `${counted(items, meaning.one)} in`} ${formatPlaceCount(answered)}`,
          ...byFallback,
        ]
      : []),
    ...troubles.map(({ found }) => found),
  ];
  const isAnyAnswered = answered.length > 0 && whole.length === 0;
  return finding(meaning.what.toLowerCase().replace(' ', '-'), meaning.what, {
    state: isAnyAnswered ? 'partly' : judgeFindingState(whole.length, parts.length),
    found: found.join('; '),
    unwatched: troubles.length > 0 ? meaning.unwatched : null,
    remedy: troubles.length > 0 ? troubles.map(({ remedy }) => remedy).join('; ') : null,
    figures: { items: isCounted ? items : null, polled: parts.length, whole: whole.length, fallback },
  });
}

const formatPlaceCount = (parts: readonly PartSeen[]): string =>
  counted(parts.length, parts[0] && toTarget(parts[0].target).kind === 'account' ? 'account' : 'project');

const formatNames = (parts: readonly PartSeen[]): string =>
  formatShortList(parts.map(({ target }) => nameOfTarget(target)));

type Trouble = { readonly found: string; readonly remedy: string };

/** Returns one entry for each kind of failure, with the names of its targets. */
function listTroubles(
  { what, permission }: PartMeaning,
  parts: readonly PartSeen[],
  cloud: CloudProfile,
): Trouble[] {
  const select = (kind: PartSeen['outcome']['kind']) => parts.filter(({ outcome }) => outcome.kind === kind);
  const getReason = ([first]: readonly PartSeen[]): string =>
    first !== undefined && 'because' in first.outcome ? first.outcome.because : '';
  const troubles: Trouble[] = [];
  const absent = select('absent');
  if (absent.length > 0) {
    const where = absent.length < parts.length ? ` in ${formatNames(absent)}` : '';
    const remedy = `none: this version of the platform does not support it; monitor ${what} in its console`;
    troubles.push({ found: `unsupported${where}`, remedy });
  }
  const forbidden = select('forbidden');
  if (forbidden.length > 0) {
    const where = formatNames(forbidden);
    const remedy = `${grantInWords(cloud, permission)} on ${where}`;
    troubles.push({ found: `not permitted in ${where}`, remedy });
  }
  const failed = select('failed');
  if (failed.length > 0) {
    const remedy = 'try again; if it persists, contact the operator of the platform';
    troubles.push({ found: `failed in ${formatNames(failed)}: ${getReason(failed)}`, remedy });
  }
  const flaws = parts.flatMap(({ outcome }) => (outcome.kind === 'flawed' ? outcome.flaws : []));
  if (flaws.length > 0) {
    const reasons = formatShortList(
      flaws.map(({ path, because }) => `${path}: ${because}`),
      2,
    );
    const remedy = 'report this as a bug in spendwatch: its API contract does not cover this reply';
    troubles.push({ found: `cannot be read: ${reasons}`, remedy });
  }
  return troubles;
}

/** The outcome of one part of the poll of a target. */
type PartSeen = {
  readonly target: TargetId;
  /** The fallback that was used; `null` if none was. */
  readonly by: string | null;
  readonly outcome:
    | { readonly kind: 'whole'; readonly items: number }
    | { readonly kind: 'flawed'; readonly items: number; readonly flaws: readonly Flaw[] }
    | { readonly kind: 'absent' | 'forbidden' | 'failed'; readonly because: string };
};

function partSeen({ target, head }: SeenTarget, part: Part, examination: Examination): PartSeen {
  const unsupported = head.unsupported.find((candidate) => candidate.part === part);
  const base = { target: target.id, by: unsupported?.instead ?? null };
  if (unsupported !== undefined && unsupported.instead === null) {
    return { ...base, outcome: { kind: 'absent', because: unsupported.because } };
  }
  const outcome = findPartRequest(part, target.id, examination)?.outcome;
  if (outcome === undefined)
    return { ...base, outcome: { kind: 'absent', because: 'the poll did not request it' } };
  if (outcome.kind === 'refused') {
    const { because } = outcome;
    return {
      ...base,
      outcome: {
        kind: isAbsent(outcome) ? 'absent' : outcome.error === 'forbidden' ? 'forbidden' : 'failed',
        because,
      },
    };
  }
  const { items, flaws } = outcome;
  const kind = flaws.length > 0 ? 'flawed' : 'whole';
  return { ...base, outcome: kind === 'flawed' ? { kind, items, flaws } : { kind, items } };
}
