import { earlier, type Instant, isoInstant, later, minutes } from '../../../../lib/model/time/time.ts';
import type { Rule } from '../../../../lib/rules/terms.ts';
import {
  metadataOf,
  priceIn,
  shownCommittedUntil,
  showsBirth,
  showsPrice,
  stateOf,
  type TrueCluster,
  type TrueResource,
  usedGib,
} from '../../world/true-resource.ts';
import { keeps } from '../override-book.ts';
import { wholeAt } from '../poll-book.ts';
import { type Matter, type Shown, speaksOf, type Truth } from './matter.ts';
import { trueHours } from './true-hours.ts';

type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>;

/** A resource, or a machine of a cluster, as it was shown. */
type Item = {
  readonly subject: string;
  readonly kind: TrueResource['kind'] | 'cluster-machine';
  readonly born: string;
  readonly state: string;
  readonly of: TrueResource;
  readonly shownAt: Instant;
};

/** Returns the conditions that rules on single resources should report, for all that complete lists showed. */
export function resourceMatters(shown: Shown): readonly Matter[] {
  const items = itemsIn(shown);
  return shown.policy.rules.flatMap((rule) => {
    if (
      rule.kind !== 'waste' &&
      rule.kind !== 'commitment' &&
      rule.kind !== 'schedule' &&
      rule.kind !== 'lifetime'
    )
      return [];
    return items.filter((item) => isMeant(rule, item)).flatMap((item) => mattersOf(rule, item, shown));
  });
}

function mattersOf(
  rule: RuleOf<'waste' | 'commitment' | 'schedule' | 'lifetime'>,
  item: Item,
  shown: Shown,
): readonly Matter[] {
  switch (rule.kind) {
    case 'waste':
      return wasteOf(rule, item, shown);
    case 'commitment':
      return commitmentOf(rule, item, shown.at);
    case 'schedule':
      return scheduleOf(rule, item, shown);
    default:
      return lifetimeOf(rule, item, shown);
  }
}

function itemsIn({ poll }: Shown): readonly Item[] {
  return (['vm', 'machine', 'volume', 'disk', 'image', 'cluster', 'bucket'] as const)
    .filter((kind) => wholeAt(poll, kind))
    .flatMap((kind) =>
      (poll.lists[kind]?.shown ?? []).flatMap((of): Item[] => {
        const shownAt = poll.lists[kind]?.at ?? of.createdAt;
        const born = showsBirth(of) ? isoInstant(of.createdAt) : '';
        const base = `project/${of.project}`;
        const state = stateOf(of, shownAt);
        const whole: Item = { subject: `${base}/${kind}/${of.id}`, kind, born, state, of, shownAt };
        return of.kind === 'cluster' ? [whole, ...machinesOf(of, whole, base)] : [whole];
      }),
    );
}

const machinesOf = ({ machines }: TrueCluster, cluster: Item, base: string): Item[] =>
  machines.map((machine) => ({
    ...cluster,
    subject: `${base}/cluster-machine/${machine.id}`,
    kind: 'cluster-machine',
    state: stateOf(machine, cluster.shownAt),
  }));

function isMeant({ match }: Rule, { of, kind, subject }: Item): boolean {
  if (kind !== 'cluster-machine') return speaksOf(match, of, true);
  const { kind: wanted, id, ...others } = match;
  const name = subject.split('/').at(-1) ?? '';
  return (wanted ?? kind) === kind && (id === undefined || id === name) && speaksOf(others, of, true);
}

const matter = (
  rule: Rule,
  { subject, born }: Item,
  tags: readonly string[],
  truth: Truth,
  grade: Partial<Pick<Matter, 'severity' | 'level'>> = {},
): Matter => ({ rule, subject, tags: [`#${born}`, ...tags], truth, ...grade });

const changing = new Set([
  'PENDING',
  'CLONING',
  'CREATING',
  'DEPLOYING',
  'UPDATING',
  'DELETING',
  'STARTING',
  'STOPPING',
  'POWERING_ON',
  'POWERING_OFF',
]);

/** The state in which a kind is unused but billed. */
const wasted: Readonly<Record<Item['kind'], readonly [condition: string, state: string] | null>> = {
  vm: ['stopped-vm', 'STOPPED'],
  machine: ['powered-off', 'OFF'],
  'cluster-machine': ['powered-off', 'OFF'],
  disk: ['detached-disk', 'READY'],
  image: ['unused-image', 'READY'],
  volume: ['untouched-volume', 'ACTIVE'],
  cluster: null,
  bucket: null,
};

function wasteOf(rule: RuleOf<'waste'>, item: Item, shown: Shown): readonly Matter[] {
  const isPriced =
    item.of.kind === 'disk' ? shown.seen.get(`disk/${item.of.id}`)?.price !== 0n : showsPrice(item.of);
  const severity = isPriced ? 'warning' : 'info';
  const as = (isSo: boolean): Truth => (changing.has(item.state) ? 'not-shown' : isSo ? 'breached' : 'clear');
  const isAskedFor = (name: string) => rule.conditions.some((known) => known === name);
  const isFailed = isAskedFor('failed') && item.state === 'FAILED';
  const failed = matter(rule, item, ['/failed'], as(isFailed), { severity });
  const stuck = transitionalOf(rule, item, shown);
  const [condition, state] = wasted[item.kind] ?? [];
  if (condition === undefined || !isAskedFor(condition)) return [failed, ...stuck];
  const gib = item.of.kind === 'volume' ? `/${usedGib(item.of, item.shownAt)}` : '';
  const isUsed = condition === 'unused-image' && item.state === state ? imageUse(item, shown) : false;
  const isFree = priceIn(item.of, item.state) === 0n;
  const truth = isUsed === null ? 'not-shown' : as(item.state === state && !isUsed && !isFree);
  return [failed, matter(rule, item, [`/${condition}${gib}`], truth, { severity }), ...stuck];
}

