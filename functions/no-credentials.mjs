// In place of the SDK's chain of places to look for credentials (see bin/build-functions.ts), half of which is
// clients of further services: Lambda puts them in the environment, where they have been looked for by then.
export const defaultProvider = () => async () => {
  throw new Error('there are no AWS credentials in the environment');
};
