import { closest } from '../../forms/closest.ts';
import { writtenKeeps } from '../../model/facts/own-metadata.ts';
import { type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import type { Target } from '../../model/ids.ts';
import { fitsLeniently } from '../../model/rules/match.ts';
import { foldedName } from '../../model/spelling.ts';
import { shortSubject } from '../../model/subject.ts';
import { counted, formatShortList } from '../../model/words.ts';
import { whyProtected } from '../../rules/why-protected.ts';
import type { Policy } from '../../state/policy.ts';
import type { Examination } from './examine.ts';
import { type Finding, finding } from './finding.ts';
import { selectVms } from './survey-targets.ts';

/** Returns a finding on metadata that reads like a protection and is none, such as `spendwach: keep` or `keep: yes`. */
export function protectionFindings({ at, targets }: Examination, { protect }: Policy): Finding[] {
  const named = targets.flatMap(({ head, target }) =>
    target.kind === 'project' ? selectVms(head).map((vm) => ({ vm, target })) : [],
  );
  const isKept = (target: Target, vm: Resource) =>
    writtenKeeps(vm.metadata ?? {}).length > 0 ||
    protect.some((entry) => entry.kind === 'matching' && whyProtected(entry, target, vm, at) !== null);
  const unprotected = named.filter(({ vm, target }) => !isKept(target, vm));
  const wanted = protect.flatMap((entry) =>
    entry.kind === 'matching' ? Object.entries(entry.match.metadata ?? {}) : [],
  );
  const misses = unprotected.flatMap(({ vm, target }) => {
    const entries = Object.entries(vm.metadata ?? {}).filter(([key, text]) => isNearMiss(key, text, wanted));
    const name = shortSubject(toResourceSubject(target.id, vm));
    return entries.length === 0 ? [] : [`${name} (${entries.map((entry) => entry.join(': ')).join(', ')})`];
  });
  if (misses.length === 0) return [];
  return [
    finding('protection', 'protection', {
      state: 'advice',
      found: `${counted(misses.length, 'VM')} with metadata that reads like a protection but is none: ${formatShortList(misses)}`,
      remedy:
        'to protect them, write `spendwatch: keep` in their metadata, or name it under `protect` in the policy',
      figures: { vms: misses.length },
    }),
  ];
}

/** True if metadata nearly protects: it resembles a key of spendwatch or an entry of the policy, or has a common word. */
function isNearMiss(key: string, text: string, wanted: readonly (readonly [string, string])[]): boolean {
  const name = foldedName(key);
  if (name === foldedName('spendwatch-address') || denials.has(foldedName(text))) return false;
  if (commonWords.has(name) || commonWords.has(foldedName(text))) return true;
  return closest(name, ownNames) !== undefined || wanted.some((entry) => isNearEntry([key, text], entry));
}

const ownNames = ['spendwatch', 'spendwatchkeep', 'spendwatchkeepuntil'];
const commonWords: ReadonlySet<string> = new Set(
  [
    ...['keep', 'keep until', 'keep alive', 'always on', 'permanent', 'protect', 'protected', 'protection'],
    ...['do not stop', 'do not delete', 'do not terminate', 'do not shut down', 'do not touch', 'no stop'],
    ...['dont stop', 'dont delete', 'no shutdown', 'no delete', 'never stop'],
  ].map(foldedName),
);
const denials: ReadonlySet<string> = new Set(['', 'no', 'false', '0', 'off', 'none']);

/** True if the key or the value is that of a protection, and the other one resembles that of the same protection. */
function isNearEntry(
  [key, text]: readonly [string, string],
  [wanted, glob]: readonly [string, string],
): boolean {
  const isKey = foldedName(key) === foldedName(wanted);
  if (!isKey)
    return closest(foldedName(key), [foldedName(wanted)]) !== undefined && fitsLeniently(glob, text);
  const [value, meant] = [foldedName(text), foldedName(glob.replaceAll(/[*?]/g, ''))];
  if (value.length < shortest || meant.length < shortest) return false;
  return meant.startsWith(value) || value.startsWith(meant) || closest(value, [meant]) !== undefined;
}
/** The minimum number of letters of an abbreviation, such as "prod" for "production". */
const shortest = 3;
