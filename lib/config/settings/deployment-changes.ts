import { routeId } from '../../model/route.ts';
import type { Severity } from '../../model/severity.ts';
import type { Deployed } from './deployed.ts';
import { deployedFile } from './deployed.ts';
import type { Deployment } from './deployment.ts';
import { withoutKeys } from './may-be-key.ts';
import type { SettingMistake } from './settings-error.ts';

/** Says, in a sentence each, what a deployment would change in the settings of the last one. */
export function changesOf(before: Deployment, after: Deployment): readonly string[] {
  const receivers = comparing(receiversOf(before), receiversOf(after), {
    added: (to, from) => `alerts also go to ${to}, from ${from} on`,
    changed: (to, from, was) => `alerts go to ${to} from ${from} on, and no longer from ${was} on`,
    dropped: (to) => `alerts no longer go to ${to}`,
  });
  const routes = comparing(routesOf(before), routesOf(after), {
    added: (id) => `alerts can also go over ${id}`,
    changed: (id) => `${id} leads elsewhere`,
    dropped: (id) => `alerts no longer go over ${id}`,
  });
  const others = comparing(othersOf(before), othersOf(after), {
    added: (name, value) => `${name} is added: ${value}`,
    changed: (name, value, was) => `${name} is changed from ${was} to ${value}`,
    dropped: (name, _, was) => `${name} is dropped: it was ${was}`,
  });
  return [...receivers, ...routes, ...others].map(withoutKeys);
}

/** Returns what must not happen unsaid: a stage that would go on without its history, or lose it. */
export function ledgerMistakes(stage: string, last: Deployed, next: Deployment): readonly SettingMistake[] {
  const { settings: before, table } = last;
  const isOwn = before.ledger === undefined;
  const isKept = next.ledger === undefined ? isOwn : next.ledger === table;
  const mistakes: SettingMistake[] = [];
  if (isKept && isOwn && next.ledger !== undefined && !before.keepLedger)
    mistakes.push({
      variable: `${stage}.ledger`,
      message:
        'is the table that the stack made and deletes when it lets go of it: deploy keepLedger: true first',
    });
  if (next.replacesLedger === table) return mistakes;
  const otherwise = `name that table, which ${deployedFile} holds, in replacesLedger if it is meant`;
  if (!isKept) {
    const becomes = next.ledger === undefined ? 'is dropped' : 'is changed';
    const message = `${becomes}, and the history would stay behind in the table of the last deployment: ${otherwise}`;
    mistakes.push({ variable: `${stage}.ledger`, message });
  }
  for (const place of ['account', 'region'] as const)
    if ((next[place] ?? last[place]) !== last[place])
      mistakes.push({
        variable: `${stage}.${place}`,
        message: `is not where the stage is: a second stack with an empty ledger would begin beside the first; ${otherwise}`,
      });
  return mistakes;
}

const receiversOf = ({ email, subscriptions }: Deployment): ReadonlyMap<string, Severity> =>
  new Map([
    ...(email === undefined ? [] : [[email, 'info'] as const]),
    ...subscriptions.map(({ to, from }) => [to, from] as const),
  ]);
const routesOf = ({ routes }: Deployment): ReadonlyMap<string, string> =>
  new Map(routes.map((route) => [routeId(route), JSON.stringify(route)]));
const othersOf = (settings: Deployment): ReadonlyMap<string, string> => {
  const { email: _, subscriptions: _s, routes: _r, replacesLedger: _l, ...others } = settings;
  return new Map(Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]));
};

type Wording = {
  readonly added: (name: string, value: string) => string;
  readonly changed: (name: string, value: string, was: string) => string;
  readonly dropped: (name: string, value: null, was: string) => string;
};

/** Dropped ones come first: they are what is missed later. */
function comparing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  say: Wording,
): readonly string[] {
  const dropped = [...before].flatMap(([name, was]) =>
    after.has(name) ? [] : [say.dropped(name, null, was)],
  );
  const others = [...after].flatMap(([name, value]) => {
    const was = before.get(name);
    if (was === value) return [];
    return [was === undefined ? say.added(name, value) : say.changed(name, value, was)];
  });
  return [...dropped, ...others];
}