/** The most between two polls that says nothing of what was in between. */
const fromPollToPoll = minutes(15);

/** Judges whether it has been in transitional states for too long. What no poll showed leaves it open. */
function transitionalOf(rule: RuleOf<'waste'>, item: Item, { before, at }: Shown): readonly Matter[] {
  if (rule.transitional === null || item.kind === 'disk' || item.kind === 'image') return [];
  const known = before?.observation;
  const last =
    known?.kind === 'project'
      ? known.resources.find(({ kind, id }) => item.subject.endsWith(`/${kind}/${id}`))
      : undefined;
  const isOpen = last?.activity === 'changing' && at - last.seenAt > fromPollToPoll;
  const costs = priceIn(item.of, item.state) !== 0n && !isFreeMachine(item);
  const held = isOpen ? 'either' : 'breached';
  const truth = changing.has(item.state) && costs ? held : 'clear';
  return [
    matter({ ...rule, for: rule.transitional }, item, ['/transitional'], truth, { severity: 'warning' }),
  ];
}

/** Reports whether a machine's cluster bears its price. */
const isFreeMachine = ({ of, kind, subject }: Item): boolean =>
  kind === 'cluster-machine' &&
  of.kind === 'cluster' &&
  of.machines.some(({ id, priceText }) => subject.endsWith(`/${id}`) && Number(priceText) === 0);

/** Reports whether a disk of the same poll uses an image; `null` when those were incomplete. */
function imageUse({ of }: Item, { poll }: Shown): boolean | null {
  if (!wholeAt(poll, 'disk')) return null;
  return (poll.lists.disk?.shown ?? []).some((disk) => disk.kind === 'disk' && disk.image === of.id);
}

function commitmentOf(rule: RuleOf<'commitment'>, item: Item, at: Instant): readonly Matter[] {
  if (item.kind === 'disk' || item.kind === 'image' || item.kind === 'cluster-machine') return [];
  const endsAt = shownCommittedUntil(item.of, item.shownAt);
  if (endsAt === null) return [];
  const left = endsAt - at;
  const reached = rule.within.filter((span) => left > 0 && left <= span).at(-1);
  const tags = [`/${isoInstant(endsAt)}`];
  if (reached === undefined) return [matter(rule, item, tags, 'clear')];
  const severity = reached <= 7 * 86_400_000 ? 'warning' : 'info';
  return [matter(rule, item, tags, 'breached', { severity, level: -reached / 86_400_000 })];
}

function scheduleOf(rule: RuleOf<'schedule'>, item: Item, { at, policy }: Shown): readonly Matter[] {
  if (item.kind !== 'vm' && item.kind !== 'machine') return [];
  const { isInside, endedAt } = trueHours(rule.windows, at, policy.timezone);
  const tags = [`/${endedAt === null ? '' : isoInstant(endedAt)}`];
  const isRunning = item.state === 'ACTIVE' || item.state === 'ON';
  if (isInside || !isRunning)
    return [matter(rule, item, tags, !isInside && changing.has(item.state) ? 'not-shown' : 'clear')];
  return [matter(rule, item, tags, 'breached', { severity: 'warning' })];
}

function lifetimeOf(rule: RuleOf<'lifetime'>, item: Item, shown: Shown): readonly Matter[] {
  if (item.kind !== 'vm' && item.kind !== 'machine' && item.kind !== 'cluster') return [];
  return [matter(rule, item, [], lifeOf(rule, item, shown), { severity: 'warning' })];
}

/** Judges whether it exceeds its lifetime, which keeps extend as far as the rule allows. */
function lifeOf({ longest, extend }: RuleOf<'lifetime'>, item: Item, shown: Shown): Truth {
  const age = shown.at - item.of.createdAt;
  if (age <= longest) return 'clear';
  if (extend !== null && age <= longest + extend) {
    const isKept = keptAt(item, shown);
    if (isKept !== 'no') return isKept === 'yes' ? 'clear' : 'either';
  }
  return extend !== null && item.of.kind === 'vm' && item.of.hidesMetadata ? 'not-shown' : 'breached';
}

/** The delay of an override, and the difference of clocks, that are allowed for. */
const doubt = minutes(30);

/** Reports whether a resource was kept until some time, by an override or by its metadata. */
function keptAt({ of, subject, shownAt }: Item, { at, overrides }: Shown): 'yes' | 'no' | 'perhaps' {
  const marks = of.kind === 'vm' && !of.hidesMetadata ? metadataOf(of, shownAt) : {};
  const left = Date.parse(marks['spendwatch-keep-until'] ?? '') - at;
  if (left > doubt || overrides.heldThroughout(keeps(subject), earlier(at, doubt), later(at, doubt)))
    return 'yes';
  return Math.abs(left) <= doubt ||
    overrides.mayHaveHeld(keeps(subject), earlier(at, doubt), later(at, doubt))
    ? 'perhaps'
    : 'no';
}
