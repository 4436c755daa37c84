import type { BillingAccountId } from '../../../../model/ids.ts';
import { drawFor } from '../../../http/draw.ts';
import { disown, own } from '../identity/identity-life.ts';
import { existsAt } from '../life.ts';
import { Refusal } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { type Card, theAccount, theProject, type WorldState } from '../world-state.ts';

export function openAccount(state: WorldState, event: EventOf<'open-account'>): void {
  const { kind: _, credit, by, hasCard, ...agreed } = event;
  const { id } = agreed;
  if (state.accounts.has(id)) throw new Refusal('exists', `billing account ${id} already exists`);
  state.accounts.set(id, {
    ...agreed,
    createdAt: state.at,
    createdBy: by,
    suspended: null,
    payments: credit.isZero() ? [] : [{ at: state.at, amount: credit }],
    declines: [],
    cards: hasCard ? [aCard(state, id, 1)] : [],
  });
  own(state, by, { kind: 'account', id });
}

export function setUpCard(state: WorldState, { account }: EventOf<'set-up-card'>): void {
  const { cards } = theAccount(state, account);
  cards.push(aCard(state, account, cards.length + 1));
}

/** Declines or accepts an account's cards; repeating the current state changes nothing. */
export function declineCards(state: WorldState, event: EventOf<'decline-cards'>): void {
  const account = theAccount(state, event.account);
  const running = account.declines.find(({ until }) => until === null);
  if (event.declined === (running !== undefined)) return;
  account.declines = running
    ? account.declines.map((decline) => (decline === running ? { ...decline, until: state.at } : decline))
    : [...account.declines, { from: state.at, until: null }];
}

function aCard({ seed }: WorldState, account: BillingAccountId, nth: number): Card {
  const digits = Math.floor(drawFor(seed, 'card', account)(nth)(0) * 10_000);
  return { id: `card-${nth}`, last4: String(digits).padStart(4, '0') };
}

export function createProject(state: WorldState, { id, account, by }: EventOf<'create-project'>): void {
  if (state.projects.has(id)) throw new Refusal('exists', `project ${id} already exists`);
  theAccount(state, account);
  state.projects.set(id, {
    id,
    account,
    formerAccounts: [],
    createdAt: state.at,
    createdBy: by,
    holdings: [],
    securityGroups: new Map(),
  });
  own(state, by, { kind: 'project', id });
}

export function moveProject(state: WorldState, { id, account }: EventOf<'move-project'>): void {
  const project = theProject(state, id);
  theAccount(state, account);
  if (project.account === account) return;
  project.formerAccounts.push({ account: project.account, until: state.at });
  project.account = account;
}

export function deleteProject(state: WorldState, { id }: EventOf<'delete-project'>): void {
  const project = theProject(state, id);
  const count = project.holdings.filter(({ life }) => existsAt(life, state.at)).length;
  if (count > 0) throw new Refusal('wrong-state', `project ${id} still holds ${count} resources`);
  state.projects.delete(id);
  state.formerProjects.push(project);
  disown(state, { kind: 'project', id });
}
