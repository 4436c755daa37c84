import type { Target } from '../model/ids.ts';
import { matchesTarget } from '../model/rules/match.ts';
import { milliseconds, type Span } from '../model/time/time.ts';
import { samplesBeside } from '../state/fleet-use.ts';
import { needsOfRule, type Rule } from './terms.ts';

/** Returns the longest span of usage samples that a rule needs, apart from those that continue the use history of VMs. */
export const computeSampleWindow = (rules: readonly Rule[]): Span =>
  milliseconds(Math.max(0, ...rules.map((rule) => needsOfRule(rule).samples ?? 0)));

/** Returns the longest span of usage samples that rules and use histories need. */
export const computeSampleReach = (rules: readonly Rule[]): Span =>
  milliseconds(Math.max(computeSampleWindow(rules), readsUse(rules) ? samplesBeside : 0));

/** True if any rule learns from the use of VMs over weeks. */
export const readsUse = (rules: readonly Rule[]): boolean => rules.some((rule) => needsOfRule(rule).weeks);

/** Returns the number of closed days that the rules on a target, or on a group of it, need. */
export const countNeededDays = (rules: readonly Rule[], target: Target): number =>
  Math.max(0, ...selectTargetRules(target, rules).map((rule) => needsOfRule(rule).days ?? 0));

/** True if any rule on a target needs the closed hours of the past weeks. */
export const readsHours = (rules: readonly Rule[], target: Target): boolean =>
  selectTargetRules(target, rules).some((rule) => needsOfRule(rule).hours);

const selectTargetRules = (target: Target, rules: readonly Rule[]): readonly Rule[] =>
  rules.filter(({ match }) => matchesTarget(match, target));
