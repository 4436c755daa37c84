import type { ConnectionName } from '../../lib/model/connection-name.ts';
import { getTargetConnection, type TargetId } from '../../lib/model/ids.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import type { Message, Notification } from '../../lib/state/notification.ts';
import type { Policy } from '../../lib/state/policy.ts';
import type { Process } from './engine/process.ts';
import type { Observer } from './observer.ts';
import { startsAs } from './oracle/true-protection.ts';

/** A connection as oracles see it that judge it as if it were the only one. */
export type View = {
  readonly name: ConnectionName | null;
  /** Returns a process as the connection sees it. */
  seen(process: Process): Process;
};

/**
 * Passes the events of one connection to an observer, under the ids that it would have without a name; groups, and
 * events of spendwatch as a whole, go to the unnamed connection. What passes between a process and a cloud is left out.
 */
export function ofConnection({ name, seen }: View, to: Required<Observer>): Observer {
  const isOwn = (target: TargetId): boolean => (getTargetConnection(target) ?? null) === name;
  const bare = withoutName(name);
  const mine = <T extends { readonly connection?: ConnectionName | undefined }>(all: readonly T[]): T[] =>
    all.filter(({ connection }) => (connection ?? null) === name).map(bare);

  let lastControl = '';

  function ownPart(message: Message): Message | null {
    const isAbout = (notice: Notification): boolean =>
      (notice.kind === 'blind' ? (notice.connection ?? null) : (connectionIn(notice.subject) ?? null)) ===
      name;
    const [first, ...others] = message.notifications.filter(isAbout);
    return first === undefined ? null : bare({ ...message, notifications: [first, ...others] });
  }

  return {
    started: (process) => to.started(seen(process)),
    committed(process, head, before) {
      if (isOwn(head.target)) to.committed(seen(process), bare(head), before && bare(before));
    },
    recorded(process, history) {
      if (isOwn(history.target)) to.recorded(seen(process), bare(history));
    },
    samplingsRead(process, target, samplings) {
      if (isOwn(target)) to.samplingsRead(seen(process), bare(target), samplings);
    },
    useRead(process, target, use) {
      if (isOwn(target)) to.useRead(seen(process), bare(target), bare(use));
    },
    metersRead(process, target, unit, meters) {
      if (isOwn(target)) to.metersRead(seen(process), bare(target), unit, bare(meters));
    },
    overridesRead: (process, overrides, asOf) => to.overridesRead(seen(process), bare(overrides), asOf),
    overridden: (override) => to.overridden(bare(override)),
    withdrawn: to.withdrawn,
    confirmed: (override, after) => to.confirmed(bare(override), bare(after)),
    headsRead: (process, heads) =>
      to.headsRead(seen(process), heads.filter(({ target }) => isOwn(target)).map(bare)),
    controlCommitted(process, control) {
      const part = { ...control, actions: mine(control.actions), blind: mine(control.blind) };
      // A change of another connection is none here.
      const text = JSON.stringify([part.actions, part.blind]);
      if (text !== lastControl) to.controlCommitted(seen(process), part);
      lastControl = text;
    },
    noted(process, note) {
      if ((note.connection ?? null) === name) to.noted(seen(process), note);
    },
    delivered(process, route, message, isHeard) {
      const part = ownPart(message);
      if (part !== null) to.delivered(seen(process), route, part, isHeard);
    },
    struck(process, io, fault) {
      const connection = io.target === null ? undefined : connectionIn(io.target);
      if (connection === undefined || connection === name) to.struck(seen(process), bare(io), fault);
    },
    damaged(target) {
      if (isOwn(target)) to.damaged(bare(target));
    },
    logged(process, event, because, connection) {
      if (connection === undefined || connection === name)
        to.logged(seen(process), event, because, connection);
    },
  };
}

/** Returns the ledger with what is of one connection under the ids that it would have without a name. */
export function ledgerOf(name: ConnectionName | null, ledger: Ledger): Ledger {
  if (name === null) return ledger;
  const bare = withoutName(name);
  const named = (target: TargetId): TargetId => withName(name, target);
  return {
    ...ledger,
    observations: async (target, ...span) => bare(await ledger.observations(named(target), ...span)),
    samplings: async (target, ...span) => bare(await ledger.samplings(named(target), ...span)),
    meters: async (target, ...span) => bare(await ledger.meters(named(target), ...span)),
    use: async (target) => bare(await ledger.use(named(target))),
  };
}

/** Passes to an observer only the events of a connection, under its name. */
export const actsOf = ({ name }: View, { acted }: Observer): Observer =>
  acted === undefined
    ? {}
    : { acted: (request) => acted({ ...request, subject: withName(name, request.subject) }) };

/** Returns the id of a target or a subject of a connection, from the one that it would have without a name. */
export const withName = <Id extends string>(name: ConnectionName | null, id: Id): Id =>
  // The form is that of an id.
  name === null ? id : (id.replace(/^(project|account)\//, `$1@${name}/`) as Id);

/** Returns a policy as one connection is judged by it; budgets that are shared are of no connection. */
export const policyOf = (policy: Policy, name: ConnectionName | null): Policy => ({
  ...policy,
  rules: policy.rules.flatMap((rule) => {
    const { connection, ...match } = rule.match;
    if (connection === undefined || (rule.kind === 'budget' && rule.shared)) return [rule];
    return startsAs(connection, name ?? '') ? [{ ...rule, match }] : [];
  }),
});

/** Returns the connection that a target or a subject is of; `undefined` for anything else. */
function connectionIn(subject: string): ConnectionName | null | undefined {
  return /^(?:project|account)(?:@[^/]+)?\//s.test(subject)
    ? getTargetConnection(subject as TargetId)
    : undefined;
}

/**
 * Returns a function that takes the name of a connection out of all ids in a value; those of the unnamed connection
 * become those of one called "none". Equal objects stay the same object.
 */
export function withoutName(name: ConnectionName | null): <T>(value: T) => T {
  if (name === null) return (value) => value;
  const known = new WeakMap<object, object>();
  const ids = new RegExp(`\\b(project|account)@${name}/`, 'g');

  function bare(value: unknown): unknown {
    if (typeof value === 'string')
      return value.replace(/^(project|account)\//, '$1@none/').replace(ids, '$1/');
    if (typeof value !== 'object' || value === null) return value;
    const prototype = Object.getPrototypeOf(value);
    if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
    const before = known.get(value);
    if (before !== undefined) return before;
    const after = Array.isArray(value)
      ? value.map(bare)
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [bare(key), bare(part)]));
    known.set(value, after);
    return after;
  }

  // What comes back is of the form that was given.
  return <T>(value: T): T => bare(value) as T;
}
