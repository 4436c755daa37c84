import type { Provider } from '../../../lib/providers/provider.ts';

/** A provider that is asked for no past spend: hundreds of questions in a first poll would be most of many a test. */
export const withoutPastSpend = (provider: Provider): Provider => ({
  ...provider,
  askedBy: (terms) => withoutPastSpend(provider.askedBy(terms)),
  polls(terms) {
    const poll = provider.polls(terms);
    return (order) => poll({ ...order, plan: { ...order.plan, pastSpend: [] } });
  },
});
