import { partMeanings } from '../../clouds/part-meanings.ts';
import { grantInWords } from '../../clouds/profile.ts';
import { doubtInWords } from '../../model/facts/figure-doubt.ts';
import { Part } from '../../model/facts/observation.ts';
import { type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import { freshWithin, knowsGpus, type UsagePoint, unknownGpus } from '../../model/facts/usage.ts';
import type { Target } from '../../model/ids.ts';
import { shortSubject } from '../../model/subject.ts';
import { computeSpan, type Instant, spanInWords } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import { selectMachineSignals } from '../../observe/signals/machine-signals.ts';
import { pushes } from '../../observe/signals/signals.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { isJudgedIdle, isMeantIdle } from '../../state/policy-needs.ts';
import { type Examination, findPartRequest } from './examine.ts';
import { type Finding, finding, judgeFindingState } from './finding.ts';
import { selectVms } from './survey-targets.ts';
import { unmatchedFindings } from './unmatched-names.ts';

type Judged = { readonly target: Target; readonly vm: Resource; readonly observed: readonly UsagePoint[] };

const withoutMetrics =
  'VMs without recent metrics of every GPU are only suspected to be idle, and no idle rule stops them';

/** Returns findings on whether the use of all GPUs is known of each VM under an idle rule. */
export function signalFindings(examination: Examination, policy: Policy): Finding[] {
  const { at, targets, signals } = examination;
  const withGpus = targets.flatMap(({ head, target }) =>
    target.kind === 'project'
      ? selectVms(head).flatMap((vm) =>
          vm.gpus > 0 ? [{ vm, target, observed: findObservedUse(head, vm) }] : [],
        )
      : [],
  );
  // A VM that is not running has no use.
  const running = withGpus.filter(({ vm }) => vm.activity === 'running');
  const judged = running.filter(({ target, vm }) => isMeantIdle(policy, target, vm, at));
  const leftOut = judged.filter(({ target, vm }) => !isJudgedIdle(policy, target, vm, at)).length;
  const failures =
    signals === null
      ? []
      : [...pushFindings(examination), ...unmatchedFindings(examination), ...signals.failures.map(failure)];
  const found = withGpus.length === 0 ? 'no VM with GPUs' : `${counted(withGpus.length, 'VM')} with GPUs`;
  const figures = { vms: withGpus.length, underIdleRules: judged.length };
  if (judged.length === 0) return [finding('gpus', 'GPUs', { found, figures }), ...failures];
  const short = judged.flatMap((one) => describeGpuShortcoming(one, examination));
  const complete = judged.length - short.length;
  const covered = `${found}, ${judged.length} of them running and matched by an idle rule; the use of all GPUs is known for ${complete}`;
  const gap = {
    state: 'partly' as const,
    unwatched: withoutMetrics,
    remedy:
      missingScope(examination) ??
      (signals === null
        ? unknownGpus(leftOut > 0).remedy
        : 'check that the exporters of GPU metrics are scraped, and that a label holds the id or address of the VM (docs/signals.md)'),
  };
  return [
    finding('gpus', 'GPUs', {
      found: short.length === 0 ? covered : `${covered}; ${formatShortList(short)}`,
      figures: { ...figures, known: complete },
      ...(judgeFindingState(complete, judged.length) === 'ok' ? {} : gap),
    }),
    ...failures,
  ];
}

/** Returns the remedy if the cloud refused its GPU figures to the key; otherwise `null`. */
function missingScope(examination: Examination): string | null {
  const { cloud, targets } = examination;
  const refused = Object.entries(partMeanings[cloud.name].project).find(
    ([part, { isOfGpus }]) =>
      isOfGpus &&
      targets.some(({ target }) => {
        const outcome = findPartRequest(Part.parse(part), target.id, examination)?.outcome;
        return outcome?.kind === 'refused' && outcome.error === 'forbidden';
      }),
  );
  return refused === undefined ? null : grantInWords(cloud, refused[1].permission);
}

/** Returns the use of a VM that the cloud itself reported. */
const findObservedUse = ({ observation }: Head, { id }: Resource): readonly UsagePoint[] =>
  observation?.kind === 'project'
    ? (observation.usage.find(({ vm }) => String(vm) === String(id))?.points ?? [])
    : [];

/** Returns a text such as "train-7b: 7 of 8 GPUs known" if no recent sample has every GPU of a VM; otherwise empty. */
function describeGpuShortcoming({ target, vm, observed }: Judged, { at, signals }: Examination): string[] {
  const vmSignals = signals === null ? [] : selectMachineSignals(signals, target.id, vm);
  const points = [...observed, ...vmSignals].toSorted((left, right) => left.at - right.at);
  const newest = points.findLast((point) => knowsGpus(point, vm.gpus));
  if (newest !== undefined && computeSpan(newest.at, at) <= freshWithin) return [];
  const name = shortSubject(toResourceSubject(target.id, vm));
  if (newest !== undefined) return [`${name}: newest signal ${formatAge(newest.at, at)} old`];
  const most = points.findLast(({ gpu }) => gpu !== undefined)?.gpu?.known;
  const doubt = points.findLast((point) => point.doubt !== undefined)?.doubt;
  const why = doubt === undefined ? '' : `, as ${doubtInWords(doubt)}`;
  return [`${name}: ${most === undefined ? 'no signal' : `${most} of ${vm.gpus} GPUs known`}${why}`];
}

/** Returns findings on whether recent pushes have every GPU of their VMs; empty if pushes are not accepted. */
function pushFindings({ at, targets, signals }: Examination): Finding[] {
  if (signals === null || !signals.sources.includes(pushes)) return [];
  const gpus = new Map<string, number>(
    targets.flatMap(({ head, target }) =>
      target.kind === 'project'
        ? selectVms(head).map((vm) => [toResourceSubject(target.id, vm), vm.gpus] as const)
        : [],
    ),
  );
  // A job that only reports its VM as in use sends no figures.
  const pushed = [...signals.of].filter(
    ([name, points]) =>
      subject.test(name) && points.some(({ cpu, gpu }) => cpu !== null || gpu !== undefined),
  );
  const short = pushed.flatMap(([machine, points]) => {
    const expected = gpus.get(machine);
    const newest = points.findLast(({ gpu }) => expected === 0 || gpu?.known === (expected ?? gpu?.known));
    const isGood = newest !== undefined && computeSpan(newest.at, at) <= freshWithin;
    if (isGood) return [];
    const most = points.at(-1)?.gpu?.known ?? 0;
    const name = machine.replace(subject, '').replace('/vm/', '/');
    return [
      `${name}: ${newest === undefined ? `${most} of ${expected} GPUs known` : `newest figure ${formatAge(newest.at, at)} old`}`,
    ];
  });
  const complete = pushed.length - short.length;
  const found = `${counted(pushed.length, 'VM')} pushed in the last 45 min`;
  const figures = { machines: pushed.length, known: complete };
  if (pushed.length === 0)
    return [
      finding('pushes', 'pushes', {
        state: 'advice',
        found,
        figures,
        remedy: 'run the script of `spendwatch agent install` on a VM (docs/agent.md)',
      }),
    ];
  if (short.length === 0)
    return [finding('pushes', 'pushes', { found: `${found}, all with metrics of every GPU`, figures })];
  return [
    finding('pushes', 'pushes', {
      state: judgeFindingState(complete, pushed.length),
      found: `${found}; ${formatShortList(short)}`,
      figures,
      unwatched: withoutMetrics,
      remedy:
        'check the log of each agent (journalctl -u spendwatch-agent); a copy of a VM needs a token of its own (docs/agent.md)',
    }),
  ];
}
const subject = /^project\//;

const formatAge = (then: Instant, now: Instant): string => spanInWords(computeSpan(then, now));

const failure = (because: string): Finding =>
  finding('signals', 'signals', {
    state: 'no',
    found: because,
    unwatched: 'VMs with GPUs are only suspected to be idle, and no idle rule stops them',
    remedy: because.startsWith(pushes)
      ? 'set SPENDWATCH_DATA or SPENDWATCH_LEDGER_TABLE to a ledger that `spendwatch run` or `once` has created'
      : 'check the address and the credentials of SPENDWATCH_PROMETHEUS_URL, and its queries',
  });
