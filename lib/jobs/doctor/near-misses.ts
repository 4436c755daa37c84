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
    protect.some((one) => one.kind === 'matching' && whyProtected(one, target, vm, at) !== null);
  const open = named.filter(({ vm, target }) => !isKept(target, vm));
  const wanted = protect.flatMap((one) =>
    one.kind === 'matching' ? Object.entries(one.match.metadata ?? {}) : [],
  );
  const misses = open.flatMap(({ vm, target }) => {
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

/** Reports whether metadata nearly says what protects: a key of ours, a key or value of the policy, or common words. */
function isNearMiss(key: string, text: string, wanted: readonly (readonly [string, string])[]): boolean {
  const name = foldedName(key);
  if (name === foldedName('spendwatch-address') || denials.has(foldedName(text))) return false;
  if (commonWords.has(name) || commonWords.has(foldedName(text))) return true;
  return closest(name, ownNames) !== undefined || wanted.some((one) => isNearEntry([key, text], one));
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

/** Reports whether either the key or the value is that of a protection, and the other one nearly so. */
function isNearEntry(
  [key, text]: readonly [string, string],
  [wanted, glob]: readonly [string, string],
): boolean {
  const isKey = foldedName(key) === foldedName(wanted);
  if (!isKey)
    return closest(foldedName(key), [foldedName(wanted)]) !== undefined && fitsLeniently(glob, text);
  const [said, meant] = [foldedName(text), foldedName(glob.replaceAll(/[*?]/g, ''))];
  if (said.length < shortest || meant.length < shortest) return false;
  return meant.startsWith(said) || said.startsWith(meant) || closest(said, [meant]) !== undefined;
}
/** The least letters of an abbreviation, such as "prod" for "production". */
const shortest = 3;
