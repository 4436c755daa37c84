import { episodeOf } from '../model/facts/resource.ts';
import type { LifetimeFigures } from '../model/rules/figures.ts';
import { type LifetimeRule, mortalKinds } from '../model/rules/resource-rules.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import { between, spanInWords } from '../model/time/time.ts';
import { type ResourceFacts, resourcesInView } from './resources-in-view.ts';

/** Judges whether VMs, machines and clusters are over their age limit. Stopped ones count: they are billed. */
export function judgeLifetime(rule: LifetimeRule, facts: ResourceFacts): Verdict[] {
  const { at } = facts.observation;
  const { longest } = rule;
  return resourcesInView(rule.match, mortalKinds, facts).map(({ resource, subject, price }): Verdict => {
    const { createdAt, state } = resource;
    const about = { rule: rule.name, subject, episode: episodeOf(resource) };
    if (createdAt === null) {
      const because = 'the platform does not report its age';
      return { ...about, kind: 'unknown', because, figures: null };
    }
    const age = between(createdAt, at);
    const because = `${spanInWords(age)} old (limit ${spanInWords(longest)})`;
    const figures: LifetimeFigures = { kind: 'lifetime', price, state, createdAt, longest };
    return age > longest
      ? { ...about, kind: 'breached', severity: 'warning', level: null, because, figures }
      : { ...about, kind: 'clear', because, figures };
  });
}
