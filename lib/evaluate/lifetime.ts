import { episodeOf } from '../model/facts/resource.ts';
import type { LifetimeFigures } from '../model/rules/figures.ts';
import { type LifetimeRule, mortalKinds } from '../model/rules/resource-rules.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import { between, spanInWords } from '../model/time/time.ts';
import { type ResourceFacts, resourcesInView } from './resources-in-view.ts';

/** Whether VMs, machines and clusters are older than they may get. What is stopped lives on: it is billed. */
export function judgeLifetime(rule: LifetimeRule, facts: ResourceFacts): Verdict[] {
  const { at } = facts.observation;
  const { longest } = rule;
  return resourcesInView(rule.match, mortalKinds, facts).map(({ resource, subject, price }): Verdict => {
    const { createdAt, state } = resource;
    const about = { rule: rule.name, subject, episode: episodeOf(resource) };
    if (createdAt === null) {
      const because = 'the platform does not say how old it is';
      return { ...about, kind: 'unknown', because, figures: null };
    }
    const age = between(createdAt, at);
    const because = `exists for ${spanInWords(age)}; allowed are ${spanInWords(longest)}`;
    const figures: LifetimeFigures = { kind: 'lifetime', price, state, createdAt, longest };
    return age > longest
      ? { ...about, kind: 'breached', severity: 'warning', level: null, because, figures }
      : { ...about, kind: 'clear', because, figures };
  });
}
