import type { Asking, Cloud } from './operation.ts';

/** Returns the cloud with default terms for all requests. */
export const askedBy = (cloud: Cloud, terms: Asking): Cloud => ({
  call: (operation, input, asking) => cloud.call(operation, input, { ...terms, ...asking }),
  list: (operation, input, asking) => cloud.list(operation, input, { ...terms, ...asking }),
  ...(cloud.tellsTime && { tellsTime: cloud.tellsTime }),
});
