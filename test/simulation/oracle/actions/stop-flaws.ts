import type { Money } from '../../../../lib/model/money/money.ts';
import type { BudgetStep, Step, StopStep } from '../../../../lib/model/rules/step.ts';
import { earlier, hours, type Instant, later, seconds } from '../../../../lib/model/time/time.ts';
import type { BudgetRule } from '../../../../lib/rules/budget/terms.ts';
import type { ActingRule } from '../../../../lib/rules/terms.ts';
import { billOf, monthStart, type NanoCharge } from '../../world/bill.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import { trueHours } from '../matters/true-hours.ts';
import { startsAs } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import type { Act, ActionStep, Flaw } from './act.ts';
import { drownedBoots } from './drowned-boots.ts';
import { hidesGpus, idleRules, isInUse, isMeant, notIdle } from './idleness.ts';

/** A stop of a VM, or the power-off of a machine, by a rule. */
export type Stop = Act & { readonly by: { readonly rule: ActingRule; readonly step: ActionStep } };

/** Returns the step by which a rule stops VMs. */
export function stopStepOf({ then }: ActingRule): StopStep | undefined {
  const steps: readonly (Step | BudgetStep)[] = then;
  return steps.find((step): step is StopStep => step.kind === 'stop');
}

/** Checks the basis of a stop against the truth. */
export function* stopFlaws(facts: Case, stop: Stop): Generator<Flaw> {
  yield* decisionFlaws(facts, stop);
  yield* sampleFlaws(facts, stop);
}

function* decisionFlaws(facts: Case, { birth, by, request }: Stop): Generator<Flaw> {
  const { scenario } = facts;
  const { rule, step } = by;
  const { on, askedAt, subject: name } = request;
  if (birth.intent.createdAt !== on.createdAt) return;
  const { policy } = request.process.orders;
  switch (rule.kind) {
    case 'schedule': {
      // Up to four seconds pass from the last read to the request, and clocks are uncertain at both ends.
      const ends = [earlier(earlier(askedAt, seconds(4)), scenario.skew), later(askedAt, scenario.skew)];
      if (ends.every((at) => trueHours(rule.windows, at, policy.timezone).isInside))
        yield { invariant: 1, what: `${name} was stopped at ${askedAt}, within its hours` };
      return;
    }
    case 'lifetime': {
      const age = askedAt - on.createdAt + scenario.skew;
      if (age <= rule.longest)
        yield { invariant: 1, what: `${name} was stopped after ${age} ms, and may live ${rule.longest}` };
      return;
    }
    case 'budget': {
      if (step.kind === 'stop' && 'at' in step && !isSpent(facts, rule, step.at, on.project))
        yield { invariant: 1, what: `${name} was stopped at ${step.at} spent, and less was spent` };
      if (birth.intent.of !== 'idle' || on.kind !== 'vm') return;
      const idle = idleRules(policy).filter((known) => isMeant(known, on));
      if (
        hidesGpus(facts.world, on) ||
        idle.every((known) => notIdle(facts, known, on, birth.sampledAt, 'samples') !== null)
      )
        yield { invariant: 1, what: `${name} was stopped for a budget as idle, and no rule finds it so` };
      return;
    }
    case 'idle': {
      if (on.kind !== 'vm') return;
      if (hidesGpus(facts.world, on))
        yield { invariant: 1, what: `${name} has GPUs, and was stopped for being idle` };
      const because = notIdle(facts, rule, on, birth.sampledAt, 'samples');
      if (because !== null) yield { invariant: 1, what: `${name} was stopped as idle, and ${because}` };
      return;
    }
    case 'waste':
      yield { invariant: 13, what: `${name} was stopped as waste` };
  }
}

/** Reports whether an amount was truly spent by now in any scope of a budget that includes a project. */
function isSpent(
  { world, now }: Case,
  { match, shared }: BudgetRule,
  at: Money,
  of: TrueVm['project'],
): boolean {
  // The platform's months are in UTC, and the policy's in its time zone.
  const from = earlier(monthStart(earlier(now(), hours(15))), hours(15));
  const bill = (isIt: (project: string) => boolean): NanoCharge =>
    [...new Set(world.resources.map(({ project }) => project))]
      .filter(isIt)
      .reduce((sum, project) => sum + billOf(world, project, from, now()), 0n);
  const least = BigInt(at.times('3600000000000000').floor().toFixed());
  if (match.account !== undefined) return bill(() => true) >= least;
  const isMember = (project: string) => match.project === undefined || startsAs(match.project, project);
  return isMember(of) && bill((project) => (shared ? isMember(project) : project === of)) >= least;
}

function* sampleFlaws({ world, scenario }: Case, { birth, by, request, reread }: Stop): Generator<Flaw> {
  const { samples } = reread;
  const { intent } = birth;
  const { askedAt, subject: name } = request;
  if (request.action !== 'stop') return;
  if (samples === undefined || samples.of.kind !== 'vm') {
    yield { invariant: 5, what: `${name} was stopped without its samples being read again` };
    return;
  }
  const age = askedAt - samples.askedAt;
  if (age > seconds(4)) yield { invariant: 5, what: `${name} was stopped on samples of ${age} ms before` };
  const rules = by.rule.kind === 'idle' ? [by.rule] : intent.of === 'idle' ? idleRulesOf(request) : [];
  const shown = world.monitor.reread(samples.of, samples.at);
  const drowned = drownedBoots(shown);
  for (const sample of shown) {
    const finding = `${name} was stopped although a sample of ${sample.at} showed it`;
    const isNew: boolean = later(sample.at, scenario.sampleLag) > birth.sampledAt;
    if (isNew && rules.length > 0 && rules.every((rule) => isInUse(rule, sample)))
      yield { invariant: 5, what: `${finding} in use` };
    if (sample.bootedAt > bornBy(intent.decidedAt, scenario.skew) && !drowned.has(sample.bootedAt))
      yield { invariant: 6, what: `${finding} started after the decision` };
  }
}

const bornBy = (at: Instant, skew: number): number => at + skew;
const idleRulesOf = ({ process, on }: Stop['request']) =>
  idleRules(process.orders.policy).filter((rule) => on.kind === 'vm' && isMeant(rule, on));
