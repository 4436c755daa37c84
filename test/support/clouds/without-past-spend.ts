import type { Cloud } from '../../../lib/clouds/cloud.ts';

/** Returns a provider without past spend, whose hundreds of requests in a first poll would dominate many tests. */
export const withoutPastSpend = (provider: Cloud): Cloud => ({
  ...provider,
  askedBy: (terms) => withoutPastSpend(provider.askedBy(terms)),
  polls() {
    const poll = provider.polls();
    return (order) => poll({ ...order, plan: { ...order.plan, pastSpend: [] } });
  },
});
