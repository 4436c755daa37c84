import type { CloudProfile, EffectiveAction } from '../../clouds/profile.ts';
import { deletesAllAtZero, fateAtZero, findActionEffect } from '../../clouds/profiles.ts';
import { type ActionKind, getRestAction } from '../../model/action-kind.ts';
import { type Cost, type Resource, ResourceKind, type RestEffect } from '../../model/facts/resource.ts';
import {
  atRiskInWords,
  endInWords,
  kindsInWords,
  pluralizeKind,
  type ResourcesAtRisk,
} from '../../model/facts/resources-at-risk.ts';
import type { Subject } from '../../model/ids.ts';
import { free, priceInWords } from '../../model/money/money.ts';
import { subjectParts } from '../../model/subject.ts';
import { joined } from '../../model/words.ts';
import { oneLine } from './plain-text.ts';
import { kindInWords } from './subject-in-words.ts';

/** The cloud that a text concerns; `null` for several, of which nothing specific is stated. */
type Cloud = CloudProfile | null;

/** The maximum length of a text on erased data, which may come from the cloud. */
export const longestLoss = 120;

const nouns = {
  stop: 'A stop',
  'power-off': 'Switching it off',
  image: 'Copying it',
  terminate: 'Deletion',
} as const satisfies Record<EffectiveAction, string>;
const shares = {
  nothing: 'saves nothing',
  part: 'ends part of its charge',
  all: 'ends its charge',
} as const;

/** Returns the effect of an action on a resource, or on its kind, in sentences; empty if it is unknown. */
export function effectText(
  cloud: Cloud,
  action: ActionKind,
  kind: ResourceKind | undefined,
  { erasedByStop, continuesAt }: RestEffect = {},
): string[] {
  if (action === 'start' || action === 'power-on')
    return savesNothing(cloud, kind) ? ['It costs the same as when stopped.'] : [];
  const effect = kind === undefined ? null : findActionEffect(cloud, action, { kind, erasedByStop });
  if (effect === null) return [];
  const { ends, erases, leaves, mayLosePlace } = effect;
  const isRest = action === 'stop' || action === 'power-off';
  const remains = isRest ? continuesAt : undefined;
  const more = [
    ...(erases === null ? [] : [`erases ${oneLine(erases, longestLoss)}`]),
    ...(leaves === null || remains?.isZero() ? [] : [`leaves ${leaves}`]),
  ];
  if (isRest && ends === 'nothing' && remains === undefined && more.length === 0)
    return [
      `${nouns[action]} by itself saves nothing: a stopped ${kindInWords(kind ?? '', cloud)} is billed in full until it is deleted.`,
    ];
  const share = remains?.gt(free) ? `${shares.all} but for ${priceInWords(remains)}` : shares.all;
  const clauses = [remains === undefined ? shares[ends] : share, ...more];
  return [
    `${nouns[action]} ${joined(clauses)}.`,
    ...(action === 'terminate' && erases !== null ? ['It cannot be undone.'] : []),
    ...(mayLosePlace ? ['Its capacity may go to others, so it may not be possible to start it again.'] : []),
  ];
}

/** Returns the effect of stopping the resource of a subject. */
export function restText(cloud: Cloud, notice: RestEffect & { readonly subject: Subject }): string[] {
  const { resource } = subjectParts(notice.subject);
  const restAction = resource && getRestAction(resource.kind);
  return resource === null || restAction === null ? [] : effectText(cloud, restAction, resource.kind, notice);
}

/** Returns what the deletion of a resource erases, after `before`, such as ", with its boot disk"; empty if unknown. */
export function describeErasure(cloud: Cloud, kind: ResourceKind | undefined, before: string): string {
  const erases = kind && findActionEffect(cloud, 'terminate', { kind })?.erases;
  return erases == null ? '' : `${before}${erases}`;
}

/** True if stopping a kind of resource ends none of its charge; false if that is unknown. */
export const savesNothing = (cloud: Cloud, kind: ResourceKind | undefined): boolean =>
  kind !== undefined && findActionEffect(cloud, getRestAction(kind), { kind })?.ends === 'nothing';

/** Returns a state at rest with its remaining charge, such as "stopped; 0.05 USD/h still billed". */
export function atRestInWords(
  state: string,
  { price, isEstimate }: Cost,
  cloud: Cloud,
  kind: ResourceKind | undefined,
): string {
  if (price === null) return `${state}, at an unknown price`;
  if (price.isZero()) return state;
  if (savesNothing(cloud, kind)) return `${state}, still billed`;
  return `${state}; ${isEstimate ? 'about ' : ''}${priceInWords(price)} still billed`;
}

/** Returns how to spend less, as text that follows "To spend less,". */
export function lessSpent(cloud: Cloud): string {
  if (savesNothing(cloud, 'vm')) return 'delete what nobody needs: a stopped VM is still billed.';
  return findActionEffect(cloud, 'stop', { kind: 'vm' }) === null
    ? 'delete what nobody needs.'
    : 'stop or delete what nobody needs.';
}

/** Returns what a cloud does at zero credit, such as "deletes everything in its projects, disks included: 2 VMs". */
export function atZero(cloud: Cloud, atRisk: ResourcesAtRisk): string {
  if (!deletesAllAtZero(cloud)) return endInWords(atRisk, false, cloud?.words);
  const known = atRiskInWords(atRisk, cloud?.words ?? {});
  return `deletes everything in its projects, disks included${known === null ? '' : `: ${known}`}`;
}

/** Returns in sentences what happens at zero credit to these resources, or to any of an account; empty if unknown. */
export function atZeroText(
  cloud: Cloud,
  found: readonly Pick<Resource, 'kind' | 'activity' | 'lostAtZero'>[] = [],
): string[] {
  if (cloud === null || cloud.atZeroCredit === null) return [];
  const { atZeroCredit } = cloud;
  const fates = (['deleted', 'stopped', 'kept'] as const).flatMap((fate) => {
    const kinds = ResourceKind.options.filter((kind) => atZeroCredit[kind] === fate);
    const affected = found.filter((resource) => fateAtZero(cloud, resource) === fate);
    const possible =
      found.length > 0 || kinds.length === 0
        ? null
        : `its ${joined(kinds.map((kind) => pluralizeKind(kind, cloud.words)))}`;
    const names = kindsInWords(affected, cloud.words) ?? possible;
    return names === null ? [] : [`${verbs[fate]} ${names}`];
  });
  const all = deletesAllAtZero(cloud)
    ? 'deletes everything that it pays for, disks included'
    : fates.join('; ');
  return [
    `When its credit reaches zero, the platform ${all}.`,
    ...(cloud.sparedAtZero === null ? [] : [cloud.sparedAtZero]),
    'Deleted data is lost.',
  ];
}

const verbs = { deleted: 'deletes', stopped: 'stops', kept: 'keeps' } as const;
