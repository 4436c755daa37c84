import type { ActionKind } from '../model/action-kind.ts';
import type { Fact } from '../model/facts/fact.ts';
import type { ResourceKind } from '../model/facts/resource.ts';
import type { UsageSignal } from '../model/facts/usage.ts';

/** Whether a fact is supported, or the reason why not, as people read it. */
export type Support = 'supported' | { readonly unsupported: string };

/** What may be known of a cloud at all, and done there. */
export type Capabilities = {
  readonly facts: Readonly<Record<Fact, Support>>;
  /** The signals of its VMs. A slot of usage is whole when it has all of them. */
  readonly signals: readonly UsageSignal[];
  /** The kinds of resources that each action is supported on, and the reason for all others. */
  readonly actions: Readonly<
    Record<ActionKind, { readonly on: readonly ResourceKind[]; readonly otherwise: string }>
  >;
};

/** Returns why a fact is not supported; `null` when it is. */
export function unsupportedFact({ facts }: Capabilities, fact: Fact): string | null {
  const support = facts[fact];
  return support === 'supported' ? null : support.unsupported;
}

/** Returns why an action cannot be taken on resources of a kind; `null` when it can. */
export const unsupportedAction = (
  { actions }: Capabilities,
  action: ActionKind,
  kind: ResourceKind,
): string | null => (actions[action].on.includes(kind) ? null : actions[action].otherwise);
