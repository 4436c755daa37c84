import type { ActionKind } from '../model/action-kind.ts';
import type { CloudName } from '../model/cloud-name.ts';
import type { Fact } from '../model/facts/fact.ts';
import type { ResourceKind } from '../model/facts/resource.ts';
import type { UsageSignal } from '../model/facts/usage.ts';
import type { Span } from '../model/time/time.ts';

/** The effect of an action on the charge and data of a resource. */
export type Effect = {
  /** The share of its charge that ends. */
  readonly ends: 'nothing' | 'part' | 'all';
  /** The erased data, such as "its boot disk"; `null` for none. A resource may state less for its stop. */
  readonly erases: string | null;
  /** The parts that stay and cost money, such as "its volumes, billed by their size"; `null` for nothing. */
  readonly leaves: string | null;
  /** True if others may get its place, so that it cannot be started again at will. */
  readonly mayLosePlace: boolean;
};

/** The actions with an effect of their own; a start undoes a stop. */
export type EffectiveAction = Exclude<ActionKind, 'start' | 'power-on'>;

export type FateAtZero = 'deleted' | 'stopped' | 'kept';

/** The support of a fact: supported, or the reason why not, as people read it. */
export type Support = 'supported' | { readonly unsupported: string };

/**
 * The facts of a cloud that hold for all its accounts and need no request. They are data, so that sentences about them are
 * built in the same way for all clouds. Code outside the cloud's folder states no such fact itself.
 */
export type CloudProfile = {
  readonly name: CloudName;
  /** The address of its API, where all accounts share one; `null` where each has its own. */
  readonly address: string | null;
  /** Its own words for kinds of resources, where they are others than "VM" or "volume". */
  readonly words: Readonly<Partial<Record<ResourceKind, string>>>;
  /** Its own words for keys of the metadata that it makes; metadata that people write is named by its key. */
  readonly metadataWords: Readonly<Partial<Record<string, string>>>;
  /** The step by which people keep a VM on the platform itself, to follow "or". */
  readonly keptBy: string;
  /** True if targets have the same names in all accounts, so that only their resources distinguish them. */
  readonly namesTargetsAlike: boolean;
  readonly facts: Readonly<Record<Fact, Support>>;
  /** The signals of its VMs. A slot of usage is whole when it has all of them. */
  readonly signals: readonly UsageSignal[];
  /** The form in which it shows the use of VMs, and of their GPUs. Only a series has history. */
  readonly usage: { readonly as: 'series' | 'gauges'; readonly ofGpus: boolean };
  /** The kinds of resources that each action is supported on, and the reason for all others. */
  readonly actions: Readonly<
    Record<ActionKind, { readonly on: readonly ResourceKind[]; readonly otherwise: string }>
  >;
  /** The effects of actions by kind of resource. A deletion has the same one, whoever deletes: people or the cloud. */
  readonly effects: Readonly<Record<EffectiveAction, Readonly<Partial<Record<ResourceKind, Effect>>>>>;
  /** The fate of each kind of resource when credit is used up; `null` if credit cannot run out. */
  readonly atZeroCredit: Readonly<Partial<Record<ResourceKind, FateAtZero>>> | null;
  /** A sentence on the resources that survive zero credit although their kind is deleted; `null` if there are none. */
  readonly sparedAtZero: string | null;
  /** Kinds that are billed by their size, without a price in their records. Their cost is part of reported spend. */
  readonly unpriced: ReadonlySet<ResourceKind>;
  /** True if volumes report whether they are mounted. */
  readonly showsUseOfVolumes: boolean;
  /** The time between two adjustments of an account's credit and spend, on whole multiples of it. */
  readonly accountAdjustedEvery: Span;
  /** The grant that a key needs: a role of its user, or a scope of its own. */
  readonly permission: 'role' | 'scope';
  /** The names of roles or scopes, from the least to the most privileged. */
  readonly roles: readonly string[];
  /** The least privileged role or scope for watching, and for acting. */
  readonly roleTo: Readonly<Record<'watch' | 'act', string>>;
};

/** Returns why a fact is not supported; `null` when it is. */
export function unsupportedFact({ facts }: CloudProfile, fact: Fact): string | null {
  const support = facts[fact];
  return support === 'supported' ? null : support.unsupported;
}

/** Returns why an action cannot be taken on resources of a kind; `null` when it can. */
export const unsupportedAction = (
  { actions }: CloudProfile,
  action: ActionKind,
  kind: ResourceKind,
): string | null => (actions[action].on.includes(kind) ? null : actions[action].otherwise);

/** Returns the advice to let a key do something: "grant the user of the key the role VIEWER". */
export const grantInWords = (
  { permission, roleTo }: Pick<CloudProfile, 'permission' | 'roleTo'>,
  name = roleTo.watch,
): string =>
  permission === 'role' ? `grant the user of the key the role ${name}` : `give the key the scope ${name}`;
