import type { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import type { HourlyPrice, Money } from '../../../model/money/money.ts';
import { type Instant, type Span, seconds } from '../../../model/time/time.ts';
import { compareText } from '../../../model/words.ts';
import { drawFor } from '../../http/draw.ts';
import type { Billing, DataCenterChanges } from './events/estate-events.ts';
import type { Placed } from './events/placed.ts';
import type { Holding, Vm } from './holding.ts';
import type { Identity } from './identity/identity.ts';
import { enter, existsAt, gone, type Life, stateAt } from './life.ts';
import { commitmentFrom } from './money/commitment.ts';
import { existing, Refusal } from './refusal.ts';

export type DataCenterDetails = {
  readonly [K in keyof DataCenterChanges]-?: NonNullable<DataCenterChanges[K]>;
};

export type DataCenter = DataCenterDetails & {
  readonly id: string;
  readonly createdBy: string;
  /** The machine types for VMs that are installed; a new data center has none yet. */
  readonly machineTypes: readonly string[];
};

/** A security group, which is free of charge. Its fields are the client's own, since neither document shows any. */
export type SecurityGroup = {
  readonly id: string;
  readonly project: ProjectId;
  readonly dataCenter: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

type Recharge = { readonly low: Money; readonly high: Money; readonly auto: boolean };

export type Card = { readonly id: string; readonly last4: string };

type Payment = {
  readonly at: Instant;
  readonly amount: Money;
  readonly isRecharge?: boolean;
  readonly isDeclined?: boolean;
};

export type Account = {
  readonly id: BillingAccountId;
  readonly displayName: string;
  readonly paymentTerms: 'PREPAID' | 'INVOICE';
  readonly createdAt: Instant;
  readonly recharge: Recharge | null;
  readonly hourlySpendLimit: HourlyPrice | null;
  readonly monthlySpendLimit: Money | null;
  /** A suspension by the platform; one for lack of credit follows from the balance. */
  suspended: 'abuse' | 'payment' | null;
  readonly createdBy: string;
  readonly billing: Billing;
  /** Payments of credit, and recharges that no card paid. */
  readonly payments: Payment[];
  /** The times in which its cards were declined. */
  declines: readonly { readonly from: Instant; readonly until: Instant | null }[];
  /** Cards, the one that is charged first at the front. */
  readonly cards: Card[];
};

export type Project = {
  readonly id: ProjectId;
  account: BillingAccountId;
  /** Earlier paying accounts, with the end of each. */
  readonly formerAccounts: { readonly account: BillingAccountId; readonly until: Instant }[];
  readonly createdAt: Instant;
  readonly createdBy: string;
  /** Everything it holds. Deleted things are kept, since they are billed. */
  readonly holdings: Holding[];
  readonly securityGroups: Map<string, SecurityGroup>;
};

/** The whole world at `at`, in whole seconds. */
export type WorldState = {
  readonly seed: number;
  at: Instant;
  readonly accounts: Map<BillingAccountId, Account>;
  readonly projects: Map<ProjectId, Project>;
  /** Deleted projects, whose ids may be in use again: their accounts are billed for them. */
  readonly formerProjects: Project[];
  readonly dataCenters: Map<string, DataCenter>;
  readonly identity: Identity;
  /** VMs with an expiry. */
  readonly expiring: Set<Vm>;
};

/** Returns a billing account. @throws Refusal when it does not exist. */
export const theAccount = (state: WorldState, id: BillingAccountId): Account =>
  existing(state.accounts.get(id), `billing account ${id}`);

/** Returns a project. @throws Refusal when it does not exist. */
export const theProject = (state: WorldState, id: ProjectId): Project =>
  existing(state.projects.get(id), `project ${id}`);

/** Returns a data center. @throws Refusal when it does not exist. */
export const theDataCenter = (state: WorldState, id: string): DataCenter =>
  existing(state.dataCenters.get(id), `data center ${id}`);

export const projectsOf = (state: WorldState, account: BillingAccountId): Project[] =>
  [...state.projects.values()].filter((project) => project.account === account);

/** Returns the existing things of one kind in a project, by id. */
export function present<K extends Holding['kind']>(
  state: WorldState,
  project: ProjectId,
  kind: K,
): OfKind<K>[] {
  return byId(theProject(state, project).holdings.filter(isPresent(state, kind)));
}

/** Returns a thing; `undefined` when it does not exist. */
export function find<K extends Holding['kind']>(
  state: WorldState,
  project: ProjectId,
  kind: K,
  id: string,
): OfKind<K> | undefined {
  const here = isPresent(state, kind);
  const { holdings } = theProject(state, project);
  // Ids are compared first, which is cheap: a large project is searched for each VM.
  return holdings.find((holding): holding is OfKind<K> => holding.id === id && here(holding));
}

/** Returns a thing. @throws Refusal when it does not exist. */
export function theHolding<K extends Holding['kind']>(
  state: WorldState,
  project: ProjectId,
  kind: K,
  id: string,
): OfKind<K> {
  return existing(find(state, project, kind, id), `${kind} ${id}`, project);
}

/** Returns a thing in one of some states. @throws Refusal when it does not exist, or is in another state. */
export function holdingIn<K extends Holding['kind']>(
  state: WorldState,
  project: ProjectId,
  kind: K,
  id: string,
  done: string,
  states: readonly string[],
): OfKind<K> {
  const holding = theHolding(state, project, kind, id);
  const { life }: Holding = holding;
  const current = stateAt(life, state.at) ?? gone;
  if (states.includes(current)) return holding;
  const because = `is ${current}; it can be ${done} when it is ${states.join(' or ')}`;
  throw new Refusal('wrong-state', `${kind === 'vm' ? 'VM' : kind} ${id} ${because}`);
}

/** Refuses an id that is in use. @throws Refusal. An id is free again once its thing is deleted. */
export function refuseTwin(state: WorldState, project: ProjectId, kind: Holding['kind'], id: string): void {
  if (find(state, project, kind, id)) {
    throw new Refusal('exists', `${kind} ${id} already exists in project ${project}`);
  }
}

export type OfKind<K extends Holding['kind']> = Extract<Holding, { kind: K }>;

const isPresent =
  <K extends Holding['kind']>(state: WorldState, kind: K) =>
  (holding: Holding): holding is OfKind<K> =>
    holding.kind === kind && existsAt(holding.life, state.at);

/** Returns the fields of every new holding. @throws Refusal for a commitment that is not on offer. */
export const heldBy = (state: WorldState, { project, dataCenter, by, commitment }: Placed) => ({
  project,
  dataCenter,
  createdAt: state.at,
  createdBy: by,
  commitment: typeof commitment === 'string' ? commitmentFrom(state.at, commitment) : commitment,
});

/** Sorts by id, which is the order of every list. */
export const byId = <T extends { readonly id: string }>(things: Iterable<T>): T[] =>
  [...things].sort((left, right) => compareText(left.id, right.id));

/** Returns a seeded duration in whole seconds. */
export function takes(state: WorldState, what: string, least: number, most: number): Span {
  const chance = drawFor(state.seed, 'takes', what)(state.at / 1_000)(0);
  return seconds(least + Math.floor(chance * (most - least + 1)));
}

/** Takes a thing through one state to another, in so many seconds at least and at most. */
export function pass(
  state: WorldState,
  thing: Pick<Holding, 'project' | 'id'> & { life: Life },
  doing: string,
  [through, least, most]: readonly [string, number, number],
  end: string,
): void {
  const span = takes(state, `${doing} ${thing.project}/${thing.id}`, least, most);
  thing.life = enter(thing.life, state.at, [[through, span]], end);
}
